/** A node of the syntax tree, as far as this file looks at it. */
interface Node {
  readonly type: string;
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly unknown[];
}

interface Path {
  readonly node: Node;
  readonly key: string | number | null;
  readonly listKey?: string;
  readonly parentPath: Path | null;
}

/** Functions whose text people read, with the place of that text among the arguments. */
const TEXTS: Readonly<Record<string, number>> = { ListError: 1, unreadable: 0 };

/**
 * Leaves the wording of error messages alone: tests hold errors to their codes, and people may
 * improve the words.
 */
export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "messages",
    value: {
      shouldIgnore({ key, listKey, parentPath }: Path): string | undefined {
        const place = TEXTS[parentPath?.node.callee?.name ?? ""];
        return listKey === "arguments" && key === place ? "the wording of a message" : undefined;
      },
    },
  },
];

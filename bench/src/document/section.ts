/** A part of the document, with its charts. */
export interface Section {
  readonly markdown: string;
  /** File names without their ending, and the pictures. */
  readonly charts: { readonly [name: string]: string };
}

/** Shows a chart of a section. */
export function picture(name: string, says: string): string {
  return `![${says}](charts/${name}.svg)`;
}

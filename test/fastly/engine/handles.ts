/** Objects that the guest names by number. */
export interface Handles<T> {
  add(object: T): number;
  get(handle: number): T | undefined;
}

/**
 * Numbers that no two tables of one instance share: the guest waits for any kind of them at once.
 */
export function handleNumbers(): () => number {
  let last = 0;
  return () => ++last;
}

/** An empty table. */
export function handles<T>(nextNumber: () => number): Handles<T> {
  const objects = new Map<number, T>();
  return {
    add(object) {
      const handle = nextNumber();
      objects.set(handle, object);
      return handle;
    },
    get: (handle) => objects.get(handle),
  };
}

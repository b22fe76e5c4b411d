/** A binding with a counter and a fuse. */
export interface WatchedBinding<Binding> {
  /** Stands for the binding that was given. */
  readonly binding: Binding;
  /** How many of its methods were called. */
  calls(): number;
  /** Makes the next call fail instead of reaching the binding. */
  failNext(error: Error, how: "reject" | "throw"): void;
}

/**
 * Wraps a platform's binding so that the conformance suite can count its calls and make one fail.
 *
 * @example
 * ```ts
 * const { binding, calls, failNext } = watchBinding(env.LISTS);
 * return { store: workersKV(binding), calls, failNext };
 * ```
 */
export function watchBinding<Binding extends object>(target: Binding): WatchedBinding<Binding> {
  let calls = 0;
  let fuse: { readonly error: Error; readonly how: "reject" | "throw" } | undefined;

  /**
   * Native methods insist on their own receiver, so the method is applied to the binding, not to
   * its stand-in.
   */
  function watched(method: (...args: unknown[]) => unknown) {
    return (...args: unknown[]): unknown => {
      calls++;
      if (fuse === undefined) return Reflect.apply(method, target, args);
      const { error, how } = fuse;
      fuse = undefined;
      if (how === "throw") throw error;
      return Promise.reject(error);
    };
  }

  const binding = new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function"
        ? watched(member as (...args: unknown[]) => unknown)
        : member;
    },
  });
  return {
    binding,
    calls: () => calls,
    failNext(error, how) {
      fuse = { error, how };
    },
  };
}

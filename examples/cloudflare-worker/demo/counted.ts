/** Stands for a platform's binding and reports each call of one of its methods. */
export function countCalls<Binding extends object>(binding: Binding, onCall: () => void): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...args: unknown[]): unknown => {
        onCall();
        // Native methods insist on their own receiver.
        return Reflect.apply(member, target, args);
      };
    },
  });
}

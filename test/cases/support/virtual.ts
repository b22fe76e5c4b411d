/** A clock to turn, whose time passes too where somebody sleeps; each handle may have one that is ahead. */
export function virtual(start = 1_750_000_000_000) {
  let t = start;
  const clock = (skew = 0) => ({
    now: () => t + skew,
    sleep: async (ms: number) => {
      t += ms;
    },
  });
  return {
    clock,
    pass: (ms: number) => {
      t += ms;
    },
    now: () => t,
  };
}

const counters: { count: number }[] = [];

/** Numbers from 1 on for what tests make; each file begins at 1, so that names stay as short as their rules want. */
export function serial(): () => number {
  const one = { count: 0 };
  counters.push(one);
  return () => (one.count += 1);
}

export const beginSerials = (): void => {
  for (const one of counters) one.count = 0;
};

const counters: { count: number }[] = [];

/** A counter from 1 for test data. It restarts at 1 in each file, so names stay short enough for their rules. */
export function serial(): () => number {
  const one = { count: 0 };
  counters.push(one);
  return () => (one.count += 1);
}

export const beginSerials = (): void => {
  for (const one of counters) one.count = 0;
};

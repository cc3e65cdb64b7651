/** The only source of time; tests move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until a test moves it. */
export function movableClock(start: Date): Clock & { set(to: Date): void; advance(seconds: number): void } {
  let now = start;
  return {
    now: () => new Date(now),
    set: (to) => void (now = to),
    advance: (seconds) => void (now = new Date(now.getTime() + seconds * 1000)),
  };
}

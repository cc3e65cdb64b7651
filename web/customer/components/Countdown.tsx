import { useSyncExternalStore } from 'react';
import { instantText } from '#contract/dates.ts';

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
}
const secondNow = () => Math.floor(Date.now() / 1000);

/** Seconds until an instant; null on the server, before hydration, and if there is no instant. */
export function useSecondsLeft(until: string | null): number | null {
  const now = useSyncExternalStore<number | null>(everySecond, secondNow, () => null);
  return now === null || until === null ? null : Math.max(0, Math.ceil(Date.parse(until) / 1000 - now));
}

const DAY_S = 86_400;
const two = (number: number) => String(number).padStart(2, '0');

/** `24:13` under an hour, `5 h 12 min` under two days, else `12 días`. */
export function leftText(seconds: number): string {
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  if (seconds < 2 * DAY_S)
    return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`;
  return `${Math.floor(seconds / DAY_S)} días`;
}

/** The remaining time; before hydration, the instant when it ends. */
export function Countdown({ until }: { until: string }) {
  const left = useSecondsLeft(until);
  return (
    <time dateTime={until}>
      {left === null ? `hasta el ${instantText(until)}` : left > 0 ? `quedan ${leftText(left)}` : 'terminó'}
    </time>
  );
}

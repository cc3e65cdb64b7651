import { useEffect, useState } from 'react';
import { DateText } from '#web/office/ui/DateText.tsx';

const two = (number: number) => String(number).padStart(2, '0');

/** Seconds as text: `24:13` under an hour, `5 h 12 min` under two days, else `12 días`. */
function leftText(seconds: number): string {
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  if (seconds < 172_800)
    return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`;
  return `${Math.floor(seconds / 86_400)} días`;
}

/** A countdown to the end of a claim, with its end. */
export function TimeLeft({ until }: { until: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((Date.parse(until) - now) / 1000));
  return (
    <>
      {seconds > 0 ? `Quedan ${leftText(seconds)}` : 'Termina ahora'} · hasta <DateText instant={until} />
    </>
  );
}

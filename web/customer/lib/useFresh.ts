import { useEffect, useEffectEvent, useState } from 'react';

/** How often a page in sight looks for what the office changed: within a minute it is there. */
const LOOK_MS = 30_000;

/** Links to files are signed anew for each answer: their query is no news. */
const saidBy = (data: unknown): string => JSON.stringify(data).replaceAll(/\?hasta=[^"]*/g, '');

/** Somebody types, has typed, or answers a dialog. */
const isTyping = (): boolean =>
  document.querySelector('dialog[open], input:focus, textarea:focus, select:focus') !== null ||
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')].some(
    (one) => one.value !== one.defaultValue,
  );

/**
 * The data of a page, kept up to date while it is in sight: the page reads its own address again and shows what differs in the same
 * components, so that what is being typed stays. With `busy`, for a page whose parts keep what they began with, it is loaded anew
 * instead, while nobody types and it is not busy.
 */
export function useFresh<D>(first: D, busy?: () => boolean): D {
  const [data, setData] = useState(first);
  const look = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return;
    // Without a line the page stays as it is, and the next look comes.
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const found = (JSON.parse(page.querySelector('#data')?.textContent ?? 'null') as { data: D } | null)
      ?.data;
    if (!found || saidBy(found) === saidBy(data)) return;
    if (!busy) setData(found);
    else if (!isTyping() && !busy()) location.reload();
  });
  useEffect(() => {
    const onSight = () => void look();
    const timer = setInterval(onSight, LOOK_MS);
    document.addEventListener('visibilitychange', onSight);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onSight);
    };
  }, []);
  return data;
}

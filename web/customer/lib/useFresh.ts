import { useEffect, useEffectEvent } from 'react';
import type { PageState } from '#contract/page.ts';

/** How often a page in sight looks for what the office changed: within a minute it is there. */
const LOOK_MS = 30_000;

let show: ((state: PageState) => void) | null = null;
/** The entry says how a page is shown with other data. */
export const showsBy = (how: (state: PageState) => void): void => {
  show = how;
};

function stateIn(html: Document): PageState | null {
  const text = html.querySelector('#data')?.textContent;
  return text ? (JSON.parse(text) as PageState) : null;
}
/** Links to files are signed anew for each answer: their query is no news, nor is the form's token. */
const saidBy = ({ data }: PageState): string => JSON.stringify(data).replaceAll(/\?hasta=[^"]*/g, '');

/** Somebody types, has typed, or answers a dialog. */
const isTyping = (): boolean =>
  document.querySelector('dialog[open], input:focus, textarea:focus, select:focus') !== null ||
  [...document.querySelectorAll('textarea, input')].some(
    (one) =>
      (one instanceof HTMLTextAreaElement || one instanceof HTMLInputElement) &&
      one.value !== one.defaultValue,
  );

/**
 * Keeps a page up to date while it is in sight: reads its own address again and shows what differs, in the same components, so that
 * what is being typed stays. With `busy`, for a page whose parts keep what they began with, it is loaded anew instead, while nobody
 * types and it is not busy.
 */
export function useFresh(busy?: () => boolean): void {
  const take = useEffectEvent((found: PageState): boolean => {
    if (!busy) {
      show?.(found);
      return true;
    }
    if (isTyping() || busy()) return false;
    location.reload();
    return true;
  });
  useEffect(() => {
    const first = stateIn(document);
    if (!first) return undefined;
    let shown = saidBy(first);
    let looking = false;
    const look = async () => {
      if (looking || document.visibilityState !== 'visible') return;
      looking = true;
      try {
        const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
        if (!answer.ok || answer.redirected) return;
        const found = stateIn(new DOMParser().parseFromString(await answer.text(), 'text/html'));
        if (!found || saidBy(found) === shown) return;
        if (take(found)) shown = saidBy(found);
      } catch {
        // Without a line the page stays as it is, and the next look comes.
      } finally {
        looking = false;
      }
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    const onSight = () => void look();
    document.addEventListener('visibilitychange', onSight);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onSight);
    };
  }, []);
}

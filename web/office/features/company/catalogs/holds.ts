import { withoutAccents } from '#contract/accents.ts';

const plain = (text: string) => withoutAccents(text.trim()).toLowerCase();

/** Whether one of the texts contains the search, ignoring case and accents. An empty search matches all. */
export const holds = (sought: string | undefined, ...texts: readonly string[]): boolean =>
  texts.some((text) => plain(text).includes(plain(sought ?? '')));

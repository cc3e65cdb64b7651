import { withoutAccents } from '#contract/accents.ts';

const plain = (text: string) => withoutAccents(text.trim()).toLowerCase();

/** Whether what is looked for stands in one of the texts, without regard to case and accents; nothing stands in all. */
export const holds = (sought: string | undefined, ...texts: readonly string[]): boolean =>
  texts.some((text) => plain(text).includes(plain(sought ?? '')));

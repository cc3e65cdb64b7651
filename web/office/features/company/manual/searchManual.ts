import { withoutAccents } from '#contract/accents.ts';
import type { ManualChapter } from '#contract/company/manual/endpoints.ts';
import { sectionsOf } from '#contract/company/manual/sections.ts';

interface Hit {
  /** `pagos#rechazar` */
  at: string;
  chapter: string;
  title: string;
  excerpt: string;
}

const MOST = 12;
const BEFORE = 40;
const LENGTH = 140;

const plain = (text: string) => withoutAccents(text).toLowerCase();
/** The words that people read, without the signs of Markdown. */
const readable = (markdown: string) =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`|#]|-{3,}/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The sections that hold every word, those with a word in their heading first. */
export function searchManual(chapters: readonly ManualChapter[], typed: string): Hit[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits = chapters.flatMap((chapter) =>
    sectionsOf(chapter).flatMap(({ anchor, title, text }) => {
      const body = readable(text);
      const heading = plain(`${title} ${chapter.title}`);
      const whole = `${heading} ${plain(body)}`;
      if (!words.every((word) => whole.includes(word))) return [];
      const first = Math.max(0, plain(body).indexOf(words[0]!) - BEFORE);
      return {
        at: anchor ? `${chapter.id}#${anchor}` : chapter.id,
        chapter: chapter.title,
        title,
        excerpt: `${first > 0 ? '…' : ''}${body.slice(first, first + LENGTH)}…`,
        rank: words.filter((word) => plain(title).includes(word)).length,
      };
    }),
  );
  return hits.toSorted((a, b) => b.rank - a.rank).slice(0, MOST);
}

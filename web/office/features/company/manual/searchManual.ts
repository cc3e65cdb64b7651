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
/** Words of a question that say nothing of its subject. */
const EMPTY = new Set(
  'como con cual de del donde el en la las lo los mi para por que se su un una y'.split(' '),
);

const plain = (text: string) => withoutAccents(text).toLowerCase();
/** The words that people read, without the signs of Markdown. */
const readable = (markdown: string) =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`|#]|-{3,}/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The sections that hold most of the words, at best all; those with a word in their heading first. */
export function searchManual(chapters: readonly ManualChapter[], typed: string): Hit[] {
  const all = plain(typed).split(/\s+/).filter(Boolean);
  const telling = all.filter((word) => !EMPTY.has(word));
  const words = telling.length > 0 ? telling : all;
  if (words.length === 0) return [];
  const hits = chapters.flatMap((chapter) =>
    sectionsOf(chapter).flatMap(({ anchor, title, text }) => {
      const body = readable(text);
      const heading = plain(`${title} ${chapter.title}`);
      const whole = `${heading} ${plain(body)}`;
      const held = words.filter((word) => whole.includes(word));
      if (held.length === 0) return [];
      const first = Math.max(0, plain(body).indexOf(held[0]!) - BEFORE);
      return {
        at: anchor ? `${chapter.id}#${anchor}` : chapter.id,
        chapter: chapter.title,
        title,
        excerpt: `${first > 0 ? '…' : ''}${body.slice(first, first + LENGTH)}…`,
        held: held.length,
        rank: words.filter((word) => plain(title).includes(word)).length,
      };
    }),
  );
  const most = Math.max(...hits.map(({ held }) => held));
  return hits
    .filter(({ held }) => held === most)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, MOST);
}

/** A piece of a text as it was read: a heading, or a paragraph below the last heading. */
export interface Block {
  text: string;
  heading: boolean;
  /** Of a PDF, from 1. */
  page: number | null;
}

/** A text cut for the index. */
export interface Cut {
  heading: string;
  page: number | null;
  content: string;
}

/** The file cannot be read; the message says why and what to do. */
export class UnreadableText extends Error {}

/** Characters of one source. */
export const TEXT_MAX = 600_000;
/** Passages of one source. */
const CUTS_MAX = 1500;
/** Words of a passage: a section is not cut below the first, and always above the second. */
const WORDS = { enough: 80, most: 200 };

const count = (text: string) => text.split(/\s+/).filter(Boolean).length;
export const tidy = (text: string) =>
  text
    .normalize('NFC')
    // Invisible and control characters would hide words from a reader, not from the index.
    .replace(/[\p{Cf}\p{Cc}]/gu, (one) => (one === '\n' || one === '\t' ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Cuts a text into passages: a heading begins one, paragraphs are joined up to about 80 words, and a long one is cut
 * between sentences below 200.
 */
export function cutText(blocks: readonly Block[]): Cut[] {
  const cuts: Cut[] = [];
  let heading = '';
  let open: { page: number | null; lines: string[]; words: number } | null = null;
  const close = () => {
    if (open && open.lines.length > 0)
      cuts.push({ heading, page: open.page, content: open.lines.join('\n') });
    open = null;
  };
  for (const block of blocks) {
    const text = tidy(block.text);
    if (!text) continue;
    if (block.heading) {
      close();
      heading = text.slice(0, 160);
      continue;
    }
    for (const part of partsOf(text)) {
      const words = count(part);
      if (
        open &&
        (open.words + words > WORDS.most || (open.words >= WORDS.enough && open.page !== block.page))
      )
        close();
      open ??= { page: block.page, lines: [], words: 0 };
      open.lines.push(part);
      open.words += words;
      if (open.words >= WORDS.enough + 40) close();
    }
  }
  close();
  if (cuts.length > CUTS_MAX)
    throw new UnreadableText('El texto es muy largo para una sola fuente. Divídelo en partes.');
  return cuts;
}

/** A paragraph, or its parts when it is longer than a passage. */
function partsOf(text: string): string[] {
  if (count(text) <= WORDS.most) return [text];
  const parts: string[] = [];
  let open = '';
  for (const sentence of text.split(/(?<=[.!?;])\s+/).flatMap(pieces)) {
    if (open && count(open) + count(sentence) > WORDS.enough + 40) {
      parts.push(open);
      open = '';
    }
    open = open ? `${open} ${sentence}` : sentence;
  }
  return open ? [...parts, open] : parts;
}

/** A sentence without an end is cut by words. */
function pieces(sentence: string): string[] {
  const words = sentence.split(/\s+/);
  return Array.from({ length: Math.ceil(words.length / WORDS.most) }, (_, at) =>
    words.slice(at * WORDS.most, (at + 1) * WORDS.most).join(' '),
  );
}

import { z } from 'zod';

// The text of a clause as a small JSON document, the same that the office's editor (Tiptap) writes. Nothing else is stored
// and raw HTML never exists: unknown keys fall away when it is parsed, unknown nodes are refused.

const MARKS = ['bold', 'italic', 'underline'] as const;
const Mark = z.object({ type: z.enum(MARKS) });
/** One order of marks, so that equal texts are equal documents. */
const marks = z
  .array(Mark)
  .max(3)
  .transform((list) => {
    const kept = MARKS.filter((one) => list.some(({ type }) => type === one)).map((type) => ({ type }));
    return kept.length > 0 ? kept : undefined;
  })
  .optional();

const Text = z.object({ type: z.literal('text'), text: z.string().min(1).max(20_000), marks });
const Field = z.object({ type: z.literal('campo'), attrs: z.object({ name: z.string().max(60) }), marks });
const Break = z.object({ type: z.literal('hardBreak') });
const Inline = z.discriminatedUnion('type', [Text, Field, Break]);
export type Inline = z.infer<typeof Inline>;

const Paragraph = z.object({ type: z.literal('paragraph'), content: z.array(Inline).max(2_000).optional() });
const Item = z.object({ type: z.literal('listItem'), content: z.array(Paragraph).min(1).max(50) });
const list = <const T extends string>(type: T) =>
  z.object({ type: z.literal(type), content: z.array(Item).min(1).max(200) });
const Block = z.discriminatedUnion('type', [Paragraph, list('bulletList'), list('orderedList')]);

/** The text of a clause: paragraphs and lists, with merge fields (`campo`) among the words. */
export const ClauseBody = z.object({
  type: z.literal('doc'),
  content: z.array(Block).min(1).max(400),
});
export type ClauseBody = z.infer<typeof ClauseBody>;

type ParagraphNode = z.infer<typeof Paragraph>;

/** A line of a clause: a paragraph, or an item of a list with its bullet or number. */
export interface Line {
  /** Null: a paragraph. */
  bullet: string | null;
  content: readonly Inline[];
}

/** The lines of a clause in reading order. */
export function linesOf(body: ClauseBody): Line[] {
  const of = (bullet: string | null, paragraphs: readonly ParagraphNode[]): Line[] =>
    paragraphs.map(({ content = [] }, at) => ({ bullet: at === 0 ? bullet : bullet && '', content }));
  return body.content.flatMap((block) =>
    block.type === 'paragraph'
      ? of(null, [block])
      : block.content.flatMap((item, at) =>
          of(block.type === 'orderedList' ? `${at + 1}.` : '•', item.content),
        ),
  );
}

/** The names of the merge fields in a clause, each once. */
export const fieldsIn = (body: ClauseBody): string[] => [
  ...new Set(
    linesOf(body).flatMap(({ content }) =>
      content.flatMap((one) => (one.type === 'campo' ? [one.attrs.name] : [])),
    ),
  ),
];

/** Whether a clause says nothing. */
export const isEmpty = (body: ClauseBody): boolean =>
  linesOf(body).every(({ content }) =>
    content.every((one) => one.type === 'hardBreak' || (one.type === 'text' && one.text.trim() === '')),
  );

/** A clause from plain text: a paragraph per line, `{{name}}` is a merge field, a line that begins with «- » an item. */
export function bodyOf(text: string): ClauseBody {
  const blocks: ClauseBody['content'] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const item = line.startsWith('- ');
    const content = inlineOf(item ? line.slice(2) : line);
    const last = blocks.at(-1);
    if (!item) blocks.push({ type: 'paragraph', content });
    else if (last?.type === 'bulletList')
      last.content.push({ type: 'listItem', content: [{ type: 'paragraph', content }] });
    else
      blocks.push({
        type: 'bulletList',
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content }] }],
      });
  }
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] };
}

const inlineOf = (text: string): Inline[] =>
  text
    .split(/(\{\{\w+\}\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
      return name ? { type: 'campo', attrs: { name } } : { type: 'text', text: part };
    });

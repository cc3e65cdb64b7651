import { fileText, readCsv } from '#server/kernel/csv.ts';
import { tidy, UnreadableText, type Block } from './blocks.ts';

/** A line that stands alone, is short and ends without a point is a heading; so is `# …` and `Título:`. */
const isHeading = (line: string, alone: boolean) =>
  /^#{1,6}\s/.test(line) ||
  (alone &&
    line.length <= 90 &&
    line.split(/\s+/).length <= 12 &&
    /^[\p{Lu}\d¿¡"«(]/u.test(line) &&
    !/[.;,!]$/.test(line));

/** Paragraphs and headings of a plain text. */
function blocksOfText(text: string): Block[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push({ text: open.join(' '), heading: false, page: null });
    open = [];
  };
  for (const [at, line] of lines.entries()) {
    const alone = open.length === 0 && (at === 0 || lines[at - 1] === '');
    const underlined = /^(=|-){3,}$/.test(lines[at + 1] ?? '') && line !== '';
    if (line === '' || /^(=|-){3,}$/.test(line)) close();
    else if (underlined || (isHeading(line, alone) && lines.slice(at + 1).some(Boolean))) {
      close();
      blocks.push({ text: line.replace(/^#{1,6}\s*/, '').replace(/:$/, ''), heading: true, page: null });
    } else if (/^([-*•]|\d+[.)])\s+/.test(line)) {
      close();
      open = [line.replace(/^[-*•]\s+/, '')];
    } else open.push(line);
  }
  close();
  return blocks;
}

const ROWS_MAX = 2000;

/**
 * Rows of a table. With the columns `pregunta` and `respuesta`, each row is a pair; otherwise each row is a sentence of its
 * columns, below the first one as its heading.
 */
function blocksOfTable(bytes: Buffer): Block[] {
  const rows = readCsv(bytes, ROWS_MAX).rows.map(({ cells }) =>
    cells.map((cell) => tidy(String(cell ?? ''))),
  );
  const [head, ...rest] = rows;
  if (!head || rest.length === 0)
    throw new UnreadableText('La tabla no tiene filas. La primera fila lleva los nombres de las columnas.');
  const named = (word: RegExp) => head.findIndex((name) => word.test(name));
  const [question, answer] = [named(/^pregunta/i), named(/^respuesta/i)];
  return rest.flatMap((cells): Block[] => {
    const heading = cells[question < 0 ? 0 : question] ?? '';
    const content =
      question >= 0 && answer >= 0
        ? (cells[answer] ?? '')
        : cells.flatMap((cell, at) => (cell && at > 0 ? [`${head[at] ?? ''}: ${cell}`] : [])).join('. ');
    return heading && content
      ? [
          { text: heading, heading: true, page: null },
          { text: content, heading: false, page: null },
        ]
      : [];
  });
}

/** A TXT or a CSV: the name says which. */
export const blocksOfPlain = (bytes: Buffer, name: string): Block[] =>
  /\.(csv|tsv)$/i.test(name) ? blocksOfTable(bytes) : blocksOfText(fileText(bytes));

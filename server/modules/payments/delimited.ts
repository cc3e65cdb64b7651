/** The text of a bank's file: UTF-8, UTF-16 with its mark, or what Windows writes where it is none of them. */
export function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes.subarray(2));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\uFEFF/, '');
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator that the first lines have most of, outside of quotes. */
function separatorOf(text: string): string {
  const head = text.slice(0, 4000).replace(/"[^"]*"/g, '');
  return [';', '\t', '|', ','].reduce(
    (best, one) => (head.split(one).length > head.split(best).length ? one : best),
    ',',
  );
}

export interface TextRow {
  /** As an editor counts them, from 1. */
  row: number;
  cells: string[];
}

/** Rows of a separated text with their numbers, empty ones left out; undefined when there are more than `most`. */
export function readDelimited(text: string, most: number): TextRow[] | undefined {
  const separator = separatorOf(text);
  const rows: TextRow[] = [];
  let cells: string[] = [];
  let field = '';
  let quoted = false;
  let line = 1;
  let startedAt = 1;
  const endRow = () => {
    cells.push(field.trim());
    field = '';
    if (cells.some((cell) => cell !== '')) rows.push({ row: startedAt, cells });
    cells = [];
    startedAt = line;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === '\n') line += 1;
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && field.trim() === '') quoted = true;
    else if (letter === separator) {
      cells.push(field.trim());
      field = '';
    } else if (letter === '\n') {
      endRow();
      if (rows.length > most) return undefined;
    } else if (letter !== '\r') field += letter;
  }
  endRow();
  return rows;
}

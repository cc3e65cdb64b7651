import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { TEXT_MAX, UnreadableText, type Block } from './blocks.ts';

const PAGES_MAX = 300;
const BROKEN = 'No se puede leer ese PDF: está dañado. Ábrelo, guárdalo otra vez y súbelo.';

interface Line {
  text: string;
  height: number;
  y: number;
  page: number;
}

/** Headings and paragraphs of a PDF: a heading is larger than most lines. */
export async function blocksOfPdf(bytes: Uint8Array): Promise<Block[]> {
  const lines = await linesOf(bytes);
  if (lines.every(({ text }) => !text.trim()))
    throw new UnreadableText(
      'Ese PDF no tiene texto: parece escaneado. Sube uno con texto, o escribe preguntas con su respuesta.',
    );
  const heights = lines.map(({ height }) => height).toSorted((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)]!;
  const blocks: Block[] = [];
  let before: Line | undefined;
  for (const line of lines) {
    const heading = line.height > usual * 1.12 && line.text.length <= 120;
    const last = blocks.at(-1);
    const gap =
      before && before.page === line.page ? (before.y - line.y) / Math.max(line.height, 1) : Infinity;
    const bullet = /^[•\-–*]\s/.test(line.text);
    if (last && last.heading === heading && gap < 1.9 && !bullet && before!.height === line.height)
      last.text += last.text.endsWith('-') ? line.text : ` ${line.text}`;
    else blocks.push({ text: line.text.replace(/^[•\-–*]\s+/, ''), heading, page: line.page });
    before = line;
  }
  return blocks;
}

async function linesOf(bytes: Uint8Array): Promise<Line[]> {
  const lines: Line[] = [];
  let size = 0;
  const task = getDocument({
    data: bytes,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  });
  const pdf = await task.promise.catch((error: Error) => {
    throw new UnreadableText(
      error.name === 'PasswordException'
        ? 'Ese PDF tiene contraseña. Quítale la contraseña y súbelo otra vez.'
        : BROKEN,
    );
  });
  if (pdf.numPages > PAGES_MAX)
    throw new UnreadableText(`Ese PDF tiene más de ${PAGES_MAX} páginas. Divídelo en partes.`);
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const { items } = await pdf.getPage(page).then(
      (one) => one.getTextContent(),
      () => {
        throw new UnreadableText(BROKEN);
      },
    );
    let open: Line | undefined;
    for (const item of items) {
      if (!('str' in item)) continue;
      const [height, y] = [Math.round(item.height * 10) / 10, Number(item.transform[5])];
      if (item.str !== '') {
        if (open && Math.abs(open.y - y) < Math.max(open.height, height) * 0.4) {
          open.text += item.str;
          open.height = Math.max(open.height, item.str.trim() ? height : 0);
        } else lines.push((open = { text: item.str, height, y, page }));
      }
      size += item.str.length;
      if (size > TEXT_MAX) throw new UnreadableText('Ese PDF tiene demasiado texto. Divídelo en partes.');
    }
  }
  await task.destroy();
  return lines.filter(({ text }) => text.trim());
}

import { PDFDocument, StandardFonts, rgb, type PDFFont } from '@cantoo/pdf-lib';
import { answer, taskOf } from '#server/kernel/inThread.ts';
import type { ExpedienteJob, Part } from './expediente.service.ts';

/** A4 in points. */
const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 48];
/** Pages of one paper at most: nobody at a bank reads more, and a made-up file may have a million. */
const PAGES_MOST = 200;

const { cover, parts } = taskOf<ExpedienteJob>();

const target = await PDFDocument.create();
const font = await target.embedFont(StandardFonts.Helvetica);
const bold = await target.embedFont(StandardFonts.HelveticaBold);

/** The standard fonts know western letters only. */
const plain = (text: string) => text.replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?');

/** Adds one paper; answers how many pages it took, 0 when it could not be read. */
async function add({ kind, bytes }: Part): Promise<number> {
  try {
    if (kind === 'jpg') {
      const picture = await target.embedJpg(bytes);
      const room = { width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN };
      const scale = Math.min(room.width / picture.width, room.height / picture.height, 1);
      const [width, height] = [picture.width * scale, picture.height * scale];
      const page = target.addPage([WIDTH, HEIGHT]);
      page.drawImage(picture, { x: (WIDTH - width) / 2, y: HEIGHT - MARGIN - height, width, height });
      return 1;
    }
    const source = await PDFDocument.load(bytes, { updateMetadata: false });
    const count = Math.min(source.getPageCount(), PAGES_MOST);
    const pages = await target.copyPages(
      source,
      Array.from({ length: count }, (_, at) => at),
    );
    for (const page of pages) target.addPage(page);
    return pages.length;
  } catch {
    return 0;
  }
}

function write(
  page: ReturnType<typeof target.addPage>,
  text: string,
  at: { x: number; y: number },
  size: number,
  face: PDFFont = font,
): void {
  let shown = plain(text);
  while (face.widthOfTextAtSize(shown, size) > WIDTH - MARGIN - at.x && shown.length > 1)
    shown = `${shown.slice(0, -2)}.`;
  page.drawText(shown, { ...at, size, font: face, color: rgb(0.1, 0.1, 0.1) });
}

const front = target.addPage([WIDTH, HEIGHT]);
let line = HEIGHT - MARGIN - 24;
write(front, 'Expediente para trámite hipotecario', { x: MARGIN, y: line }, 20, bold);
line -= 28;
for (const [name, value] of [
  ['Banco', cover.bank],
  ['Cliente', cover.customer],
  ['Documento', cover.document],
  ['Pre-contrato', cover.code],
  ['Proyecto', cover.project],
  ['Promotora', cover.company],
  ['Fecha', cover.day],
] as const) {
  line -= 18;
  write(front, name, { x: MARGIN, y: line }, 10);
  write(front, value, { x: MARGIN + 90, y: line }, 10, bold);
}
line -= 40;
write(front, 'Contenido', { x: MARGIN, y: line }, 13, bold);
for (const [at, part] of parts.entries()) {
  const first = target.getPageCount() + 1;
  const taken = await add(part);
  line -= 18;
  const where = taken === 0 ? 'va aparte, en el ZIP' : `página ${first}`;
  if (line < MARGIN) continue;
  write(front, `${at + 1}. ${part.label}`, { x: MARGIN, y: line }, 10);
  write(front, where, { x: WIDTH - MARGIN - 110, y: line }, 10);
}
target.setTitle(plain(`Expediente ${cover.code}`));
target.setProducer('Llave');
answer(await target.save());

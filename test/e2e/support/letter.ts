import { PDFDocument } from '@cantoo/pdf-lib';

/** A PDF with one page of text. */
export async function composeLetter(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.addPage([612, 792]).drawText('Acta de entrega de las reglas', { x: 72, y: 700, size: 18 });
  return Buffer.from(await pdf.save());
}

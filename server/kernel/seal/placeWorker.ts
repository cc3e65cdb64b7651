import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFString,
  rgb,
  StandardFonts,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { answer, taskOf } from '../inThread.ts';
import type { Placed, PlaceTask } from './place.ts';
import { takePlaces } from './signPlaces.ts';

/** A number as wide as any offset; it is replaced by the real one. */
const WIDE = 9_999_999_999;

/** The standard fonts know western letters only. */
const plain = (text: string) => text.replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?');

async function place(task: PlaceTask): Promise<Placed> {
  const pdf = await PDFDocument.load(task.pdf, { updateMetadata: false, forIncrementalUpdate: task.after });
  await printFoot(pdf, task.foot);
  await draw(pdf, task.drawings);
  const annex = await PDFDocument.load(task.annex, { updateMetadata: false });
  for (const page of await pdf.copyPages(annex, annex.getPageIndices())) pdf.addPage(page);
  if (task.evidence) addEvidence(pdf, task.evidence);
  addField(pdf, task);
  // The place is found by its text: it must not be inside a compressed object.
  return finished(await pdf.save({ useObjectStreams: false, updateFieldAppearances: false }), task.room);
}

async function printFoot(pdf: PDFDocument, foot: string): Promise<void> {
  if (foot === '') return;
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const text = plain(foot);
  const size = 8;
  for (const page of pdf.getPages()) {
    const { x, y, width } = page.getCropBox();
    page.drawText(text, {
      x: Math.max(x + 12, x + width - 24 - font.widthOfTextAtSize(text, size)),
      y: y + 14,
      size,
      font,
      color: rgb(0.2, 0.25, 0.22),
    });
  }
}

/** Points that a signature may take above its line. */
const SIGNATURE = { width: 170, height: 44 };

async function draw(pdf: PDFDocument, drawings: PlaceTask['drawings']): Promise<void> {
  const take = takePlaces(pdf);
  for (const { document, png } of drawings) {
    const place = take(document);
    if (!place) continue;
    const image = await pdf.embedPng(png);
    const size = image.scaleToFit(SIGNATURE.width, SIGNATURE.height);
    place.page.drawImage(image, { x: place.x + 6, y: place.y + 4, ...size });
  }
}

/** The document security store (ISO 32000-2, 12.8.4.3): chain and revocation, for whoever validates later. */
function addEvidence(
  { context, catalog }: PDFDocument,
  { certificates, crls, ocsps }: NonNullable<PlaceTask['evidence']>,
): void {
  const streams = (all: readonly Uint8Array[]) =>
    all.map((bytes) => context.register(context.flateStream(bytes)));
  const store = context.obj({ Type: 'DSS', Certs: streams(certificates) });
  if (crls.length > 0) store.set(PDFName.of('CRLs'), context.obj(streams(crls)));
  if (ocsps.length > 0) store.set(PDFName.of('OCSPs'), context.obj(streams(ocsps)));
  catalog.set(PDFName.of('DSS'), context.register(store));
}

function addField(pdf: PDFDocument, { name, reason, date, room }: PlaceTask): void {
  const { context, catalog } = pdf;
  const page = pdf.getPages().at(-1)!;
  const signature = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, WIDE, WIDE, WIDE],
    Contents: PDFHexString.of('0'.repeat(room * 2)),
    M: PDFString.of(date),
    Name: PDFHexString.fromText(name),
    // Plain, so that it is found in a file that is too damaged to be parsed.
    Reason: PDFString.of(plain(reason).replaceAll(/[()\\]/g, '')),
  });
  const widget = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      Rect: [0, 0, 0, 0],
      V: context.register(signature),
      T: PDFHexString.fromText(`Sello ${fieldCount(pdf) + 1}`),
      // Printed, locked.
      F: 132,
      P: page.ref,
    }),
  );
  page.node.addAnnot(widget);
  const form = catalog.lookup(PDFName.of('AcroForm'));
  if (form instanceof PDFDict) {
    const fields = form.lookup(PDFName.of('Fields'));
    if (fields instanceof PDFArray) fields.push(widget);
    else form.set(PDFName.of('Fields'), context.obj([widget] as PDFRef[]));
    form.set(PDFName.of('SigFlags'), context.obj(3));
  } else
    catalog.set(PDFName.of('AcroForm'), context.register(context.obj({ Fields: [widget], SigFlags: 3 })));
}

function fieldCount({ catalog }: PDFDocument): number {
  const form = catalog.lookup(PDFName.of('AcroForm'));
  const fields = form instanceof PDFDict ? form.lookup(PDFName.of('Fields')) : undefined;
  return fields instanceof PDFArray ? fields.size() : 0;
}

/** Writes the real offsets over the wide numbers, in the same width. */
function finished(saved: Uint8Array, room: number): Placed {
  const bytes = Buffer.from(saved);
  const hole = `<${'0'.repeat(room * 2)}>`;
  const open = bytes.lastIndexOf(hole, bytes.length, 'latin1');
  const wide = `${WIDE} ${WIDE} ${WIDE}`;
  const range = bytes.lastIndexOf(wide, bytes.length, 'latin1');
  if (open < 0 || range < 0) throw new Error('the place for the signature is not in the file');
  const after = open + hole.length;
  const byteRange: Placed['byteRange'] = [0, open, after, bytes.length - after];
  const numbers = byteRange.slice(1).map((one) => String(one).padEnd(String(WIDE).length));
  bytes.write(numbers.join(' '), range, 'latin1');
  return { pdf: bytes, at: open + 1, byteRange };
}

answer(await place(taskOf<PlaceTask>()).catch(() => null));

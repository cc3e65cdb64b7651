import { Readable } from 'node:stream';
import { PAPER_FILE, paperFileOf } from '#contract/company/files/files.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import type { NewUpload, UploadState } from '#contract/sales/purchase/model.ts';
import { MAX_BENEFICIARIES, type PaperField } from '#contract/sales/purchase/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { safeName, type UploadedFile } from '#server/kernel/files.ts';
import { attachPaper } from '#server/modules/sales/documents/documents.service.ts';
import { papersNow, requireOpen, type PaperNow } from '#server/modules/sales/documents/papers.service.ts';
import { drawingFault } from '#server/modules/company/files/drawing.service.ts';
import { takesPapers } from './consents.service.ts';
import { consentsOf } from '#server/modules/sales/consents/consents.service.ts';
import { ownSale, type Sale } from './own.service.ts';
import {
  deleteOthers,
  deleteUpload,
  findUpload,
  findUploads,
  insertPiece,
  insertUpload,
  readPieces,
  type Upload,
} from './uploads.queries.ts';

/** Bytes per write: small enough to lose little, large enough to be fast. */
const PIECE_BYTES = 256 * 1024;

/**
 * Raises 409 SALE_ENDED or CONSENT unless the sale accepts documents and the buyer gave the data consent (rulings.md
 * 17).
 */
export async function requirePapersAllowed(ctx: Context, sale: Sale): Promise<void> {
  if (!takesPapers(sale)) throw conflict('SALE_ENDED', 'Esta compra terminó: ya no recibe archivos.');
  if (!(await consentsOf(ctx.db, sale.id)).datos)
    throw conflict('CONSENT', 'Marca primero que aceptas el uso de tus datos; después adjunta tus archivos.');
}

/**
 * Announces a file for a slot of the sale's form: returns the offset to start from, or that the file is already stored.
 * Raises 404, 409 SALE_ENDED, CONSENT and PAPER_CLOSED, 422 at the field. Opens its own transactions.
 */
export async function beginUpload(ctx: Context, saleId: number, file: NewUpload): Promise<UploadState> {
  const begun = await ctx.transaction(async (tx) => {
    const sale = await ownSale(tx, saleId, true);
    await requirePapersAllowed(tx, sale);
    if (file.tamano > PAPER_FILE.maxSize)
      throw invalid([{ field: file.campo, message: 'El archivo pesa más de 10 MB. Usa uno más liviano.' }]);
    const place = await placeFor(tx, sale.id, file);
    if ('known' in place) return place.known;
    const upload = await insertUpload(tx.db, {
      saleId: sale.id,
      field: file.campo,
      position: place.position,
      name: safeName(file.nombre),
      size: file.tamano,
      sha256: file.sha256 ?? null,
      createdAt: tx.now,
      touchedAt: tx.now,
    });
    if (upload.size !== file.tamano)
      throw invalid([{ field: file.campo, message: 'El archivo cambió. Escógelo otra vez.' }]);
    await deleteOthers(tx.db, upload);
    return upload;
  });
  if ('adjunto' in begun) return begun;
  // After a crash behind the last piece, only the last step is missing.
  return begun.received === begun.size ? finish(ctx, begun) : stateOf(begun);
}

/** The slot for a file, or the response if the slot already holds exactly these bytes. */
async function placeFor(
  ctx: Context,
  saleId: number,
  { campo, posicion, nombre, tamano, sha256 }: NewUpload,
): Promise<{ position: number } | { known: UploadState }> {
  const several = campo === 'cedula_beneficiario';
  const asked = (position: number) => !several || !posicion || position === posicion;
  const papers = (await papersNow(ctx.db, saleId)).filter(({ field }) => field === campo);
  const same = papers.find(({ file, position }) => file?.sha256 === sha256 && asked(position));
  if (same?.file && same.stateId !== DOCUMENT.rejected) {
    const adjunto = { documento_id: same.id, mensaje: same.attachedText };
    const size = { tamano, recibido: tamano };
    return {
      known: { id: same.file.id, campo, posicion: same.position, nombre, ...size, completo: true, adjunto },
    };
  }
  const position = several ? posicion || (await freePosition(ctx, saleId, papers, sha256)) : 0;
  await requireOpen(
    ctx,
    saleId,
    papers.find((paper) => paper.position === position),
  );
  return { position };
}

/** The first beneficiary position without a file or an upload. If this file is already being uploaded, its position. */
async function freePosition(
  ctx: Context,
  saleId: number,
  papers: readonly PaperNow[],
  sha256: string | undefined,
): Promise<number> {
  const coming = (await findUploads(ctx.db, saleId)).filter(({ field }) => field === 'cedula_beneficiario');
  const own = coming.find((upload) => sha256 !== undefined && upload.sha256 === sha256);
  if (own) return own.position;
  const used = [...papers.filter(({ file }) => file !== null), ...coming].map(({ position }) => position);
  for (let position = 1; position <= MAX_BENEFICIARIES; position += 1)
    if (!used.includes(position)) return position;
  const message = `Puedes adjuntar ${MAX_BENEFICIARIES} cédulas como máximo.`;
  throw invalid([{ field: 'cedula_beneficiario', message }]);
}

const stateOf = (upload: Upload): UploadState => ({
  id: upload.id,
  campo: upload.field as PaperField,
  posicion: upload.position,
  nombre: upload.name,
  tamano: upload.size,
  recibido: upload.received,
  completo: false,
  adjunto: null,
});

/** An upload of a sale that is open in this browser. Raises 404 for others. */
export async function ownUpload(ctx: Context, id: string): Promise<Upload> {
  const upload = await findUpload(ctx.db, id);
  if (!upload) throw notFound();
  await ownSale(ctx, upload.saleId);
  return upload;
}

export const uploadState = async (ctx: Context, id: string) => stateOf(await ownUpload(ctx, id));

export async function cancelUpload(ctx: Context, id: string): Promise<void> {
  await deleteUpload(ctx.db, (await ownUpload(ctx, id)).id);
}

/**
 * Receives bytes from an offset on and stores them piece by piece; if the connection breaks, the received pieces stay.
 * The last byte completes the document. Raises 404, 409 OFFSET (`current` has the right offset), 422 at the field, and
 * the errors of requirePapersAllowed and attachPaper. Opens its own transactions.
 */
export async function receivePieces(
  ctx: Context,
  id: string,
  from: number,
  body: AsyncIterable<Uint8Array>,
): Promise<UploadState> {
  const upload = await ownUpload(ctx, id);
  if (upload.received !== from) throw elsewhere(upload.received);
  let at = from;
  let waiting: Uint8Array[] = [];
  const write = async () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    if (bytes.length === 0) return;
    if (!(await insertPiece(ctx.db, { uploadId: id, at, bytes }, ctx.now)))
      throw elsewhere((await findUpload(ctx.db, id))?.received ?? 0);
    at += bytes.length;
  };
  let held = 0;
  try {
    for await (const chunk of untilBroken(body)) {
      held += chunk.length;
      if (from + held > upload.size)
        throw invalid([{ field: upload.field, message: 'Llegaron más bytes que los del archivo.' }]);
      waiting.push(chunk);
      if (waiting.reduce((sum, one) => sum + one.length, 0) >= PIECE_BYTES) await write();
    }
  } finally {
    await write();
  }
  const now = { ...upload, received: at };
  return at === upload.size ? finish(ctx, now) : stateOf(now);
}

/** Ends the stream when the connection breaks, without an error: the client is gone. */
async function* untilBroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    // the received bytes stay
  }
}

const elsewhere = (received: number) =>
  conflict('OFFSET', 'El archivo sigue desde otro punto.', { recibido: received });

/**
 * Moves a complete upload into the file store and its document. Deletes a refused upload: the buyer must choose another
 * file.
 */
async function finish(ctx: Context, upload: Upload): Promise<UploadState> {
  try {
    // Hashing and reading hold no database connection.
    const file = await gather(ctx, upload).catch(async (error: unknown) => {
      // Another tab finished first and deleted the pieces.
      throw (await findUpload(ctx.db, upload.id)) ? error : notFound();
    });
    const attached = await ctx.transaction(async (tx) => {
      await requirePapersAllowed(tx, await ownSale(tx, upload.saleId, true));
      if (!(await findUpload(tx.db, upload.id))) throw notFound();
      const paper = { saleId: upload.saleId, type: upload.field, position: upload.position, upload: file };
      const done = await attachPaper(tx, paper);
      await deleteUpload(tx.db, upload.id);
      return done;
    });
    return {
      ...stateOf(upload),
      recibido: upload.size,
      completo: true,
      adjunto: { documento_id: attached.documentId, mensaje: attached.attachedText },
    };
  } catch (error) {
    if (error instanceof Refused && error.status !== 404) await deleteUpload(ctx.db, upload.id);
    throw error;
  }
}

async function gather(ctx: Context, upload: Upload): Promise<UploadedFile> {
  const stream = Readable.from(readPieces(ctx.db, upload.id), { objectMode: false });
  const file = await ctx.files.receive(
    { field: upload.field, name: upload.name, stream },
    paperFileOf(upload.field),
  );
  if (upload.sha256 !== null && upload.sha256 !== file.sha256)
    throw invalid([{ field: upload.field, message: 'El archivo llegó dañado. Envíalo otra vez.' }]);
  await requireDrawing(ctx, file);
  return file;
}

/** Checks that a signature is a real drawing, not a dot or a single line. Raises 422 at its field. */
export async function requireDrawing(ctx: Pick<Context, 'files'>, file: UploadedFile): Promise<void> {
  const fault = file.field === 'archivo_firma' ? await drawingFault(ctx, file) : null;
  if (fault) throw invalid([{ field: file.field, message: fault }]);
}

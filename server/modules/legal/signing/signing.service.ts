import { panamaDay, panamaTime } from '#contract/dates.ts';
import { TEXTS } from '#contract/texts.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import type { SignedText } from '#contract/legal/signing/pages.ts';
import { recordLastAction } from '#server/modules/sales/sale/advance.service.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { sha256 } from '#server/kernel/secrets.ts';
import { fileRejection, fileSignature, papersNow } from '#server/modules/sales/documents/papers.service.ts';
import { buyerHere } from '#server/modules/sales/buyerAccess/buyerHere.service.ts';
import { looksAt } from '#server/modules/company/outbox/looks.service.ts';
import { ownSale, requireTrust, type Sale } from '#server/modules/sales/purchase/own.service.ts';
import { buyersOf, type BuyerRow } from '#server/modules/sales/buyers/buyers.service.ts';
import { readSaleForm } from '#server/modules/sales/precontracts/receive.service.ts';
import { hashOfLink } from '#server/modules/legal/seals/chain.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { drawingFault } from '#server/modules/company/files/drawing.service.ts';
import { canonicalText, signedTextOf } from './signedText.ts';
import { SendCopy } from './signing.jobs.ts';
import { mailRejected } from './signing.mail.ts';
import { lastEvent, lastOfPrecontract, PRECONTRACT } from './signing.queries.ts';
import { signatures } from './signing.table.ts';

export { DECLARATIONS } from './signedText.ts';

/** domain.md §2, values of the last customer action. */
const SIGNED = 11;
const REJECTED = 12;

/**
 * The current text of the pre-contract for one of its buyers, with the hash of
 * exactly that text. `buyerId` null: the main buyer.
 */
export async function textToSign(
  ctx: Pick<Context, 'db' | 'knows'>,
  saleId: number,
  buyerId: number | null = null,
): Promise<{ text: SignedText; hash: string; signer: Signer }> {
  const { sale, form } = await readSaleForm(ctx, saleId);
  const { company } = await readSettings(ctx.db);
  const everybody = await buyersOf(ctx.db, saleId);
  const along = everybody.filter(({ id, role }) => id !== null && role === 'comprador');
  const signer = signerOf(along, buyerId) ?? {
    buyer: null,
    name: form.nombre,
    documentType: form.tipo_documento,
    documentNumber: form.cedula,
  };
  const text = signedTextOf({
    code: sale.code ?? String(sale.id),
    receivedAt: sale.receivedAt === null ? null : new Date(sale.receivedAt),
    buyer: form.nombre,
    documentType: form.tipo_documento,
    documentNumber: form.cedula,
    phone: form.celular,
    email: form.email,
    along,
    project: sale.project,
    model: sale.model,
    lot: sale.claim ? (sale.lot?.name ?? null) : null,
    priceCents: sale.priceCents,
    separationCents: sale.payments.find(({ typeId }) => typeId === SEPARATION)?.dueCents ?? null,
    paymentForm: sale.paymentForm,
    family: form.grupo_familiar ?? [],
    seller: company.legalName || company.name,
  });
  return { text, hash: sha256(canonicalText(text)), signer };
}

/** tipo_pagos, domain.md §2 */
const SEPARATION = 1;

interface Signer {
  /** Id of a co-buyer; null: the main buyer. */
  buyer: number | null;
  name: string;
  documentType: string | null;
  documentNumber: string | null;
}

/** The co-buyer who signs; undefined for the main buyer. Raises 404 for a co-buyer who has left the sale. */
function signerOf(along: readonly BuyerRow[], buyerId: number | null): Signer | undefined {
  if (buyerId === null) return undefined;
  const one = along.find(({ id }) => id === buyerId);
  if (!one) throw notFound();
  return {
    buyer: one.id,
    name: one.name,
    documentType: one.documentType,
    documentNumber: one.documentNumber,
  };
}

/** Why a pre-contract cannot be signed now; null when it can. */
export function whyNotSign({ stateId }: Pick<Sale, 'stateId'>): string | null {
  if (stateId === SALE.draft) return 'Primero completa y envía tu formulario.';
  return hasEnded(stateId) ? 'Esta compra terminó: ya no se firma.' : null;
}

/**
 * A buyer signs the pre-contract with a drawing, in the browser that filled in the form or after a one-time code.
 * Idempotent: a second signature changes nothing. Raises 404, 403 CODE_NEEDED, 409 NOT_COMPLETE and TEXT_CHANGED, 422
 * at `signature` for an empty panel.
 */
export async function signPrecontract(
  ctx: Context,
  name: string,
  { image, shownHash, origin }: { image: UploadedFile | undefined; shownHash?: string; origin: string },
): Promise<Sale> {
  const sale = await ownSale(ctx, name, true);
  await requireTrust(ctx, sale.id);
  const buyerId = await buyerHere(ctx, sale.id);
  if ((await lastOfPrecontract(ctx.db, sale.id, buyerId))?.outcome === 'firmada') return sale;
  const refusal = whyNotSign(sale);
  if (refusal) throw conflict('NOT_COMPLETE', refusal);
  const fault = image ? await drawingFault(ctx, image) : TEXTS.emptySignature;
  if (!image || fault) throw invalid([{ field: 'signature', message: fault ?? TEXTS.emptySignature }]);
  await sign(ctx, sale.id, image, { buyerId, origin, ...(shownHash && { shownHash }) });
  return sale;
}

/** Signs a pre-contract that was just received, with the drawing from the form. The sale must be locked. */
export async function signWithForm(ctx: Context, saleId: number, image: UploadedFile): Promise<void> {
  if ((await lastOfPrecontract(ctx.db, saleId, null))?.outcome === 'firmada') return;
  await sign(ctx, saleId, image, { buyerId: null, origin: 'formulario' });
}

async function sign(
  ctx: Context,
  saleId: number,
  image: UploadedFile,
  { buyerId, origin, shownHash }: { buyerId: number | null; origin: string; shownHash?: string },
): Promise<void> {
  const { text, hash, signer } = await textToSign(ctx, saleId, buyerId);
  if (shownHash && shownHash !== hash)
    throw conflict(
      'TEXT_CHANGED',
      'El pre-contrato cambió mientras lo leías. Léelo de nuevo antes de firmar.',
    );
  const { documentId, fileId } = await fileSignature(ctx, saleId, image, await paperOf(ctx, saleId, buyerId));
  const signatureId = await appendEvent(ctx, {
    saleId,
    buyerId,
    documentId,
    outcome: 'firmada',
    imageFileId: fileId,
    contentHash: hash,
    evidence: {
      ...whoAndWhen(ctx, saleId),
      // A colleague may have passed on the code or link that opened this sale (finding A9).
      seenByStaff: await looksAt(ctx, saleId),
      signer,
      text: canonicalText(text),
      consent: CONSENT_TEXTS.firma,
      image: { sha256: image.sha256, mime: image.mime, size: image.size },
      origin,
    },
  });
  await recordLastAction(ctx, saleId, SIGNED);
  await audit(ctx, 'firmar', 'precontrato', saleId, { contentHash: hash, buyerId });
  await ctx.jobs.send(ctx.db, SendCopy, { signatureId });
}

/** The customer refuses to sign, with an optional reason; the processor is notified. Idempotent. */
export async function rejectSignature(
  ctx: Context,
  name: string,
  { document, reason }: { document: string; reason: string | undefined },
): Promise<Sale> {
  const sale = await ownSale(ctx, name, true);
  await requireTrust(ctx, sale.id);
  await requireOwnPaper(ctx, sale, document);
  const buyerId = await buyerHere(ctx, sale.id);
  const last = await lastOfPrecontract(ctx.db, sale.id, buyerId);
  if (last?.outcome === 'firmada')
    throw conflict('SIGNED', 'Ya firmaste este pre-contrato. Si quieres cambiar algo, escríbenos.');
  const refusal = whyNotSign(sale);
  if (refusal) throw conflict('NOT_COMPLETE', refusal);
  if (last?.outcome === 'rechazada' && (last.reason ?? '') === (reason ?? '')) return sale;
  const { text, hash, signer } = await textToSign(ctx, sale.id, buyerId);
  const documentId = await fileRejection(ctx, sale.id, reason, await paperOf(ctx, sale.id, buyerId));
  await appendEvent(ctx, {
    saleId: sale.id,
    buyerId,
    documentId,
    outcome: 'rechazada',
    reason: reason ?? null,
    contentHash: hash,
    evidence: { ...whoAndWhen(ctx, sale.id), signer, text: canonicalText(text) },
  });
  await recordLastAction(ctx, sale.id, REJECTED);
  await audit(ctx, 'rechazar_firma', 'precontrato', sale.id, { buyerId });
  await mailRejected(ctx, sale.id, signer.name, reason);
  return sale;
}

/** The document slot of a signer's drawing: the main buyer uses the sale's own slot, each co-buyer an extra one. */
async function paperOf(ctx: Pick<Context, 'db'>, saleId: number, buyerId: number | null) {
  if (buyerId === null) return undefined;
  const one = (await buyersOf(ctx.db, saleId)).find(({ id }) => id === buyerId);
  return one && { position: one.position, label: `Firma de ${one.name}` };
}

/** `id` names the document (rulings.md 24): the signature's document, or the sale itself. Empty also means the sale. */
async function requireOwnPaper(ctx: Context, sale: Sale, id: string): Promise<void> {
  if (id === '' || id === String(sale.id) || id.toUpperCase() === sale.code) return;
  const papers = await papersNow(ctx.db, sale.id);
  if (!papers.some((paper) => paper.field === 'archivo_firma' && String(paper.id) === id)) throw notFound();
}

/** Evidence of the signer's identity and of the time (Ley 51 de 2008, art. 8). */
function whoAndWhen(ctx: Context, saleId: number) {
  const verifiedUntil = ctx.client?.verifiedUntil.get(saleId);
  const byCode = verifiedUntil !== undefined && verifiedUntil > ctx.now;
  return {
    identifiedBy: byCode ? 'codigo_de_un_solo_uso' : 'navegador_que_lleno_el_formulario',
    session: ctx.client?.sessionId ?? null,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    utc: ctx.now.toISOString(),
    panama: `${panamaDay(ctx.now)} ${panamaTime(ctx.now)}`,
  };
}

type Event = Pick<
  typeof signatures.$inferInsert,
  'saleId' | 'buyerId' | 'documentId' | 'outcome' | 'reason' | 'imageFileId' | 'contentHash' | 'evidence'
>;

/**
 * Appends an event to the sale's chain: each event holds the previous hash. Returns its id. The sale must be locked.
 */
async function appendEvent(ctx: Context, event: Event): Promise<number> {
  const last = await lastEvent(ctx.db, event.saleId);
  const link = { sequence: (last?.sequence ?? 0) + 1, previousHash: last?.hash ?? null };
  const row = { ...event, origin: PRECONTRACT, ...link, at: ctx.now };
  const [made] = await ctx.db
    .insert(signatures)
    .values({ ...row, hash: eventHash(row) })
    .returning({ id: signatures.id });
  return made!.id;
}

/**
 * The hash of an event with all its content (the signer is in the evidence). A check of the chain calculates it again.
 */
export const eventHash = (
  row: Event & { origin: string; sequence: number; previousHash: string | null; at: Date },
): string =>
  hashOfLink(row.previousHash, [
    row.saleId,
    row.sequence,
    row.origin,
    row.outcome,
    row.reason ?? null,
    row.documentId ?? null,
    row.contentHash,
    row.at.toISOString(),
    row.evidence,
  ]);

/** The signature state of the buyer in this session; undefined when neither signed nor rejected. */
export const signatureState = async (ctx: Pick<Context, 'db' | 'client'>, saleId: number) =>
  lastOfPrecontract(ctx.db, saleId, await buyerHere(ctx, saleId));

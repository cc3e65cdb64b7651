import { readDocument, documentError } from '#contract/identity.ts';
import { SIGNER_ROLES } from '#contract/legal/envelopes/rules.ts';
import type { ChosenSigner, SendDocument, SignerChoices } from '#contract/legal/envelopes/model.ts';
import { nameFault } from '#contract/names.ts';
import { normalizePhone, PHONE_ERROR } from '#contract/phone.ts';
import { addDays, panamaDay, panamaInstant } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { lockSaleInReach } from '#server/modules/sales/sale/states.service.ts';
import { saleInReach, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { offeredRepresentatives } from '../representatives/representatives.queries.ts';
import { openEnvelope } from './open.service.ts';
import { whyNotBuyer, type AskedSigner, type Attorney } from './signers.resolve.ts';
import { requirePdf } from './uploads.service.ts';

/** The end of a day so many days from now, in Panama. */
export const endAfter = (now: Date, days: number): Date =>
  panamaInstant(addDays(panamaDay(now), days), '23:59');

/**
 * Sends an uploaded PDF of a sale for signing. Returns the envelope's id. Raises 404, 422 at a field: a hostile PDF, a
 * signer who cannot sign, an attorney's data.
 */
export async function sendDocument(ctx: Context, saleId: number, sent: SendDocument): Promise<number> {
  await lockSaleInReach(ctx.db, saleId, salesInReach(ctx, 'legal.crear'));
  const { file, found } = await requirePdf(ctx, 'archivo');
  const signers = sent.firmantes.map((one, at) => askedSigner(one, at));
  const fileId = await addFile(ctx, { reference: 'precontrato', referenceId: saleId, sensitive: true }, file);
  return openEnvelope(ctx, {
    record: null,
    recordId: null,
    saleId,
    title: sent.titulo,
    fileId,
    summary: [
      { label: 'Qué firmas', value: sent.resumen },
      { label: 'Páginas', value: String(found.pages) },
      { label: 'Firman', value: sent.firmantes.map(({ role }) => SIGNER_ROLES[role]).join(', ') },
    ],
    signers,
    expiresAt: endAfter(ctx.now, sent.dias),
    initials: sent.iniciales,
  });
}

function askedSigner({ role, buyer_id, representative_id, attorney }: ChosenSigner, at: number): AskedSigner {
  return {
    role,
    buyerId: buyer_id,
    representativeId: representative_id,
    attorney: attorney && attorneyOf(attorney, `firmantes[${at}][attorney]`),
  };
}

/** An attorney as typed. Raises 422 at the name, document or phone. */
function attorneyOf(
  { kind, name, document_type, document, phone, email, power }: NonNullable<ChosenSigner['attorney']>,
  field: string,
): Attorney {
  const number = readDocument(document_type, document);
  const reached = normalizePhone(phone);
  const faults = [
    { field: `${field}[name]`, message: nameFault(name) },
    { field: `${field}[document]`, message: number ? null : documentError(document_type) },
    { field: `${field}[phone]`, message: reached ? null : PHONE_ERROR },
  ].flatMap(({ field: at, message }) => (message === null ? [] : [{ field: at, message }]));
  if (!number || !reached || faults.length > 0) throw invalid(faults);
  return { kind, name, documentType: document_type, document: number, phone: reached, email, power };
}

/** Who can be asked to sign for a sale: its buyers and the representatives, each with what is in the way. Raises 404. */
export async function signerChoices(ctx: Context, saleId: number): Promise<SignerChoices> {
  if (!(await saleInReach(ctx, 'legal.crear', saleId))) throw notFound();
  const buyers = await buyersOf(ctx.db, saleId);
  return {
    buyers: buyers
      .filter(({ role }) => role === 'comprador')
      .map((one) => ({
        buyer_id: one.id,
        name: one.name,
        document_type: one.documentType,
        whyNot: whyNotBuyer(one),
        company: one.documentType === 'ruc',
      })),
    representatives: await offeredRepresentatives(ctx),
  };
}

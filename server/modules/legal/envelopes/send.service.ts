import { saleInReach, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { readDocument, documentError } from '#contract/identity.ts';
import { SIGNER_ROLES } from '#contract/legal/envelopes/rules.ts';
import type { ChosenSigner, SendDocument, SignerChoices } from '#contract/legal/envelopes/model.ts';
import { nameFault } from '#contract/names.ts';
import { normalizePhone, PHONE_ERROR } from '#contract/phone.ts';
import { addDays, endOfDay, panamaDay } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { lockSaleInReach } from '#server/modules/sales/sale/states.service.ts';
import { offeredRepresentatives } from '../representatives/offered.service.ts';
import { openEnvelope } from './open.service.ts';
import { whyNotBuyer, type AskedSigner, type Attorney } from './signers.resolve.ts';
import { requirePdf } from './uploads.service.ts';

/** The end of a day so many days from now, in Panama. */
export const endAfter = (now: Date, days: number): Date => endOfDay(addDays(panamaDay(now), days));

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
      { label: 'Firman', value: signers.map(({ role }) => SIGNER_ROLES[role]).join(', ') },
    ],
    signers,
    expiresAt: endAfter(ctx.now, sent.dias),
    initials: sent.iniciales,
  });
}

function askedSigner(one: ChosenSigner, at: number): AskedSigner {
  const [kind, number] = one.quien.split(':');
  const id = number === undefined ? null : Number(number);
  return kind === 'representante'
    ? { role: 'promotora', representativeId: id }
    : { role: 'comprador', buyerId: id, attorney: one.otro === 'no' ? null : attorneyOf(one, one.otro, at) };
}

/** Somebody who signs for a buyer, as typed. Raises 422 at the name, document or phone. */
function attorneyOf(one: ChosenSigner, kind: Attorney['kind'], at: number): Attorney {
  const { nombre = '', tipo_documento: documentType, documento = '', celular = '', email, poder = '' } = one;
  const document = readDocument(documentType, documento);
  const phone = normalizePhone(celular);
  const faults = (
    [
      ['nombre', nameFault(nombre)],
      ['documento', document ? null : documentError(documentType)],
      ['celular', phone ? null : PHONE_ERROR],
    ] as const
  ).flatMap(([field, message]) =>
    message === null ? [] : [{ field: `firmantes[${at}][${field}]`, message }],
  );
  if (!document || !phone || faults.length > 0) throw invalid(faults);
  return { kind, name: nombre, documentType, document, phone, email: email || null, power: poder };
}

/** Who can be asked to sign for a sale: its buyers and the representatives, each with what is in the way. Raises 404. */
export async function signerChoices(ctx: Context, saleId: number): Promise<SignerChoices> {
  if (!(await saleInReach(ctx, 'legal.crear', saleId))) throw notFound();
  const buyers = await buyersOf(ctx.db, saleId);
  return {
    buyers: buyers
      .filter(({ role }) => role === 'comprador')
      .map((one) => ({
        value: one.id === null ? 'comprador' : `comprador:${one.id}`,
        name: one.name,
        whyNot: whyNotBuyer(one),
        company: one.documentType === 'ruc',
      })),
    representatives: (await offeredRepresentatives(ctx)).map(({ id, name, whyNot }) => ({
      value: `representante:${id}`,
      name,
      whyNot,
    })),
  };
}

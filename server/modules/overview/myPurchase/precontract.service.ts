import { eq } from 'drizzle-orm';
import { DAY_MS } from '#contract/dates.ts';
import { documentKey } from '#contract/identity.ts';
import { MESSAGES, type FieldError } from '#contract/errors.ts';
import { TEXTS } from '#contract/texts.ts';
import { parseMoney } from '#contract/money.ts';
import { normalizePhone } from '#contract/phone.ts';
import type { PrecontractForm, Submitted } from '#contract/sales/purchase/model.ts';
import { paymentPairError } from '#contract/sales/purchase/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid, Refused } from '#server/kernel/errors.ts';
import { papersNow } from '#server/modules/sales/documents/papers.service.ts';
import {
  ensureCustomerSession,
  submitHere,
} from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { claimOf, lastLotOf, moveClaim, reserveLot } from '#server/modules/sales/claims/claims.service.ts';
import { reportPayment } from '#server/modules/money/payments/payments.service.ts';
import { receiveSale } from '#server/modules/sales/precontracts/receive.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { signWithForm } from '#server/modules/legal/signing/signing.service.ts';
import {
  adoptLot,
  beginWithoutModel,
  findOpenDraft,
  lockVisitor,
} from '#server/modules/sales/purchase/buy.service.ts';
import { consentsOf } from '#server/modules/sales/consents/consents.service.ts';
import { faultsOf, mergeDraft, missingOf } from '#server/modules/sales/purchase/draft.service.ts';
import { lotIdOf, typedOf } from '#server/modules/sales/purchase/draftForm.service.ts';
import { attachFiles } from '#server/modules/sales/purchase/formFiles.service.ts';
import { isTrustedHere, ownSale, type Sale } from '#server/modules/sales/purchase/own.service.ts';
import { keepBuyerPush } from '#server/modules/sales/buyerAccess/buyerPush.service.ts';

/**
 * Takes the pre-contract form (spec §2.1). A first transaction stores the valid files and fields with the draft. A
 * second one, if nothing is malformed, receives a complete form with its lot for 48 hours; an incomplete one stays a
 * draft (rulings.md 18). A repeat finds the received sale and gives the same response. Raises 404, 409 LOT_TAKEN and
 * NOT_DRAFT, 422 at each field; the stored data stays.
 */
export async function submitPrecontract(ctx: Context, form: PrecontractForm): Promise<Submitted> {
  const kept = await ctx.transaction((tx) => keepWhatCame(tx, form));
  return ctx.transaction((tx) => decide(tx, kept), { once: true });
}

interface Kept {
  saleId: number;
  /** Errors of the files and fields that could not be stored. */
  errors: FieldError[];
  /** The lot chosen in this form. */
  lotId: number | null;
}

async function keepWhatCame(ctx: Context, form: PrecontractForm): Promise<Kept> {
  const sale = await findTarget(ctx, form);
  await keepBuyerPush(ctx, form.push_subscription);
  if (sale.stateId !== SALE.draft) {
    await requireRepeat(ctx, sale, form);
    await dropFiles(ctx);
    return { saleId: sale.id, errors: [], lotId: null };
  }
  // Only the request's own fields, no consent fields: the person asks for a contract, so the data needed for it may be
  // stored (Ley 81 art. 8).
  const whole = form.consentimiento_datos === undefined && form.consentimiento_apc === undefined;
  const { dataConsent } = await mergeDraft(ctx, sale, form, { whole });
  const errors = [...ctx.refusedFiles];
  const lotText = (form.lote_id ?? '').trim();
  const lotId = lotIdOf(lotText);
  if (lotText !== '' && lotId === null)
    errors.push({ field: 'lote_id', message: 'Elige el lote de la lista.' });
  if (lotId !== null) await adoptLot(ctx, sale.id, lotId);
  if (dataConsent || whole) errors.push(...(await attachFiles(ctx, sale.id)));
  else await dropFiles(ctx);
  return { saleId: sale.id, errors, lotId };
}

/** Deletes the uploaded files of a form that is not stored. */
const dropFiles = (ctx: Context) => ctx.files.drop([...ctx.uploads.values()].flat());

/** The draft named by the form, else this browser's open draft, else the sale of a repeated form, else a new draft. */
async function findTarget(ctx: Context, form: PrecontractForm): Promise<Sale> {
  const name = (form.precontrato_id ?? form.codigo ?? '').trim();
  if (name !== '') return ownSale(ctx, name, true);
  const visitor = await lockVisitor(ctx);
  const draft = await findOpenDraft(ctx, visitor);
  if (draft) return draft;
  const repeated = await findSame(ctx, form);
  return repeated ?? ownSale(ctx, await beginWithoutModel(ctx, visitor), true);
}

/** A pre-contract that this browser recently sent with the same data. */
async function findSame(ctx: Context, form: PrecontractForm): Promise<Sale | undefined> {
  const { saleIds } = await ensureCustomerSession(ctx);
  for (const id of saleIds.toReversed()) {
    const sale = await ownSale(ctx, id);
    const lately = sale.receivedAt && ctx.now.getTime() - sale.receivedAt.getTime() < DAY_MS;
    if (lately && (await isSame(ctx, sale, form, true))) return sale;
  }
  return undefined;
}

/** Whether the form's buyer data equals the sale's; `strict`: the form must also name a person. */
async function isSame(ctx: Context, sale: Sale, form: PrecontractForm, strict: boolean): Promise<boolean> {
  const [person] = await ctx.db.select().from(people).where(eq(people.id, sale.personId));
  if (!person) return false;
  const number = (form.cedula ?? '').trim();
  const phone = (form.celular ?? '').trim();
  const name = (form.nombre ?? '').trim();
  const type =
    person.documentType === 'pasaporte' || person.documentType === 'ruc' ? person.documentType : 'cedula';
  const same =
    (number === '' || documentKey(type, number) === person.documentKey) &&
    (phone === '' || normalizePhone(phone) === person.phone) &&
    (name === '' || name === person.name);
  return same && (!strict || (number !== '' && phone !== ''));
}

async function requireRepeat(ctx: Context, sale: Sale, form: PrecontractForm): Promise<void> {
  if (await isSame(ctx, sale, form, false)) return;
  throw conflict('NOT_DRAFT', 'Este pre-contrato ya fue enviado. Si quieres corregir un dato, escríbenos.', {
    codigo: sale.code,
  });
}

async function decide(ctx: Context, { saleId, errors, lotId }: Kept): Promise<Submitted> {
  const sale = await ownSale(ctx, saleId, true);
  if (sale.stateId !== SALE.draft) return answer(sale);
  const papers = await papersNow(ctx.db, saleId);
  const faults = [...errors, ...(await faultsOf(ctx, sale.draft))];
  const proof = papers.find(({ field, file }) => field === 'archivo_comprobante' && file !== null);
  const amount = typedOf(sale.draft, 'monto_pagado');
  const { datos } = await consentsOf(ctx.db, saleId);
  const lacks = paymentPairError({ proof: proof !== undefined, amount: amount !== '' });
  if (lacks) faults.push({ field: lacks.field, message: lacks.label });
  if (faults.length > 0) throw invalid(unique(faults), MESSAGES.INVALID_CUSTOMER);

  const missing = missingOf(sale.draft, datos);
  if (missing.length > 0) {
    if (lotId !== null) await claim(ctx, saleId, lotId);
    return answer(sale);
  }
  await reserve(ctx, sale, lotId);
  const paidCents = proof?.file && amount !== '' ? centsOf(amount) : null;
  await receiveSale(ctx, saleId, { paidCents });
  await submitHere(ctx, saleId);
  if (proof?.file && paidCents !== null)
    await reportPayment(ctx, {
      saleId,
      cents: paidCents,
      proof: { ...proof.file, field: 'archivo_comprobante' },
      withForm: true,
    });
  const drawing = papers.find(({ field, file }) => field === 'archivo_firma' && file !== null);
  // In a browser that needs a code, the drawing is only a document; the buyer signs later with the code.
  if (drawing?.file && (await isTrustedHere(ctx, saleId)))
    await signWithForm(ctx, saleId, { ...drawing.file, field: 'archivo_firma' });
  return answer(await ownSale(ctx, saleId));
}

/** Reserves the chosen lot; claims it again first if its hold has ended. */
async function reserve(ctx: Context, sale: Sale, asked: number | null): Promise<void> {
  const chosen = typeof sale.draft['lote_id'] === 'number' ? sale.draft['lote_id'] : null;
  const lotId =
    asked ?? (await claimOf(ctx.db, sale.id))?.lotId ?? chosen ?? (await lastLotOf(ctx.db, sale.id));
  if (lotId === null) return;
  await claim(ctx, sale.id, lotId);
  await reserveLot(ctx, { saleId: sale.id });
}

const claim = (ctx: Context, saleId: number, lotId: number) => moveClaim(ctx, { saleId, lotId });

function centsOf(amount: string): number {
  const read = parseMoney(amount);
  if ('error' in read) throw new Refused(422, 'INVALID', read.error);
  return read.cents;
}

const answer = (sale: Pick<Sale, 'id' | 'code'>): Submitted => ({
  success: TEXTS.sent,
  redirect: '/clientes/siguiente/',
  precontratoCodigo: sale.code,
  precontratoId: sale.id,
});

const unique = (errors: readonly FieldError[]) =>
  errors.filter((one, at) => errors.findIndex(({ field }) => field === one.field) === at);

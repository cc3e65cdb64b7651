import { updatePerson } from '#server/modules/sales/people/people.service.ts';
import { eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { SALE, saleMachine } from '#contract/sales/sale/rules.ts';
import { findTransition } from '#contract/transitions.ts';
import { touch } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { notFound, transitionRefused } from '#server/kernel/errors.ts';
import { createChecklist } from '#server/modules/sales/documents/checklist.service.ts';
import { reserveLot } from '#server/modules/sales/claims/claims.service.ts';
import { priceToday } from '#server/modules/sales/quotes/agreed.service.ts';
import {
  ASSIGNMENT,
  chooseProcessor,
  recordAssignment,
} from '#server/modules/sales/workers/processors.service.ts';
import { factsOf, readForm } from './precontracts.facts.ts';
import { familyRows, missingOf, personOf, termsOf, type FormValues } from './precontracts.form.ts';
import { mailReceived } from './precontracts.mail.ts';
import { findSaleRow, type SaleRow } from './precontracts.record.ts';
import { saleFamily } from './precontracts.table.ts';
import { nextSaleCode } from '#server/modules/sales/sale/begun.service.ts';
import { lockSale, writeSaleState } from '#server/modules/sales/sale/states.service.ts';
import { warnBeforeEnd } from './warnings.service.ts';

/** domain.md §2, last customer action */
const FILLED_FORM = 8;

/** The form of a sale, and what is missing before it can be received, as sentences for staff. */
export async function readSaleForm(
  ctx: Pick<Acting, 'db' | 'knows'>,
  saleId: number,
): Promise<{ sale: SaleRow; form: FormValues; missing: readonly string[] }> {
  const sale = await findSaleRow(ctx, saleId);
  if (!sale) throw notFound();
  const form = await readForm(ctx.db, sale);
  return { sale, form, missing: missingOf(form, sale) };
}

/**
 * Receives a pre-contract, 1→2 (domain.md §3, rulings.md 18 and 21): code, today's price, lot reserved for 48 hours,
 * separation payment, documents, stages, processor. A sale that was already received stays unchanged. Raises 422 with
 * what is missing and 409 LOT_TAKEN; then nothing has changed.
 */
export async function receiveSale(
  ctx: Acting,
  saleId: number,
  { lotId, paidCents = null }: { lotId?: number; paidCents?: number | null } = {},
): Promise<{ code: string; received: boolean }> {
  const locked = await lockSale(ctx.db, saleId);
  if (!locked) throw notFound();
  if (locked.stateId !== SALE.draft) return { code: locked.code ?? String(saleId), received: false };
  const { sale, form } = await readSaleForm(ctx, saleId);
  const missing = findTransition(saleMachine, SALE.draft, SALE.received)?.whyNot?.(
    factsOf(sale, form, panamaDay(ctx.now)),
  );
  if (missing) throw transitionRefused(missing);

  const claim = await reserveLot(ctx, { saleId, ...(lotId !== undefined && { lotId }) });
  const terms = termsOf(form);
  await writePerson(ctx, sale, form);
  await createChecklist(ctx, { id: saleId, ...terms });
  const processorId = await chooseProcessor(ctx, sale.projectId);
  const set = { ...terms, ...(await priceAndCode(ctx, saleId)), processorId };
  await writeSaleState(ctx, sale, SALE.received, {
    ...set,
    draft: {},
    lastActionId: FILLED_FORM,
    lastActionAt: ctx.now,
    receivedAt: ctx.now,
  });
  if (processorId !== null)
    await recordAssignment(ctx, { saleId, processorId, typeId: ASSIGNMENT.automatic });
  touch(ctx, ['precontrato', saleId]);
  await audit(ctx, 'recibir', 'precontrato', saleId, { code: set.code, processorId, lotId: claim?.lotId });
  if (claim) await warnBeforeEnd(ctx, claim);
  await mailReceived(ctx, saleId, { until: claim?.until ?? null, paidCents });
  return { code: set.code, received: true };
}

/** Moves the draft's person and family to their own tables. */
export async function writePerson(ctx: Pick<Context, 'db'>, sale: SaleRow, form: FormValues): Promise<void> {
  await updatePerson(ctx, sale.personId, personOf(form));
  await ctx.db.delete(saleFamily).where(eq(saleFamily.saleId, sale.id));
  const family = familyRows(sale.id, form);
  if (family.length > 0) await ctx.db.insert(saleFamily).values(family);
}

/** Today's price of model and lot, or the price of its proforma, and the next code of the year. */
async function priceAndCode(ctx: Acting, saleId: number) {
  const { houseCents, lotPremiumCents } = await priceToday(ctx.db, saleId);
  return { code: await nextSaleCode(ctx), lotPremiumCents, priceCents: houseCents + lotPremiumCents };
}

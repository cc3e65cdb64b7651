import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { panamaInstant } from '#contract/dates.ts';
import { CELL } from '#contract/sales/board/cards.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { deedWords } from '#contract/overview/myPurchase/deedWords.ts';
import { wayOf } from '#contract/overview/myPurchase/holder.ts';
import { addressOf, type PurchaseFacts } from '#contract/overview/myPurchase/nextAction.ts';
import type { Stage } from '#contract/sales/purchase/stages.ts';
import type { NextStep } from '#contract/overview/myPurchase/steps.ts';
import { stageWords } from '#contract/sales/purchase/stages.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import type { nextPage } from '#contract/overview/myPurchase/pages.ts';
import type { PageAnswer } from '#contract/page.ts';
import type { Context, Teller } from '#server/kernel/context.ts';
import { buyerBehind, claimOf } from '#server/modules/sales/claims/claims.service.ts';
import { papersNow } from '#server/modules/sales/documents/papers.service.ts';
import { titleOf } from '#server/modules/money/payments/concept.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { heldCents } from '#server/modules/money/payments/refunded.service.ts';
import { deliveryMonthOf } from '#server/modules/projects/showcase/showcase.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { cardsOf } from '#server/modules/sales/board/stages.service.ts';
import { readKnown } from '#server/modules/sales/sale/known.service.ts';
import { myPromise } from './promise.ts';
import { myDocuments } from '#server/modules/legal/envelopes/mine.service.ts';
import { signatureState } from '#server/modules/legal/signing/signing.service.ts';
import { permitsMissing } from '#server/modules/sales/purchase/consents.service.ts';
import { consentsOf } from '#server/modules/sales/consents/consents.service.ts';
import { missingOf } from '#server/modules/sales/purchase/draft.service.ts';
import { cessionOf } from '#server/modules/sales/sale/ceded.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { nameOf, type Sale } from '#server/modules/sales/purchase/own.service.ts';

/** tipo_pagos, domain.md §2 */
const SEPARATION = 1;
type Payment = typeof payments.$inferSelect;
type Reported = PageAnswer<typeof nextPage>['reported'];

/** How long a pre-contract or a payment is shown as just sent. */
export const JUST_SENT_MS = 10 * 60_000;

export interface Separation {
  /** The current separation payment. */
  now: Payment;
  /** Why the previous one was rejected, while the current one is unpaid. */
  reason: string | null;
}

/** The separation of a sale; null if none was requested yet. */
export async function separationOf(ctx: Pick<Context, 'db'>, saleId: number): Promise<Separation | null> {
  const [now, before] = await ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.saleId, saleId), eq(payments.typeId, SEPARATION)))
    .orderBy(desc(payments.id))
    .limit(2);
  if (!now) return null;
  const open = now.stateId === PAYMENT.pending || now.stateId === PAYMENT.overdue;
  const rejected =
    now.stateId === PAYMENT.rejected
      ? now
      : open && before?.stateId === PAYMENT.rejected
        ? before
        : undefined;
  return { now, reason: rejected?.rejectionReason ?? null };
}

/** Whether an expired, unpaid purchase may ask for its lot again. */
export const mayRenew = ({ stateId }: Pick<Sale, 'stateId'>, separation: Separation | null): boolean =>
  stateId === SALE.expired && separation?.now.stateId !== PAYMENT.confirmed;

const refundable = ({ stateId }: Sale) => stateId === SALE.withdrawn || stateId === SALE.rescinded;

/** How an unconfirmed buyer can confirm the reservation; null if nothing must be confirmed. */
async function confirmationOf(ctx: Pick<Context, 'db'>, sale: Sale): Promise<PurchaseFacts['toConfirm']> {
  if (sale.stateId === SALE.draft || sale.stateId > SALE.complete) return null;
  const buyer = await buyerBehind(ctx.db, sale.id);
  if (!buyer?.unconfirmed || (await claimOf(ctx.db, sale.id))?.kind !== 'reservation') return null;
  const { claims } = await readSettings(ctx.db);
  return { mail: buyer.email !== null, hours: claims.reservationHours };
}

/** The customer's next action with its link, and the stages from separation to delivery. */
export async function wayOfSale(
  ctx: Pick<Context, 'db' | 'client' | 'now' | 'knows'>,
  sale: Sale,
): Promise<{ next: NextStep; stages: Stage[] }> {
  const [consents, separation, papers, signature, documents, held, toConfirm, known, cards] =
    await Promise.all([
      consentsOf(ctx.db, sale.id),
      separationOf(ctx, sale.id),
      papersNow(ctx.db, sale.id),
      signatureState(ctx, sale.id),
      myDocuments(ctx, sale.id),
      refundable(sale) ? heldCents(ctx.db, sale.id) : 0,
      confirmationOf(ctx, sale),
      readKnown(ctx, [sale.id]),
      cardsOf(ctx.db, [sale.id]),
    ]);
  const facts = known.get(sale.id)!;
  const promise = await myPromise(ctx, sale);
  const ceded = sale.stateId === SALE.ceded ? (await cessionOf(ctx.db, sale.id)).to : null;
  // The promise has a duty of its own.
  const toSign = documents.filter(({ id, standing }) => standing === 'firmar' && id !== promise?.documentId);
  const words = stageWords(sale.paymentForm);
  const { next, way } = wayOf({
    buyer: {
      stateId: sale.stateId,
      missing: sale.stateId === SALE.draft ? missingOf(sale.draft, consents.datos) : [],
      separationState: separation?.reason ? PAYMENT.rejected : (separation?.now.stateId ?? null),
      papers: papers.filter(({ required }) => required),
      mayRenew: mayRenew(sale, separation),
      holdsMoney: held > 0,
      ...(ceded && { cededTo: ceded.customer }),
      permits: permitsMissing(sale, consents, papers),
      toConfirm,
      toSign: signature === undefined,
      ...(promise && { promiseToSign: promise.toSign }),
      documents: toSign.map(({ title }) => title),
      asksWork: facts.asksWork,
      installments: facts.installments,
    },
    stages: facts,
    cards: words.map((_, at) => cards.find(({ stage }) => stage === at + 1)?.stateId ?? CELL.notStarted),
    hasProcessor: sale.processorId !== null,
  });
  return {
    next: {
      ...next,
      // One document is opened at once; several are listed.
      href:
        next.kind === 'firmar' && toSign.length === 1
          ? `/clientes/documentos/${toSign[0]!.id}/firmar`
          : addressOf(next.kind, nameOf(sale), promise?.toSign),
    },
    stages: words.map((of, at) => {
      const card = cards.find(({ stage }) => stage === at + 1);
      const holding = way[at]!;
      const live = holding.status === 'actual' || holding.status === 'detenida';
      const deed = live ? deedWords(at + 1, facts.deed) : null;
      const since = deed && facts.deed ? panamaInstant(facts.deed.since) : card?.since;
      return {
        ...of,
        ...deed,
        ...holding,
        id: at + 1,
        since: holding.status === 'pendiente' || !since ? null : since.toISOString(),
      };
    }),
  };
}

/** The next step of a sale in one sentence, as "Mi compra" shows it; the caller has checked whose it is. */
export const tellNextStep: Teller = async (ctx, saleId) => {
  const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, saleId));
  if (!sale) return null;
  const { title, text } = (await wayOfSale({ ...ctx, client: null }, sale)).next;
  return [title, text]
    .map((one) => one.replace(/[.\s]+$/, ''))
    .filter(Boolean)
    .join('. ');
};

/** The payment that was reported in the last minutes and that accounting has not taken up; null when there is none. */
export async function reportedJustNow(ctx: Pick<Context, 'db' | 'now'>, sale: Sale): Promise<Reported> {
  const [found] = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.saleId, sale.id),
        eq(payments.stateId, PAYMENT.reported),
        gt(payments.reportedAt, new Date(ctx.now.getTime() - JUST_SENT_MS)),
        isNull(payments.enteredBy),
      ),
    )
    .orderBy(desc(payments.reportedAt), desc(payments.id))
    .limit(1);
  if (!found?.reportedAt || found.reportedCents === null) return null;
  const part = found.typeId === PAYMENT_TYPE.separation ? 'separacion' : 'pagos';
  return {
    title: await titleOf(ctx.db, found),
    cents: found.reportedCents,
    at: found.reportedAt.toISOString(),
    reference: found.reportedReference,
    href: `/clientes/mi-compra/${nameOf(sale)}#${part}`,
  };
}

/** When the keys are expected; null for a purchase that has ended. */
export async function deliveryOf(ctx: Pick<Context, 'db'>, sale: Sale): Promise<string | null> {
  if (hasEnded(sale.stateId) || sale.stateId >= SALE.delivered) return null;
  const claim = await claimOf(ctx.db, sale.id);
  return deliveryMonthOf(ctx, sale.modelId, claim?.lotId ?? null);
}

import { desc, eq, and } from 'drizzle-orm';
import { CELL } from '#contract/sales/cards.ts';
import { PAYMENT } from '#contract/payments/rules.ts';
import { addressOf, nextActionFor, type PurchaseFacts } from '#contract/purchase/nextAction.ts';
import type { Stage } from '#contract/purchase/pages.ts';
import type { NextStep } from '#contract/purchase/steps.ts';
import { STAGE_WORDS } from '#contract/purchase/stages.ts';
import { ENDED_STATES, SALE } from '#contract/sales/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { buyerBehind, claimOf } from '#server/modules/lots/claims.service.ts';
import { papersNow } from '#server/modules/documents/papers.service.ts';
import { payments } from '#server/modules/payments/payments.table.ts';
import { heldCents } from '#server/modules/payments/refunded.service.ts';
import { readSettings } from '#server/modules/settings/settings.service.ts';
import { saleCards } from '#server/modules/sales/sales.table.ts';
import { signatureState } from '#server/modules/signing/signing.service.ts';
import { consentsOf, permitsMissing } from './consents.service.ts';
import { missingOf } from './draft.service.ts';
import { nameOf, type Sale } from './own.service.ts';

/** tipo_pagos, domain.md §2 */
const SEPARATION = 1;
type Payment = typeof payments.$inferSelect;

export interface Separation {
  /** The one that counts. */
  now: Payment;
  /** Why the one before it was rejected, while this one is still to be paid. */
  reason: string | null;
}

/** The separation of a sale; null while none was asked for. */
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

/** The lot of an unpaid purchase may be asked for again when its time is over. */
export const mayRenew = ({ stateId }: Pick<Sale, 'stateId'>, separation: Separation | null): boolean =>
  stateId === SALE.expired && separation?.now.stateId !== PAYMENT.confirmed;

const refundable = ({ stateId }: Sale) => stateId === SALE.withdrawn || stateId === SALE.rescinded;

/** What a reservation of somebody who confirmed nothing waits for; null when it waits for nothing. */
async function confirmationOf(ctx: Pick<Context, 'db'>, sale: Sale): Promise<PurchaseFacts['toConfirm']> {
  if (sale.stateId === SALE.draft || sale.stateId > SALE.complete) return null;
  const buyer = await buyerBehind(ctx.db, sale.id);
  if (!buyer?.unconfirmed || (await claimOf(ctx.db, sale.id))?.kind !== 'reservation') return null;
  const { claims } = await readSettings(ctx.db);
  return { mail: buyer.email !== null, hours: claims.reservationHours };
}

/** The customer's next action in a sale, with where its button leads. */
export async function nextStepOf(ctx: Pick<Context, 'db' | 'client'>, sale: Sale): Promise<NextStep> {
  const [consents, separation, papers, signature, held, toConfirm] = await Promise.all([
    consentsOf(ctx.db, sale.id),
    separationOf(ctx, sale.id),
    papersNow(ctx.db, sale.id),
    signatureState(ctx, sale.id),
    refundable(sale) ? heldCents(ctx.db, sale.id) : 0,
    confirmationOf(ctx, sale),
  ]);
  const action = nextActionFor({
    stateId: sale.stateId,
    missing: sale.stateId === SALE.draft ? missingOf(sale.draft, consents.datos) : [],
    separationState: separation?.reason ? PAYMENT.rejected : (separation?.now.stateId ?? null),
    papers: papers.filter(({ required }) => required),
    mayRenew: mayRenew(sale, separation),
    holdsMoney: held > 0,
    permits: permitsMissing(sale, consents, papers),
    toSign: signature === undefined,
    toConfirm,
  });
  return { ...action, href: addressOf(action.kind, nameOf(sale)) };
}

const STATUS: Record<number, Stage['status']> = {
  [CELL.notStarted]: 'pendiente',
  [CELL.pending]: 'actual',
  [CELL.inProgress]: 'actual',
  [CELL.observed]: 'actual',
  [CELL.done]: 'hecha',
  [CELL.overdue]: 'detenida',
  [CELL.blocked]: 'detenida',
  [CELL.notApplicable]: 'no_aplica',
};

/** The way from separation to keys: where it is, who has it, since when, what is normal. */
export async function stagesOf(ctx: Pick<Context, 'db'>, sale: Sale): Promise<Stage[]> {
  const [cards, separation] = await Promise.all([
    ctx.db.select().from(saleCards).where(eq(saleCards.saleId, sale.id)),
    separationOf(ctx, sale.id),
  ]);
  const ended = ENDED_STATES.some((state) => state === sale.stateId);
  return STAGE_WORDS.map((words, at) => {
    const card = cards.find(({ stage }) => stage === at + 1);
    const status = STATUS[card?.stateId ?? CELL.notStarted] ?? 'pendiente';
    return {
      ...words,
      id: at + 1,
      status: ended && status === 'actual' ? 'detenida' : status,
      who: status === 'actual' ? whoHas(at, sale, separation, words.who) : words.who,
      since: status === 'pendiente' || !card ? null : card.since.toISOString(),
    };
  });
}

/** Of the stages that go to and fro, in whose hands they are now. */
function whoHas(at: number, sale: Sale, separation: Separation | null, usual: string): string {
  if (at === 0) {
    const state = separation?.now.stateId;
    return state === PAYMENT.reported || state === PAYMENT.verifying ? 'Nuestra contabilidad' : 'Tú';
  }
  if (at === 1) return sale.stateId === SALE.papersMissing ? 'Tú' : 'Tu procesador';
  return usual;
}

import { and, eq, sql } from 'drizzle-orm';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { addDays, daysBetween, panamaDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import type {
  MyRefund,
  NewRefund,
  Refund,
  RefundDraft,
  RefundStatusChange,
} from '#contract/money/refunds/model.ts';
import {
  REFUND,
  REFUND_CAUSE_NAMES,
  refundMachine,
  refundOf,
  whyNotCause,
} from '#contract/money/refunds/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint, type Db } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { payingAccount } from '#server/modules/projects/bankAccounts/paying.service.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { workersOf } from '#server/modules/sales/workers/told.service.ts';
import { heldCents, markRefunded } from '#server/modules/money/payments/refunded.service.ts';
import { findParties, officePath } from '#server/modules/sales/buyers/parties.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { findRefund, refundOfSale } from './refunds.queries.ts';
import { refunds } from './refunds.table.ts';

const ENDED: readonly number[] = [SALE.withdrawn, SALE.expired, SALE.rescinded];
const TAB = (saleId: number) => `${officePath(saleId)}?tab=pagos`;

async function factsOf(db: Db, saleId: number) {
  const rejected = await db.$count(
    bankApplications,
    and(eq(bankApplications.saleId, saleId), eq(bankApplications.stateId, APPLICATION.rejected)),
  );
  const { refunds: setting } = await readSettings(db);
  return { paidCents: await heldCents(db, saleId), bankRejected: rejected > 0, setting };
}

const whyNotPrepare = (stateId: number, paidCents: number): string | null =>
  stateId === SALE.ceded
    ? 'La venta se cedió: lo pagado pasó a la compra que sigue.'
    : !ENDED.includes(stateId)
      ? 'La venta sigue en curso: primero se registra el desistimiento o la rescisión.'
      : paidCents === 0
        ? 'El cliente no tiene pagos confirmados que devolver.'
        : null;

/** The possible refunds of a sale in scope, by cause, and its current refund. Raises 404. */
export async function draftOf(ctx: Context, saleId: number): Promise<RefundDraft> {
  const [sale] = await ctx.db
    .select({ stateId: sales.stateId, name: people.name })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'pagos.ver')));
  if (!sale) throw notFound();
  const { paidCents, bankRejected, setting } = await factsOf(ctx.db, saleId);
  const refund = (await findRefund(ctx, refundOfSale(saleId))) ?? null;
  return {
    whyNot:
      refund && refund.state.id !== REFUND.paid
        ? 'La venta ya tiene una devolución en curso.'
        : whyNotPrepare(sale.stateId, paidCents),
    paid_centavos: paidCents,
    causes: REFUND_CAUSE_NAMES.map((cause) => {
      const sums = refundOf({ paidCents, cause, bankRejected, penaltyPercent: setting.penaltyPercent });
      return {
        cause,
        whyNot: whyNotCause(cause, { bankRejected }),
        penalty_percent: sums.percent,
        penalty_centavos: sums.penaltyCents,
        amount_centavos: sums.amountCents,
      };
    }),
    payee_name: sale.name,
    refund,
  };
}

/**
 * Prepares the refund of the money that an ended sale holds, also of money that came after an earlier refund was
 * paid. The amounts are fixed now. Raises 404, 403, 422 with the reason or at a field, 409 when the amount differs
 * from the one that was shown.
 */
export async function prepareRefund(ctx: Context, saleId: number, given: NewRefund): Promise<Refund> {
  const sale = await lockInReach(ctx, saleId);
  if (!reaches(ctx, 'pagos.editar', sale)) throw forbidden();
  const { paidCents, bankRejected, setting } = await factsOf(ctx.db, saleId);
  const refusal = whyNotPrepare(sale.stateId, paidCents);
  if (refusal) throw transitionRefused(refusal);
  const unfit = whyNotCause(given.cause, { bankRejected });
  if (unfit) throw invalid([{ field: 'cause', message: unfit }]);
  if (!(await isOffered(ctx.db, banks, given.bank_id)))
    throw invalid([{ field: 'bank_id', message: 'Elige un banco de la lista.' }]);
  const sums = refundOf({
    paidCents,
    cause: given.cause,
    bankRejected,
    penaltyPercent: setting.penaltyPercent,
  });
  if (sums.amountCents !== given.amount_centavos)
    throw conflict('STALE', `Ahora se devolverían ${formatMoney(sums.amountCents)}. Revisa el monto.`, {
      amount_centavos: sums.amountCents,
    });
  const made = await ctx.db
    .insert(refunds)
    .values({
      saleId,
      stateId: REFUND.prepared,
      cause: given.cause,
      paidCents,
      penaltyPercent: sums.percent,
      penaltyCents: sums.penaltyCents,
      amountCents: sums.amountCents,
      payeeName: given.payee_name,
      bankId: given.bank_id,
      account: given.account,
      notes: given.notes,
      dueOn: addDays(panamaDay(ctx.now), setting.days),
      preparedBy: staffOf(ctx).userId,
      preparedAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ id: refunds.id });
  const id = made[0]?.id;
  if (id === undefined) throw transitionRefused('La venta ya tiene una devolución en curso.');
  await announce(ctx, {
    record: 'devolucion',
    id,
    from: null,
    to: REFUND.prepared,
    of: ['precontrato', saleId],
  });
  await audit(ctx, 'preparar', 'devolucion', id, { saleId, cause: given.cause, cents: sums.amountCents });
  await tell(ctx, id, sale, 'ventas.aprobar', `por aprobar: ${formatMoney(sums.amountCents)}`);
  return (await findRefund(ctx, eq(refunds.id, id)))!;
}

/**
 * Approves, pays or cancels a refund. Raises 404, 403, 409 STALE or BANK_LINE_USED, 422 with the reason or at a field.
 */
export async function changeRefund(ctx: Context, id: number, change: RefundStatusChange): Promise<Refund> {
  const [found] = await ctx.db.select({ saleId: refunds.saleId }).from(refunds).where(eq(refunds.id, id));
  const sale = found && (await lockInReach(ctx, found.saleId));
  const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.id, id)).for('no key update');
  if (!sale || !refund) throw notFound();
  const { userId } = staffOf(ctx);
  checkTransition(
    refundMachine,
    refund,
    change,
    { preparedByCaller: refund.preparedBy === userId, agreedByCaller: refund.agreedBy === userId },
    (permission) => reaches(ctx, permission, sale),
  );
  const to = change.estado_id;
  if (to !== REFUND.cancelled) await refuseOtherMoney(ctx.db, refund);
  const set =
    to === REFUND.agreed
      ? { agreedBy: userId, agreedAt: ctx.now }
      : to === REFUND.approved
        ? { approvedBy: userId, approvedAt: ctx.now }
        : to === REFUND.paid
          ? { paidBy: userId, paidAt: ctx.now, ...(await transferOf(ctx, refund, sale.projectId, change)) }
          : {};
  try {
    await ctx.db
      .update(refunds)
      .set({ ...set, stateId: to, version: refund.version + 1 })
      .where(eq(refunds.id, id));
  } catch (error) {
    if (violatedConstraint(error) !== 'refunds_transfer') throw error;
    throw conflict('BANK_LINE_USED', 'Esa transferencia ya pagó otra devolución. Revisa la referencia.');
  }
  await announce(ctx, {
    record: 'devolucion',
    id,
    from: refund.stateId,
    to,
    of: ['precontrato', refund.saleId],
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', 'devolucion', id, { from: refund.stateId, to });
  const amount = formatMoney(refund.amountCents);
  if (to === REFUND.agreed) await tell(ctx, id, sale, 'pagos.aprobar', `por aprobar: ${amount}`);
  if (to === REFUND.approved) await tell(ctx, id, sale, 'pagos.editar', `por pagar: ${amount}`);
  if (to === REFUND.paid) {
    await markRefunded(ctx, sale.id, `Devolución ${id}`);
    await mailPaid(ctx, sale.id, amount, change.referencia ?? '');
  }
  if (to === REFUND.paid || to === REFUND.cancelled)
    await notify(ctx, {
      kind: 'devolucion_resuelta',
      to: [refund.preparedBy, ...(await workersOf(ctx.db, sale.id))],
      text: `La devolución de ${sale.code ?? ''}, ${amount}, quedó ${to === REFUND.paid ? 'pagada' : 'anulada'}.`,
      url: TAB(sale.id),
      event: `devolucion:${id}:${to}`,
    });
  return (await findRefund(ctx, eq(refunds.id, id)))!;
}

/** Raises 422 when the held money changed after the refund was prepared (a reversal, or a new payment). */
async function refuseOtherMoney(
  db: Db,
  { saleId, paidCents }: Pick<typeof refunds.$inferSelect, 'saleId' | 'paidCents'>,
): Promise<void> {
  const held = await heldCents(db, saleId);
  if (held !== paidCents)
    throw transitionRefused(
      `Lo pagado cambió desde que se preparó: eran ${formatMoney(paidCents)} y ahora son ${formatMoney(held)}. Anúlala y prepárala de nuevo.`,
    );
}

async function transferOf(
  ctx: Context,
  refund: typeof refunds.$inferSelect,
  projectId: number,
  { referencia, fecha, cuenta_id }: RefundStatusChange,
) {
  const today = panamaDay(ctx.now);
  const faults = [
    ...((referencia ?? '').length < 3
      ? [{ field: 'params[referencia]', message: 'Escribe el número de la transferencia.' }]
      : []),
    ...(!fecha
      ? [{ field: 'params[fecha]', message: 'Escribe el día de la transferencia.' }]
      : fecha > today || fecha < panamaDay(refund.preparedAt)
        ? [{ field: 'params[fecha]', message: 'Escribe un día entre la preparación y hoy.' }]
        : []),
  ];
  if (faults.length > 0) throw invalid(faults);
  const from = await payingAccount(ctx, projectId, { id: cuenta_id, field: 'params[cuenta_id]' });
  return { bankReference: referencia!.toUpperCase(), bankDate: fecha!, paidFromId: from?.id ?? null };
}

async function lockInReach(ctx: Context, saleId: number) {
  const reached = await ctx.db
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'pagos.ver')));
  const sale = reached.length > 0 ? await lockSale(ctx.db, saleId) : undefined;
  if (!sale) throw notFound();
  return sale;
}

const tell = async (
  ctx: Context,
  id: number,
  sale: { id: number; code: string | null; projectId: number },
  permission: 'ventas.aprobar' | 'pagos.aprobar' | 'pagos.editar',
  text: string,
) =>
  notify(ctx, {
    kind: 'devolucion_por_aprobar',
    to: await whoMay(ctx.db, permission, sale.projectId),
    text: `Devolución de ${sale.code ?? ''} ${text}`,
    url: TAB(sale.id),
    event: `devolucion:${id}:${permission}`,
  });

async function mailPaid(ctx: Context, saleId: number, amount: string, reference: string): Promise<void> {
  const parties = await findParties(ctx, saleId);
  if (!parties) return;
  await mailBuyer(ctx, 'devolucion_pagada', { ...parties, saleId }, { monto: amount, referencia: reference });
}

const TEXTS: Readonly<Record<number, string>> = {
  [REFUND.prepared]: 'La estamos revisando.',
  [REFUND.agreed]: 'Falta la última aprobación.',
  [REFUND.approved]: 'Aprobada: la transferencia sale en estos días.',
  [REFUND.paid]: 'Te la pagamos.',
};

/** The refund of a sale in its customer's words; null when there is none. */
export async function refundForCustomer(
  ctx: Pick<Context, 'db' | 'now'>,
  saleId: number,
): Promise<MyRefund | null> {
  const [refund] = await ctx.db
    .select()
    .from(refunds)
    .where(sql`${refundOfSale(saleId)}`);
  if (!refund) return null;
  return {
    state_id: refund.stateId,
    text: TEXTS[refund.stateId] ?? '',
    paid_centavos: refund.paidCents,
    penalty_centavos: refund.penaltyCents,
    amount_centavos: refund.amountCents,
    due_on: refund.dueOn,
    days_left: Math.max(0, daysBetween(panamaDay(ctx.now), refund.dueOn)),
    reference: refund.bankReference,
  };
}

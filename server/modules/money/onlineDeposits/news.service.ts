import { and, eq, isNull } from 'drizzle-orm';
import { formatMoney } from '#contract/money.ts';
import { DEPOSIT_STATE as S, type Way } from '#contract/money/onlineDeposits/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { isReported, isSettled } from '#contract/money/payments/rules.ts';
import { announce, type Follower } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting } from '#server/kernel/context.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { notePaidOnline } from '#server/modules/money/payments/online.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { onlineDeposits } from './onlineDeposits.table.ts';
import type { News } from './providers.ts';

export type Deposit = typeof onlineDeposits.$inferSelect;
export const ENTITY = 'pago_en_linea';

/** Writes a new state with its history. The deposit is locked. */
export async function moveDeposit(
  ctx: Acting,
  one: Deposit,
  to: number,
  set: Partial<typeof onlineDeposits.$inferInsert> = {},
  reason?: string,
): Promise<Deposit> {
  const [moved] = await ctx.db
    .update(onlineDeposits)
    .set({ ...set, stateId: to, version: one.version + 1 })
    .where(eq(onlineDeposits.id, one.id))
    .returning();
  await announce(ctx, {
    record: ENTITY,
    id: one.id,
    from: one.stateId,
    to,
    of: ['precontrato', one.saleId],
    reason,
  });
  return moved!;
}

/** A deposit by its reference, with its sale locked before it; undefined when there is none. */
export async function lockByReference(
  ctx: Acting,
  way: Way,
  reference: string,
): Promise<{ one: Deposit; projectId: number } | undefined> {
  const [known] = await ctx.db.select().from(onlineDeposits).where(eq(onlineDeposits.reference, reference));
  if (known?.way !== way) return undefined;
  const sale = await lockSale(ctx.db, known.saleId);
  const [one] = await ctx.db
    .select()
    .from(onlineDeposits)
    .where(eq(onlineDeposits.id, known.id))
    .for('no key update');
  return sale && one ? { one, projectId: sale.projectId } : undefined;
}

/**
 * Takes in what a provider says of a deposit, once: repeats and what comes late change nothing that is decided. Money that does
 * not fit its due is never lost: it waits for a person.
 */
export async function takeNews(ctx: Acting, way: Way, reference: string, news: News): Promise<void> {
  const found = await lockByReference(ctx, way, reference);
  if (!found) return;
  const { one } = found;
  if (news.id !== undefined && one.providerReference !== null && news.id !== one.providerReference) {
    ctx.log.warn({ deposit: one.id }, 'a provider named another payment than its own');
    return;
  }
  const open = one.stateId === S.made || one.stateId === S.pending;
  if (news.state === 'failed' && open)
    await moveDeposit(
      ctx,
      one,
      S.failed,
      { remark: news.remark ?? 'El proveedor no lo cobró.' },
      news.remark,
    );
  // A payment that was given up may still be paid: the money is there.
  if (news.state === 'paid' && (open || one.stateId === S.failed)) await takePaid(ctx, one, news);
  if (news.state === 'returned') {
    const told = open || one.stateId === S.failed ? await takePaid(ctx, one, news) : one;
    // Also of what was closed: whoever closed it did not know.
    if (told.returnedAt === null) await takeReturned(ctx, told, found.projectId);
  }
}

async function takePaid(ctx: Acting, one: Deposit, news: News): Promise<Deposit> {
  const { cents = one.cents, fee = 0 } = news;
  const set = {
    paidAt: ctx.now,
    feeCents: Math.min(fee, one.cents),
    providerReference: one.providerReference ?? news.id ?? null,
    remark: null,
  };
  await audit(ctx, 'pagar', ENTITY, one.id, { cents, fee });
  if (cents !== one.cents) {
    const remark = `Se pagaron ${formatMoney(cents)} y se pidieron ${formatMoney(one.cents)}.`;
    return moveDeposit(ctx, one, S.review, { ...set, remark }, remark);
  }
  const { saleId, paymentId, reference } = one;
  if (await notePaidOnline(ctx, { saleId, paymentId, cents, reference }))
    return moveDeposit(ctx, one, S.paid, { ...set, reportedAt: ctx.now });
  const remark = 'El cobro ya no estaba pendiente cuando llegó el dinero: devuélvelo o aplícalo a otro.';
  return moveDeposit(ctx, one, S.review, { ...set, remark }, remark);
}

/** Refunded or disputed: the payment of the due is undone by people, as always. */
async function takeReturned(ctx: Acting, one: Deposit, projectId: number): Promise<void> {
  const remark = 'El proveedor devolvió el dinero o recibió un contracargo.';
  await moveDeposit(ctx, one, S.returned, { remark, returnedAt: ctx.now }, remark);
  await notify(ctx, {
    kind: 'pago_devuelto',
    to: await whoMay(ctx.db, 'pagos.anular', projectId),
    text: `Un pago en línea de ${formatMoney(one.cents)} se devolvió o tiene contracargo: revisa su recibo.`,
    url: `/oficina/pagos-en-linea?pago=${one.id}`,
    event: `pago_en_linea:${one.id}:devuelto`,
  });
}

/** A payment that accounting rejected or voided is settled by no statement any more: its deposit ends with the reason. */
export const endRejected: Follower = {
  record: 'pago',
  async follow(ctx, { id, to, reason }) {
    if (to !== PAYMENT.rejected && to !== PAYMENT.voided) return;
    const found = await ctx.db
      .select()
      .from(onlineDeposits)
      .where(
        and(
          eq(onlineDeposits.paymentId, id),
          eq(onlineDeposits.stateId, S.paid),
          isNull(onlineDeposits.lineId),
        ),
      )
      .for('no key update');
    const done = to === PAYMENT.rejected ? 'rechazó' : 'anuló';
    const remark = `Contabilidad ${done} el pago: ${reason ?? 'sin motivo'}. Si el proveedor tiene el dinero, devuélvelo en su página.`;
    for (const one of found) await moveDeposit(ctx, one, S.closed, { remark }, remark);
  },
};

/** Whether what was taken back still counts as paid. */
export async function stillCounts({ db }: Pick<Acting, 'db'>, one: Deposit): Promise<boolean> {
  if (one.stateId !== S.returned || one.reportedAt === null) return false;
  const [payment] = await db.select().from(payments).where(eq(payments.id, one.paymentId));
  return (
    payment !== undefined &&
    payment.reversedAt === null &&
    (isReported(payment.stateId) || isSettled(payment.stateId))
  );
}

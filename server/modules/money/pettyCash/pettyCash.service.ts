import { and, eq, isNull, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import { formatMoney } from '#contract/money.ts';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import type { CountForm, VoucherForm } from '#contract/money/pettyCash/model.ts';
import { REPLENISHMENT_STATE as S, replenishmentMachine } from '#contract/money/pettyCash/rules.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { anyOf, row } from '#server/kernel/db.ts';
import { forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { fundsInReach, reachesFund } from './pettyCash.scope.ts';
import { pettyCounts, pettyFunds, pettyReplenishments, pettyVouchers } from './pettyCash.table.ts';

export type Fund = typeof pettyFunds.$inferSelect;
export type Replenishment = typeof pettyReplenishments.$inferSelect;

/** Locks an open fund within the caller's scope. Raises 404, 403, 422 when it is closed. */
export async function lockFund(
  ctx: Context,
  id: number,
  permission: 'contabilidad.crear' | 'contabilidad.anular' | 'contabilidad.aprobar',
): Promise<Fund> {
  const [fund] = await ctx.db
    .select()
    .from(pettyFunds)
    .where(and(eq(pettyFunds.id, id), fundsInReach(ctx)))
    .for('no key update');
  if (!fund) throw notFound();
  if (!reachesFund(ctx, permission, fund)) throw forbidden();
  if (fund.closedOn !== null) throw transitionRefused('Esta caja ya se cerró.');
  return fund;
}

/** What should be in the box, in centavos: the fund less what was spent and not given back. */
export async function cashOf({ db }: Pick<Context, 'db'>, fundId: number) {
  const found = await row<{ cash: string; open: string }>(
    db,
    sql`select f.cents - coalesce(sum(v.cents) filter (where v.voided_on is null and r.paid_on is null), 0) cash,
        coalesce(sum(v.cents) filter (where v.voided_on is null and v.replenishment_id is null), 0) "open"
      from petty_funds f left join petty_vouchers v on v.fund_id = f.id left join petty_replenishments r on r.id = v.replenishment_id
      where f.id = ${fundId} group by f.id`,
  );
  return { cash: Number(found!.cash), open: Number(found!.open) };
}

/** Enters what was bought, with its photograph. Raises 404, 403, 422 at the field. */
export async function addVoucher(ctx: Context, fundId: number, form: VoucherForm): Promise<void> {
  const fund = await lockFund(ctx, fundId, 'contabilidad.crear');
  const faults: FieldError[] = [];
  const [photo] = ctx.uploads.get('foto') ?? [];
  if (!photo) faults.push({ field: 'foto', message: 'Agrega la foto del comprobante.' });
  if (form.spent_on > panamaDay(ctx.now))
    faults.push({ field: 'spent_on', message: 'La fecha no puede ser posterior a hoy.' });
  if (form.itbms_centavos >= form.cents)
    faults.push({ field: 'itbms_centavos', message: 'El ITBMS va dentro del total y es menor.' });
  if (!(await isOffered(ctx.db, accountingAccounts, form.account_id)))
    faults.push({ field: 'account_id', message: 'Esa cuenta no está en la lista.' });
  if (form.house_id !== null) {
    const [house] = await ctx.db
      .select({ projectId: houses.projectId })
      .from(houses)
      .where(eq(houses.id, form.house_id));
    if (house?.projectId !== form.project_id)
      faults.push({ field: 'house_id', message: 'Esa vivienda no es de este proyecto.' });
  }
  const { cash } = await cashOf(ctx, fundId);
  if (form.cents > cash)
    faults.push({ field: 'cents', message: `En la caja solo debe haber ${formatMoney(cash)}.` });
  if (faults.length > 0) throw invalid(faults);
  const last = await row<{ number: number }>(
    ctx.db,
    sql`select coalesce(max(number), 0)::int number from petty_vouchers where fund_id = ${fundId}`,
  );
  const owner = { reference: 'caja_menuda', referenceId: fundId, sensitive: false };
  const [made] = await ctx.db
    .insert(pettyVouchers)
    .values({
      fundId,
      number: last!.number + 1,
      spentOn: form.spent_on,
      supplier: form.supplier,
      ruc: form.ruc || null,
      dv: form.dv || null,
      paper: form.paper,
      concept: form.concept,
      cents: form.cents,
      itbmsCents: form.itbms_centavos,
      accountingAccountId: form.account_id,
      projectId: form.project_id ?? fund.projectId,
      houseId: form.house_id,
      fileId: await addFile(ctx, owner, photo!),
      madeBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: pettyVouchers.id });
  await announce(ctx, {
    record: 'comprobante_caja',
    id: made!.id,
    verb: 'crear',
    of: ['caja_menuda', fundId],
  });
  await audit(ctx, 'crear', 'comprobante_caja', made!.id, { fund: fundId, cents: form.cents });
}

/** Voids a voucher that no replenishment took. Raises 404, 403, 422. */
export async function voidVoucher(
  ctx: Context,
  fundId: number,
  voucherId: number,
  reason: string,
): Promise<void> {
  await lockFund(ctx, fundId, 'contabilidad.anular');
  const [voucher] = await ctx.db
    .select()
    .from(pettyVouchers)
    .where(and(eq(pettyVouchers.id, voucherId), eq(pettyVouchers.fundId, fundId)));
  if (!voucher) throw notFound();
  if (voucher.replenishmentId !== null || voucher.voidedOn !== null)
    throw transitionRefused('Solo se anula un comprobante que ninguna reposición tomó.');
  await ctx.db
    .update(pettyVouchers)
    .set({ voidedOn: panamaDay(ctx.now), voidReason: reason })
    .where(eq(pettyVouchers.id, voucherId));
  await announce(ctx, {
    record: 'comprobante_caja',
    id: voucherId,
    verb: 'anular',
    of: ['caja_menuda', fundId],
    reason,
  });
  await audit(ctx, 'anular', 'comprobante_caja', voucherId, { reason });
}

/** Counts the cash of a fund; a difference needs a sentence. Raises 404, 403, 422 at `reason`. */
export async function countFund(ctx: Context, fundId: number, form: CountForm): Promise<void> {
  await lockFund(ctx, fundId, 'contabilidad.crear');
  const { cash } = await cashOf(ctx, fundId);
  const difference = form.counted_centavos - cash;
  if (difference !== 0 && form.reason.length < 3)
    throw invalid([
      {
        field: 'reason',
        message: `Debe haber ${formatMoney(cash)}: ${difference < 0 ? 'faltan' : 'sobran'} ${formatMoney(Math.abs(difference))}. Escribe por qué.`,
      },
    ]);
  const [made] = await ctx.db
    .insert(pettyCounts)
    .values({
      fundId,
      countedOn: panamaDay(ctx.now),
      expectedCents: cash,
      countedCents: form.counted_centavos,
      reason: form.reason,
      madeBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: pettyCounts.id });
  await announce(ctx, { record: 'caja_menuda', id: fundId, verb: 'contar' });
  await audit(ctx, 'contar', 'caja_menuda', fundId, { count: made!.id, difference });
}

/** Asks for the money of all open vouchers. Raises 404, 403, 422 when there are none, or one is open. */
export async function askReplenishment(ctx: Context, fundId: number): Promise<void> {
  const fund = await lockFund(ctx, fundId, 'contabilidad.crear');
  const { open } = await cashOf(ctx, fundId);
  if (open === 0) throw transitionRefused('No hay comprobantes por reponer.');
  const last = await row<{ number: number; open: number }>(
    ctx.db,
    sql`select coalesce(max(number), 0)::int number, count(*) filter (where state_id in ${anyOf([S.asked, S.approved, S.inPayment])})::int "open"
      from petty_replenishments where fund_id = ${fundId}`,
  );
  if (last!.open > 0)
    throw transitionRefused('Hay una reposición en curso: espera a que se pague o se rechace.');
  const [made] = await ctx.db
    .insert(pettyReplenishments)
    .values({
      fundId,
      number: last!.number + 1,
      cents: open,
      askedOn: panamaDay(ctx.now),
      madeBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: pettyReplenishments.id });
  await ctx.db
    .update(pettyVouchers)
    .set({ replenishmentId: made!.id })
    .where(
      and(
        eq(pettyVouchers.fundId, fundId),
        isNull(pettyVouchers.replenishmentId),
        isNull(pettyVouchers.voidedOn),
      ),
    );
  await announce(ctx, {
    record: 'reposicion_caja',
    id: made!.id,
    from: null,
    to: S.asked,
    of: ['caja_menuda', fundId],
  });
  await audit(ctx, 'solicitar', 'reposicion_caja', made!.id, { fund: fundId, cents: open });
  await notify(ctx, {
    kind: 'reposicion_por_aprobar',
    to: (await whoMay(ctx.db, 'contabilidad.aprobar', fund.projectId ?? undefined)).filter(
      (id) => id !== fund.custodianId,
    ),
    text: `La caja ${fund.name} pide ${formatMoney(open)}.`,
    url: `/oficina/caja-menuda/${fundId}`,
    event: `reposicion_caja:${made!.id}:1`,
    about: `caja_menuda:${fundId}`,
  });
}

export const replenishmentFacts = (
  ctx: Context,
  fund: Pick<Fund, 'custodianId'>,
  one: Pick<Replenishment, 'madeBy'>,
) => ({
  madeByCaller: one.madeBy === ctx.staff?.userId,
  custodian: fund.custodianId === ctx.staff?.userId,
});

async function lockReplenishment(ctx: Context, id: number): Promise<{ fund: Fund; one: Replenishment }> {
  const [found] = await ctx.db.select().from(pettyReplenishments).where(eq(pettyReplenishments.id, id));
  if (!found) throw notFound();
  const [fund] = await ctx.db
    .select()
    .from(pettyFunds)
    .where(and(eq(pettyFunds.id, found.fundId), fundsInReach(ctx)))
    .for('no key update');
  if (!fund) throw notFound();
  const [one] = await ctx.db
    .select()
    .from(pettyReplenishments)
    .where(eq(pettyReplenishments.id, id))
    .for('no key update');
  return { fund, one: one! };
}

/** Approves or rejects a replenishment; a rejected one gives its vouchers back. Returns the fund's id. Raises 404, 403, 409, 422. */
export async function changeReplenishment(ctx: Context, id: number, change: StatusChange): Promise<number> {
  const { fund, one } = await lockReplenishment(ctx, id);
  checkTransition(replenishmentMachine, one, change, replenishmentFacts(ctx, fund, one), (permission) =>
    reachesFund(ctx, permission, fund),
  );
  const to = change.estado_id;
  await ctx.db
    .update(pettyReplenishments)
    .set({
      stateId: to,
      version: one.version + 1,
      ...(to === S.approved
        ? { approvedBy: staffOf(ctx).userId, approvedOn: panamaDay(ctx.now) }
        : { endReason: change.motivo }),
    })
    .where(eq(pettyReplenishments.id, id));
  if (to === S.rejected)
    await ctx.db
      .update(pettyVouchers)
      .set({ replenishmentId: null })
      .where(eq(pettyVouchers.replenishmentId, id));
  await announce(ctx, {
    record: 'reposicion_caja',
    id,
    from: one.stateId,
    to,
    of: ['caja_menuda', fund.id],
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', 'reposicion_caja', id, { from: one.stateId, to });
  return fund.id;
}

/** Moves a replenishment along its payment. Raises 422 when it is elsewhere. */
export async function moveReplenishment(
  ctx: Context,
  id: number,
  to: number,
  { paidOn, reason }: { paidOn?: string | undefined; reason?: string | undefined } = {},
): Promise<void> {
  const [one] = await ctx.db
    .select()
    .from(pettyReplenishments)
    .where(eq(pettyReplenishments.id, id))
    .for('no key update');
  if (
    !one ||
    !replenishmentMachine.transitions.some(
      (arrow) => arrow.permission === null && arrow.to === to && arrow.from.includes(one.stateId),
    )
  )
    throw transitionRefused('La reposición de caja ya no está para eso: revísala.');
  await ctx.db
    .update(pettyReplenishments)
    .set({ stateId: to, version: one.version + 1, paidOn: to === S.paid ? paidOn! : null })
    .where(eq(pettyReplenishments.id, id));
  await announce(ctx, {
    record: 'reposicion_caja',
    id,
    from: one.stateId,
    to,
    of: ['caja_menuda', one.fundId],
    reason,
  });
}

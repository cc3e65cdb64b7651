import { eq, sql } from 'drizzle-orm';
import { CHARGE as S, chargeMachine } from '#contract/care/warranty/charges.ts';
import type { ChargeStatusChange, NewCharge } from '#contract/care/warranty/model.ts';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import { formatMoney } from '#contract/money.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { punchItems } from '#server/modules/care/handover/handover.table.ts';
import { payingAccount } from '#server/modules/projects/bankAccounts/paying.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { chargeWhatFits } from '#server/modules/works/accounts/retention.service.ts';
import { findLoaded, lockContract } from '#server/modules/works/contracts/standing.service.ts';
import { findCharge, type FoundCharge } from './charges.queries.ts';
import { backCharges } from './warranty.table.ts';

/**
 * Asks for a repair to be charged to the contractor who built it, with its paper and reason; somebody else approves it.
 * Returns its id. Raises 409 TAKEN at the paper, 422 at a field.
 */
export async function createCharge(ctx: Context, form: NewCharge): Promise<number> {
  // A contractor sees the amounts of the own contracts, and charges nobody.
  const contract = ctx.staff?.colleague
    ? await findLoaded(ctx, form.contrato_id, 'contratos.montos')
    : undefined;
  if (!contract) throw invalid([{ field: 'contrato_id', message: 'Elige el contrato.' }]);
  const [item] =
    form.pendiente_id == null
      ? []
      : await ctx.db.select().from(punchItems).where(eq(punchItems.id, form.pendiente_id));
  if (form.pendiente_id != null && item?.contractId !== contract.id)
    throw invalid([{ field: 'pendiente_id', message: 'Ese pendiente es de otro contrato.' }]);
  const houseId = item?.houseId ?? form.vivienda_id ?? null;
  if (houseId !== null) {
    const built = await row<{ ok: boolean }>(
      ctx.db,
      sql`select true ok from jobs where contract_id = ${contract.id} and house_id = ${houseId} limit 1`,
    );
    if (!built)
      throw invalid([{ field: 'vivienda_id', message: 'Ese contrato no construyó esta vivienda.' }]);
  }
  const year = Number(panamaDay(ctx.now).slice(0, 4));
  const next = await row<{ code: string }>(ctx.db, sql`select next_code('CG', ${year}::int) code`);
  const made = await saving(
    ctx.db
      .insert(backCharges)
      .values({
        code: next!.code,
        contractId: contract.id,
        houseId,
        itemId: item?.id ?? null,
        stateId: S.asked,
        amountCents: form.monto_centavos,
        paper: form.documento,
        reason: form.motivo,
        madeBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: backCharges.id }),
  );
  const id = made[0]!.id;
  await announce(ctx, {
    record: 'cargo_garantia',
    id,
    from: null,
    to: S.asked,
    of: ['contrato', contract.id],
  });
  await audit(ctx, 'crear', 'cargo_garantia', id, { contrato: contract.id, monto: form.monto_centavos });
  await notify(ctx, {
    kind: 'cargo_garantia',
    to: await whoMay(ctx.db, 'contabilidad.aprobar', contract.projectId),
    text: `Decide el cargo ${next!.code} de ${formatMoney(form.monto_centavos)} al contrato ${contract.reference}.`,
    url: `/oficina/cargos-de-garantia?cargo=${id}`,
    event: `cargo_garantia:${id}:pedido`,
  });
  return id;
}

async function saving<A>(write: PromiseLike<A>): Promise<A> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) !== 'back_charges_paper') throw error;
    const message = 'Este contrato ya tiene un cargo con ese documento.';
    throw new Refused(409, 'TAKEN', message, { errors: [{ field: 'documento', message }] });
  }
}

async function write(
  ctx: Context,
  one: FoundCharge,
  states: readonly number[],
  set: Partial<typeof backCharges.$inferInsert>,
  reason?: string,
): Promise<void> {
  const last = states.at(-1)!;
  await ctx.db
    .update(backCharges)
    .set({ ...set, stateId: last, version: one.version + 1 })
    .where(eq(backCharges.id, one.id));
  let from = one.stateId;
  for (const to of states) {
    await announce(ctx, {
      record: 'cargo_garantia',
      id: one.id,
      from,
      to,
      of: ['contrato', one.contractId],
      ...(to === last && reason && { reason }),
      values: { retained: set.retainedCents, receivable: set.receivableCents },
    });
    from = to;
  }
  await audit(ctx, 'cambiar_estado', 'cargo_garantia', one.id, { from: one.stateId, to: last });
}

/** Decides a charge, or notes what the contractor paid. Raises 404, 403, 409 STALE, 422 with the reason or at a field. */
export async function changeCharge(ctx: Context, id: number, change: ChargeStatusChange): Promise<void> {
  const there = await findCharge(ctx, id);
  if (!there) throw notFound();
  // The contract before its charge: so does whoever pays its accounts.
  if (scopeOf(ctx, 'contabilidad.aprobar')) await lockContract(ctx, there.contractId, 'contabilidad.aprobar');
  await ctx.db.execute(sql`select from back_charges where id = ${id} for no key update`);
  const one = (await findCharge(ctx, id))!;
  const { fecha, banco, referencia, cuenta_id, ...asked } = change;
  const { userId } = staffOf(ctx);
  checkTransition(
    chargeMachine,
    one,
    asked,
    { own: one.madeBy === userId },
    (permission) => scopeOf(ctx, permission) !== null,
  );
  const decided = { decidedBy: userId, decidedAt: ctx.now };
  if (change.estado_id === S.approved) {
    const retainedCents = await chargeWhatFits(ctx, one.contractId, one);
    const receivableCents = one.amountCents - retainedCents;
    await write(ctx, one, receivableCents > 0 ? [S.approved, S.owed] : [S.approved], {
      ...decided,
      retainedCents,
      receivableCents,
    });
  } else if (change.estado_id === S.refused) await write(ctx, one, [S.refused], decided, change.motivo);
  else {
    const faults: FieldError[] = [
      ...(!fecha || fecha > panamaDay(ctx.now)
        ? [{ field: 'params[fecha]', message: 'Escribe el día del pago, hoy o antes.' }]
        : []),
      ...(banco ? [] : [{ field: 'params[banco]', message: 'Escribe el banco.' }]),
      ...(referencia ? [] : [{ field: 'params[referencia]', message: 'Escribe la referencia.' }]),
    ];
    if (faults.length > 0) throw invalid(faults);
    const into = await payingAccount(ctx, one.projectId, { id: cuenta_id, field: 'params[cuenta_id]' });
    await write(ctx, one, [S.collected], {
      collectedIntoId: into?.id ?? null,
      collectedOn: fecha!,
      collectedBank: banco!,
      collectedReference: referencia!,
    });
  }
  await notify(ctx, {
    kind: 'cargo_garantia',
    to: [one.madeBy],
    text: `El cargo ${one.code} ${change.estado_id === S.refused ? `no se aprobó: ${change.motivo}` : change.estado_id === S.collected ? 'ya se cobró.' : 'se aprobó.'}`,
    url: `/oficina/cargos-de-garantia?cargo=${id}`,
    event: `cargo_garantia:${id}:${change.estado_id}`,
  });
}

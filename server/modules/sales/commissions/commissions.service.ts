import { and, asc, eq, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type {
  Broker,
  CommissionLine,
  CommissionRule,
  CommissionStatusChange,
  NewBroker,
  NewCommissionRule,
  SaleCommissions,
} from '#contract/sales/commissions/model.ts';
import {
  COMMISSION,
  COMMISSION_LABELS,
  commissionMachine,
  whyNotName,
  type Payee,
} from '#contract/sales/commissions/rules.ts';
import { formatMoney } from '#contract/money.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { payingAccount } from '#server/modules/projects/bankAccounts/paying.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { holdersOf } from '#server/modules/company/staff/holders.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { findLine, personOf, rightsOf } from './commissions.queries.ts';
import { commissionsInReach } from './commissions.scope.ts';
import { brokers, commissionLines, commissionRules, commissions } from './commissions.table.ts';
import { keepBack } from './offsets.service.ts';
import { fixCommission, move } from './release.service.ts';

/**
 * Prepares, approves, pays or returns a line. Raises 404 out of scope, 403, 409 STALE, 422 with the reason or at a
 * field.
 */
export async function changeLine(
  ctx: Context,
  id: number,
  change: CommissionStatusChange,
): Promise<CommissionLine> {
  const [found] = await ctx.db
    .select({ saleId: sales.id })
    .from(commissionLines)
    .innerJoin(commissions, eq(commissions.id, commissionLines.commissionId))
    .innerJoin(sales, eq(sales.id, commissions.saleId))
    .where(and(eq(commissionLines.id, id), commissionsInReach(ctx)));
  if (!found) throw notFound();
  // Locks the sale first, like every service.
  const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, found.saleId)).for('no key update');
  const [line] = await ctx.db
    .select()
    .from(commissionLines)
    .where(eq(commissionLines.id, id))
    .for('no key update');
  const [commission] = await ctx.db
    .select()
    .from(commissions)
    .where(eq(commissions.id, line?.commissionId ?? 0));
  if (!sale || !line || !commission) throw notFound();
  checkTransition(commissionMachine, line, change, rightsOf(ctx, line, commission), (permission) =>
    reaches(ctx, permission, sale),
  );
  const { userId } = staffOf(ctx);
  const to = change.estado_id;
  const set =
    to === COMMISSION.prepared
      ? { preparedBy: userId, preparedAt: ctx.now }
      : to === COMMISSION.approved
        ? { approvedBy: userId, approvedAt: ctx.now }
        : to === COMMISSION.paid
          ? {
              paidBy: userId,
              paidAt: ctx.now,
              ...(await payOut(ctx, line, commission, sale.projectId, change)),
            }
          : { preparedBy: null, preparedAt: null, approvedBy: null, approvedAt: null };
  await move(ctx, line, to, set, change.motivo);
  await audit(ctx, 'cambiar_estado', 'comision', id, { from: line.stateId, to });
  return (await findLine(ctx, id))!;
}

/** The net payout of a part after the payee's debts for ended sales are deducted; it may be zero. */
async function payOut(
  ctx: Context,
  line: typeof commissionLines.$inferSelect,
  commission: typeof commissions.$inferSelect,
  projectId: number,
  change: CommissionStatusChange,
) {
  const netCents = line.cents - (await keepBack(ctx, line, commission));
  if (change.neto_centavos !== undefined && change.neto_centavos !== netCents)
    throw conflict(
      'STALE',
      `Lo que se transfiere cambió: ahora son ${formatMoney(netCents)}. Actualiza la página.`,
      { estado_id: line.stateId, version: line.version },
    );
  if (netCents === 0) return { reference: 'Descontada completa', paidOn: panamaDay(ctx.now) };
  const transfer = transferOf(ctx, change);
  const from = await payingAccount(ctx, projectId, { id: change.cuenta_id, field: 'params[cuenta_id]' });
  return { ...transfer, paidFromId: from?.id ?? null };
}

function transferOf(ctx: Context, { referencia, fecha }: CommissionStatusChange) {
  const today = panamaDay(ctx.now);
  if (!referencia || referencia.length < 3)
    throw invalid([{ field: 'params[referencia]', message: 'Escribe el número de la transferencia.' }]);
  if (fecha !== undefined && fecha > today)
    throw invalid([{ field: 'params[fecha]', message: 'El pago no puede ser de un día que no ha llegado.' }]);
  return { reference: referencia, paidOn: fecha ?? today };
}

/** The commissions of a sale that the caller may see. Raises 404. */
export async function commissionsOfSale(ctx: Context, saleId: number): Promise<SaleCommissions> {
  const [sale] = await ctx.db
    .select()
    .from(sales)
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'ventas.ver')));
  if (!sale) throw notFound();
  const found = await ctx.db
    .select({ commission: commissions, adviser: users.name, broker: brokers.name, line: commissionLines })
    .from(commissions)
    .innerJoin(sales, eq(sales.id, commissions.saleId))
    .leftJoin(users, eq(users.id, commissions.userId))
    .leftJoin(brokers, eq(brokers.id, commissions.brokerId))
    .leftJoin(commissionLines, eq(commissionLines.commissionId, commissions.id))
    .where(and(eq(commissions.saleId, saleId), commissionsInReach(ctx)))
    .orderBy(asc(commissions.id), asc(commissionLines.id));
  const grouped = [...Map.groupBy(found, ({ commission }) => commission.id).values()];
  const may = reaches(ctx, 'ventas.aprobar', sale);
  const released = found.some(({ line }) => line !== null && line.releasedAt !== null);
  const offer = (payee: Payee) =>
    may
      ? {
          disabled: whyNotName(sale.stateId, {
            taken: found.some(({ commission }) => commission.payee === payee),
            released,
          }),
        }
      : null;
  return {
    commissions: grouped.map((lines) => {
      const { commission, adviser, broker } = lines[0]!;
      return {
        id: commission.id,
        payee: commission.payee,
        person: personOf(commission, adviser, broker),
        total_centavos: commission.totalCents,
        lines: lines.flatMap(({ line }) =>
          line
            ? [
                {
                  id: line.id,
                  event: line.event,
                  reverse: line.reversesId !== null,
                  state: { id: line.stateId, name: COMMISSION_LABELS[line.stateId] ?? '' },
                  centavos: line.cents,
                },
              ]
            : [],
        ),
      };
    }),
    name: { asesor: offer('asesor'), corredor: offer('corredor') },
  };
}

/**
 * Sets the broker of a sale, or the adviser of a sale from the web, once and before anything is released. Raises 404,
 * 403, 422.
 */
export async function nameByHand(
  ctx: Context,
  saleId: number,
  { para, persona_id }: { para: Payee; persona_id: number },
): Promise<void> {
  const [sale] = await ctx.db
    .select()
    .from(sales)
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'ventas.ver')))
    .for('no key update');
  if (!sale) throw notFound();
  if (!reaches(ctx, 'ventas.aprobar', sale)) throw forbidden();
  const { name } = await commissionsOfSale(ctx, saleId);
  const refusal = name[para]?.disabled;
  if (refusal) throw transitionRefused(refusal);
  if (!(await isPayee(ctx, para, persona_id)))
    throw invalid([{ field: 'persona_id', message: 'Elige a una persona activa de la lista.' }]);
  if (persona_id === staffOf(ctx).userId && para === 'asesor')
    throw invalid([{ field: 'persona_id', message: 'Nadie se nombra a sí mismo: pídelo a otra persona.' }]);
  const fixed = await fixCommission(ctx, saleId, {
    payee: para,
    personId: persona_id,
    namedBy: staffOf(ctx).userId,
  });
  if (!fixed) throw transitionRefused('No hay una regla de comisión vigente para este proyecto.');
  await audit(ctx, 'nombrar_comision', 'precontrato', saleId, { payee: para, personId: persona_id });
}

async function isPayee(ctx: Context, payee: Payee, id: number): Promise<boolean> {
  if (payee === 'corredor')
    return (await ctx.db.$count(brokers, and(eq(brokers.id, id), eq(brokers.active, true)))) > 0;
  return (await holdersOf(ctx.db, 'ventas.crear', id)).length > 0;
}

const selectRules = (ctx: Pick<Context, 'db'>) =>
  ctx.db
    .select({ rule: commissionRules, project: projects.name, by: users.name })
    .from(commissionRules)
    .leftJoin(projects, eq(projects.id, commissionRules.projectId))
    .leftJoin(users, eq(users.id, commissionRules.createdBy));

const presentRule = ({
  rule,
  project,
  by,
}: Awaited<ReturnType<typeof selectRules>>[number]): CommissionRule => ({
  id: rule.id,
  project: rule.projectId === null ? null : { id: rule.projectId, name: project ?? '' },
  payee: rule.payee,
  percent: rule.percent,
  fixed_centavos: rule.fixedCents,
  split: { separacion: rule.separation, promesa: rule.promise, desembolso: rule.disbursement },
  valid_from: rule.validFrom,
  valid_to: rule.validTo,
  by,
});

/** The rules, those in force first. */
export const listRules = async (ctx: Context): Promise<CommissionRule[]> =>
  (
    await selectRules(ctx).orderBy(
      sql`coalesce(${commissionRules.validTo}, 'infinity') < ${panamaDay(ctx.now)}::date`,
      sql`${projects.name} nulls first`,
      commissionRules.payee,
      sql`${commissionRules.validFrom} desc`,
    )
  ).map(presentRule);

const ruleOf = async (ctx: Context, id: number) =>
  presentRule((await selectRules(ctx).where(eq(commissionRules.id, id)))[0]!);

/** Adds a rule. Raises 409 RULES_OVERLAP if another rule covers the same days, 422. */
export async function addRule(ctx: Context, input: NewCommissionRule): Promise<CommissionRule> {
  if (input.proyecto_id !== null && (await ctx.db.$count(projects, eq(projects.id, input.proyecto_id))) === 0)
    throw invalid([{ field: 'proyecto_id', message: 'Elige un proyecto de la lista.' }]);
  try {
    const [made] = await ctx.db
      .insert(commissionRules)
      .values({
        projectId: input.proyecto_id,
        payee: input.para,
        percent: input.porcentaje,
        fixedCents: input.fijo_centavos,
        separation: input.separacion,
        promise: input.promesa,
        disbursement: input.desembolso,
        validFrom: input.desde,
        validTo: input.hasta,
        createdBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: commissionRules.id });
    await audit(ctx, 'crear', 'regla_comision', made!.id);
    return await ruleOf(ctx, made!.id);
  } catch (error) {
    if (violatedConstraint(error) !== 'commission_rules_overlap') throw error;
    throw conflict('RULES_OVERLAP', 'Ya hay una regla para esos días: ponle primero su último día.');
  }
}

/** Sets the last day of a rule; commissions already based on it stay. Raises 404, 422. */
export async function endRule(ctx: Context, id: number, day: string): Promise<CommissionRule> {
  const [rule] = await ctx.db
    .select()
    .from(commissionRules)
    .where(eq(commissionRules.id, id))
    .for('no key update');
  if (!rule) throw notFound();
  const today = panamaDay(ctx.now);
  const reason =
    rule.validTo !== null && rule.validTo < today
      ? 'Esta regla ya terminó.'
      : day < rule.validFrom
        ? 'Termina antes de empezar: elige otro día.'
        : rule.validTo !== null && day > rule.validTo
          ? 'Una regla solo se acorta: agrega otra para después.'
          : null;
  if (reason) throw invalid([{ field: 'hasta', message: reason }]);
  await ctx.db.update(commissionRules).set({ validTo: day }).where(eq(commissionRules.id, id));
  await audit(ctx, 'editar', 'regla_comision', id, { validTo: day });
  return ruleOf(ctx, id);
}

const presentBroker = (one: typeof brokers.$inferSelect): Broker => ({
  id: one.id,
  version: one.version,
  name: one.name,
  document: one.document,
  phone: one.phone,
  email: one.email,
  active: one.active,
});

export const allBrokers = async (ctx: Context): Promise<Broker[]> =>
  (
    await ctx.db
      .select()
      .from(brokers)
      .orderBy(sql`not ${brokers.active}`, brokers.name, brokers.id)
  ).map(presentBroker);

export async function addBroker(ctx: Context, input: NewBroker): Promise<Broker> {
  const [made] = await ctx.db
    .insert(brokers)
    .values({
      name: input.nombre,
      document: input.documento,
      phone: input.celular,
      email: input.email,
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning();
  await audit(ctx, 'crear', 'corredor', made!.id);
  return presentBroker(made!);
}

/** Changes a broker; omitted fields stay. Raises 404, 409 STALE. */
export async function changeBroker(
  ctx: Context,
  id: number,
  input: Partial<NewBroker> & { activo?: boolean | undefined; version?: number | undefined },
): Promise<Broker> {
  const [one] = await ctx.db.select().from(brokers).where(eq(brokers.id, id)).for('no key update');
  if (!one) throw notFound();
  if (input.version !== undefined && input.version !== one.version)
    throw conflict('STALE', undefined, { version: one.version });
  const [changed] = await ctx.db
    .update(brokers)
    .set({
      ...(input.nombre !== undefined && { name: input.nombre }),
      ...(input.documento !== undefined && { document: input.documento }),
      ...(input.celular !== undefined && { phone: input.celular }),
      ...(input.email !== undefined && { email: input.email }),
      ...(input.activo !== undefined && { active: input.activo }),
      version: one.version + 1,
    })
    .where(eq(brokers.id, id))
    .returning();
  await audit(ctx, 'editar', 'corredor', id);
  return presentBroker(changed!);
}

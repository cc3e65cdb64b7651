import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import { urlOf } from '#contract/endpoint.ts';
import {
  changeDepositStatus,
  type DepositFilter,
  type DepositRow,
} from '#contract/money/onlineDeposits/endpoints.ts';
import { DEPOSIT_STATE as S, DEPOSIT_STATES, depositMachine } from '#contract/money/onlineDeposits/rules.ts';
import { REPORTED_STATES } from '#contract/money/payments/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { offersOf, type StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { anyOf, countUpTo, hasPart, idOf, newestFirst, row } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { titleWith } from '#server/modules/money/payments/concept.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { ENTITY, moveDeposit, stillCounts } from './news.service.ts';
import { onlineDeposits } from './onlineDeposits.table.ts';

const select = (ctx: Context) =>
  ctx.db
    .select({
      one: onlineDeposits,
      sale: sales,
      customer: people.name,
      project: projects.name,
      payment: payments,
    })
    .from(onlineDeposits)
    .innerJoin(sales, eq(sales.id, onlineDeposits.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .innerJoin(payments, eq(payments.id, onlineDeposits.paymentId));
type Found = Awaited<ReturnType<typeof select>>[number];

async function present(ctx: Context, found: readonly Found[]): Promise<DepositRow[]> {
  const types = await catalogLabels(ctx.db, paymentTypes);
  const ids = found.map(({ one }) => one.id);
  const states = await statesOf(ctx.db, ENTITY, ids);
  const answers: DepositRow[] = [];
  for (const { one, sale, customer, project, payment } of found)
    answers.push({
      id: one.id,
      version: one.version,
      reference: one.reference,
      way: one.way,
      sale: { id: sale.id, name: sale.code ?? `Venta ${sale.id}` },
      customer,
      project: { id: sale.projectId, name: project },
      payment: { id: payment.id, name: titleWith(types, payment) },
      state: { id: one.stateId, name: DEPOSIT_STATES[one.stateId] ?? '' },
      cents: one.cents,
      fee_centavos: one.feeCents,
      remark: one.remark,
      provider_reference: one.providerReference,
      created_at: one.createdAt.toISOString(),
      paid_at: one.paidAt?.toISOString() ?? null,
      settled_on: one.settledOn,
      transitions: offersOf(
        depositMachine,
        one.stateId,
        { stillCounts: await stillCounts(ctx, one) },
        urlOf(changeDepositStatus, { params: { id: one.id } }),
        (permission) => reaches(ctx, permission, sale),
      ),
      history: states
        .filter(({ recordId }) => recordId === one.id)
        .map((state) => ({
          id: state.id,
          at: state.at.toISOString(),
          who: state.who,
          from: state.from === null ? null : (DEPOSIT_STATES[state.from] ?? null),
          to: DEPOSIT_STATES[state.to] ?? null,
          reason: state.reason,
        })),
    });
  return answers;
}

const inReach = (ctx: Context) =>
  inArray(
    onlineDeposits.saleId,
    ctx.db.select({ id: sales.id }).from(sales).where(salesInReach(ctx, 'pagos.ver')),
  );

/** Paid, and its payment still waits for the bank's line. */
const TO_SETTLE = sql`(online_deposits.state_id = ${idOf(S.paid)} and online_deposits.line_id is null
  and exists (select from payments p where p.id = online_deposits.payment_id and p.state_id in ${anyOf(REPORTED_STATES)}))`;

const matching = (ctx: Context, query: DepositFilter): SQL | undefined =>
  and(
    inReach(ctx),
    query.via === undefined ? undefined : eq(onlineDeposits.way, query.via),
    query.estado_id === undefined ? undefined : eq(onlineDeposits.stateId, query.estado_id),
    query.proyecto_id === undefined ? undefined : eq(sales.projectId, query.proyecto_id),
    query.por_liquidar === undefined
      ? undefined
      : query.por_liquidar === 1
        ? TO_SETTLE
        : sql`not ${TO_SETTLE}`,
    query.q
      ? or(
          hasPart(onlineDeposits.reference, query.q),
          hasPart(sql`concat_ws(' ', ${people.name}, ${sales.code}, ${onlineDeposits.providerReference})`, query.q),
        )
      : undefined,
  ); // prettier-ignore

const FROM = sql`from online_deposits join sales on sales.id = online_deposits.sale_id join people on people.id = sales.person_id`;

/** A page of deposits, the last first, and the total. */
export async function pageOfDeposits(ctx: Context, query: DepositFilter) {
  const where = matching(ctx, query);
  const found = await select(ctx)
    .where(where)
    .orderBy(newestFirst(onlineDeposits.id, query))
    .limit(query.per_page)
    .offset(offsetOf(query));
  const total = await countUpTo(ctx.db, sql`select ${FROM} where ${where ?? sql`true`}`);
  return { list: await present(ctx, found), total };
}

export async function sumsOfDeposits(ctx: Context, query: DepositFilter) {
  const found = await row<{ monto: string; comision: string }>(
    ctx.db,
    sql`select coalesce(sum(online_deposits.cents), 0)::bigint monto, coalesce(sum(online_deposits.fee_cents), 0)::bigint comision ${FROM}
      where online_deposits.state_id = ${idOf(S.paid)} and ${matching(ctx, query) ?? sql`true`}`,
  );
  return { monto: Number(found!.monto), comision: Number(found!.comision) };
}

/** Guards its comments and files. */
export const mayOpenDeposit = async (ctx: Context, id: number): Promise<boolean> =>
  (await ctx.db.$count(onlineDeposits, and(eq(onlineDeposits.id, id), inReach(ctx)))) > 0;

export async function answerDeposit(ctx: Context, id: number): Promise<DepositRow> {
  const [answer] = await present(ctx, await select(ctx).where(and(eq(onlineDeposits.id, id), inReach(ctx))));
  if (!answer) throw notFound();
  return answer;
}

/** Closes what was looked into. Raises 404, 403, 409 STALE, 422. */
export async function changeDepositState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const [known] = await ctx.db
    .select()
    .from(onlineDeposits)
    .where(and(eq(onlineDeposits.id, id), inReach(ctx)));
  const sale = known && (await lockSale(ctx.db, known.saleId));
  const [one] = await ctx.db
    .select()
    .from(onlineDeposits)
    .where(eq(onlineDeposits.id, id))
    .for('no key update');
  if (!known || !sale || !one) throw notFound();
  checkTransition(depositMachine, one, change, { stillCounts: await stillCounts(ctx, one) }, (permission) =>
    reaches(ctx, permission, sale),
  );
  await moveDeposit(ctx, one, change.estado_id, {}, change.motivo);
  await audit(ctx, 'cambiar_estado', ENTITY, id, { from: one.stateId, to: change.estado_id });
}

/** Money that fits no due, and money that was taken back. */
export function depositTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'pagos.aprobar')) return null;
  return {
    rows: sql`select online_deposits.*, p.name from online_deposits join sales on sales.id = online_deposits.sale_id
      join people p on p.id = sales.person_id
      where online_deposits.state_id in ${anyOf([S.review, S.returned])} and ${salesInReach(ctx, 'pagos.aprobar') ?? sql`true`}`,
    id: sql`w.id`,
    title: sql`w.name`,
    text: sql`case w.state_id when ${idOf(S.review)} then 'Revisar un pago en línea' else 'Un pago en línea se devolvió' end`,
    due: sql`null::date`,
    since: sql`w.created_at`,
    cents: sql`w.cents`,
  };
}

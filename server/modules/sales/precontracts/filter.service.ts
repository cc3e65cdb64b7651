import { PAGE_SIZES } from '#contract/company/userSettings/settings.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { SaleFilter } from '#contract/sales/sale/model.ts';
import { addDays, panamaInstant } from '#contract/dates.ts';
import { deskOf, type Turn } from '#contract/sales/sale/turn.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { idOf } from '#server/kernel/db.ts';
import { staffOf, type Context, type RowScope } from '#server/kernel/context.ts';
import { salesMatching } from '#server/modules/sales/sale/search.service.ts';
import { COUNTED } from '#server/modules/sales/totals/totals.table.ts';

export const both = (conditions: readonly (SQL | undefined)[]) => {
  const given = conditions.filter((one) => one !== undefined);
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`;
};

/** The `exists` conditions are evaluated first: for a user without any sale PostgreSQL does not scan sales. */
const mine = (userId: number) => sql`(processor_id = ${userId} or adviser_id = ${userId})
  and (exists (select from sales x where x.processor_id = ${userId}) or exists (select from sales x where x.adviser_id = ${userId}))`;

/** The filter's conditions on columns that `sales` and its totals share. */
export function shared(filter: SaleFilter, reach: RowScope): SQL[] {
  const person = (column: SQL, id: number | undefined) =>
    id === undefined ? undefined : id === 0 ? sql`${column} is null` : sql`${column} = ${id}`;
  return [
    scopeOver(reach),
    filter.proyecto_id === undefined ? undefined : sql`project_id = ${filter.proyecto_id}`,
    person(sql`processor_id`, filter.procesador_id),
    person(sql`adviser_id`, filter.asesor_id),
    filter.mias ? mine(reach.userId) : undefined,
  ].filter((one) => one !== undefined);
}

/** The caller's row scope over any table with the columns of a sale: like `salesInReach`, with unqualified names. */
export function scopeOver({ scope, userId, projectIds, colleague }: RowScope): SQL | undefined {
  switch (scope) {
    case 'todo':
      return undefined;
    case 'propio':
      return sql`adviser_id = ${userId}`;
    case 'asignado':
      return colleague
        ? sql`processor_id = ${userId}`
        : sql`(processor_id = ${userId} or lawyer_id = ${userId})`;
    case 'sus_proyectos':
      return sql`project_id = any(${sql.param([...projectIds])}::bigint[])`;
  }
}

/** One state becomes an equality, so that an index can return the rows in order. */
export const inStates = (states: readonly number[]) =>
  states.length === 1 ? sql`state_id = ${states[0]}` : sql`state_id = any(${sql.param([...states])}::int[])`;

/** The caller and the turns that are the caller's own work, if the filter is about them. */
export interface Desk {
  desk?: { turns: readonly Turn[]; userId: number };
}
export type SaleAsking = SaleFilter & Desk;

/** The filter with the meaning of `turno: 'mio'` for the caller. */
export function forCaller<F extends Pick<SaleFilter, 'turno'>>(
  ctx: Pick<Context, 'staff'>,
  filter: F,
): F & Desk {
  if (filter.turno !== 'mio') return filter;
  const { grants, userId } = staffOf(ctx);
  return { ...filter, desk: { turns: deskOf(new Set(grants.keys())), userId } };
}

const ofTurn = ({ turno, desk }: SaleAsking): SQL | undefined => {
  if (turno === undefined) return undefined;
  if (turno !== 'mio') return inTurns([turno]);
  return desk ? onDesk(desk) : sql`false`;
};

/** Sales whose next step is this user's (`isOnDesk`): the legal work of another lawyer is not. */
export const onDesk = ({ turns, userId }: NonNullable<Desk['desk']>): SQL =>
  both([
    inTurns(turns),
    turns.includes('legal')
      ? sql`(turn <> 'legal' or lawyer_id is null or lawyer_id = ${userId})`
      : undefined,
    turns.includes('postventa') ? sql`state_id <> ${idOf(SALE.delivered)}` : undefined,
  ]);

/** One turn becomes an equality, so that an index can return the rows in order. */
const inTurns = (turns: readonly Turn[]): SQL =>
  turns.length === 0
    ? sql`false`
    : turns.length === 1
      ? sql`turn = ${turns[0]}`
      : sql`turn = any(${sql.param([...turns])}::text[])`;

/** Whether the totals know everything that the filter asks for. */
export const isCounted = ({ q, turno, recibida_desde, recibida_hasta }: SaleFilter): boolean =>
  !q && turno === undefined && !recibida_desde && !recibida_hasta;

/** The filter's conditions that the totals do not know. */
export function searched(filter: SaleAsking): (SQL | undefined)[] {
  const { q, recibida_desde, recibida_hasta } = filter;
  return [
    q ? salesMatching(q) : undefined,
    ofTurn(filter),
    recibida_desde ? sql`received_at >= ${panamaInstant(recibida_desde)}` : undefined,
    recibida_hasta ? sql`received_at < ${panamaInstant(addDays(recibida_hasta, 1))}` : undefined,
  ];
}

/**
 * Only the first page of the usual sizes without a search is a prepared statement: each connection keeps every text.
 */
export const isUsual = ({ q, page, per_page }: Pick<SaleFilter, 'q' | 'page' | 'per_page'>) =>
  !q && page === 1 && PAGE_SIZES.some((size) => size === per_page);

/**
 * The condition on `sale_counts` if the filter and the caller's scope have at most one key together; null otherwise.
 */
function countedBy({ proyecto_id, procesador_id, asesor_id, mias }: SaleFilter, reach: RowScope): SQL | null {
  const { scope, userId, projectIds } = reach;
  const asked: SQL[] = [];
  const by = (kind: number, key: SQL) => asked.push(sql`kind = ${sql.raw(String(kind))} and key ${key}`);
  if (mias) return null;
  if (scope === 'propio') by(COUNTED.adviser, sql`= ${userId}`);
  if (scope === 'asignado') by(COUNTED.processor, sql`= ${userId}`);
  if (scope === 'sus_proyectos') by(COUNTED.project, sql`= any(${sql.param([...projectIds])}::bigint[])`);
  if (proyecto_id !== undefined) by(COUNTED.project, sql`= ${proyecto_id}`);
  if (procesador_id !== undefined) by(COUNTED.processor, sql`= ${procesador_id}`);
  if (asesor_id !== undefined) by(COUNTED.adviser, sql`= ${asesor_id}`);
  if (asked.length > 1) return null;
  return asked[0] ?? sql`kind = ${sql.raw(String(COUNTED.all))} and key = 0`;
}

/** Exact totals per state, from the counts that triggers maintain; those know no lawyers, an outside lawyer has few sales. */
export function totals(filter: SaleFilter, reach: RowScope): SQL {
  const alone = reach.colleague ? countedBy(filter, reach) : null;
  const within = both(shared(filter, reach));
  const from = alone
    ? sql`sale_counts where ${alone}`
    : reach.colleague
      ? sql`sale_totals where ${within}`
      : sql`(select state_id, 1 total from sales where ${within}) own`;
  return sql`select state_id "stateId", sum(total)::int total from ${from}
    group by state_id having sum(total) <> 0 order by state_id`;
}

import { sql, type SQL } from 'drizzle-orm';
import { costCodes } from '#contract/company/catalogs/worksLists.ts';
import type { BudgetFilter, BudgetRow } from '#contract/works/budgets/endpoints.ts';
import { COMMITTED_STATES, CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, idOf, rows } from '#server/kernel/db.ts';
import { knownCents } from '#server/kernel/known.ts';
import { purchasedByCode } from '#server/modules/works/purchasing/spend.service.ts';
import { catalogLabels, catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';

/** The lines of what is shown: of the whole project its common works and each house; of a model one of its houses. */
function budgeted({ proyecto_id, vivienda_id, modelo_id }: BudgetFilter): SQL {
  const lines = (where: SQL) =>
    sql`select cost_code_id code, amount_cents cents from budget_lines where project_id = ${proyecto_id} and ${where}`;
  if (modelo_id !== undefined) return lines(sql`model_id = ${modelo_id}`);
  const houses = sql`select coalesce(own.cost_code_id, usual.cost_code_id) code, coalesce(own.amount_cents, usual.amount_cents) cents
    from houses h
    cross join lateral (select coalesce(array_agg(distinct cost_code_id), '{}') codes from budget_lines l
      where l.project_id = h.project_id and (l.house_id = h.id or l.model_id = h.model_id)) c
    cross join unnest(c.codes) code
    left join budget_lines own on own.house_id = h.id and own.cost_code_id = code
    left join budget_lines usual on usual.model_id = h.model_id and usual.cost_code_id = code
    where h.project_id = ${proyecto_id} and h.archived_at is null
      and ${vivienda_id === undefined ? sql`true` : sql`h.id = ${vivienda_id}`}`;
  return vivienda_id === undefined
    ? sql`${lines(sql`model_id is null and house_id is null`)} union all ${houses}`
    : houses;
}

/** Commitments by cost code: jobs of contracts in force, and of a rescinded one what it certified. */
const committed = (ctx: Context, { proyecto_id, vivienda_id }: BudgetFilter) =>
  sql`select coalesce(a.cost_code_id, i.cost_code_id) code,
      case when contracts.state_id = ${idOf(CONTRACT_STATE.rescinded)} then jobs.certified_cents else jobs.amount_cents end committed,
      jobs.certified_cents certified, ${knownCents(ctx, 'trabajo', 'paid_cents')} paid
    from jobs join contracts on contracts.id = jobs.contract_id
      left join contract_activities a on a.contract_id = jobs.contract_id and a.activity_id = jobs.activity_id
      left join contract_items i on i.id = jobs.item_id
    where contracts.project_id = ${proyecto_id}
      and contracts.state_id in ${anyOf([...COMMITTED_STATES, CONTRACT_STATE.rescinded])}
      and ${vivienda_id === undefined ? sql`true` : sql`jobs.house_id = ${vivienda_id}`}`;

type Sums = Record<'code' | 'budget' | 'committed' | 'certified' | 'paid' | 'own', string | number | null>;

/** The budget by cost code, in the order of the list. The caller has checked the project. */
export async function budgetOf(ctx: Context, filter: BudgetFilter): Promise<BudgetRow[]> {
  const { proyecto_id, vivienda_id, modelo_id } = filter;
  const own = sql`project_id = ${proyecto_id} and model_id is not distinct from ${modelo_id ?? null}
    and house_id is not distinct from ${vivienda_id ?? null}`;
  const nothing = sql`select null::int code, 0::bigint committed, 0::bigint certified, 0::bigint paid where false`;
  const found = await rows<Sums>(
    ctx.db,
    sql`select code, coalesce(sum(budget), 0) budget, coalesce(sum(committed), 0) committed, coalesce(sum(certified), 0) certified,
        coalesce(sum(paid), 0) paid,
        (select amount_cents from budget_lines l where ${own} and l.cost_code_id = code) own
      from (
        select code, cents budget, 0 committed, 0 certified, 0 paid from (${budgeted(filter)}) b
        union all
        select code, 0, committed, certified, paid from (${modelo_id === undefined ? committed(ctx, filter) : nothing}) k
        union all
        select code, 0, committed, certified, paid from (${modelo_id === undefined ? purchasedByCode(filter) : nothing}) p
      ) all_of_it group by code`,
  );
  const sums = new Map(found.map((one) => [Number(one.code), one]));
  const offered = (await catalogOptions(ctx.db, costCodes)).map(({ id }) => id);
  const labels = await catalogLabels(ctx.db, costCodes);
  const ids = [...offered, ...[...sums.keys()].filter((id) => !offered.includes(id))];
  return ids.map((id) => {
    const one = sums.get(id);
    const [budget, promised, certified, paid] = [one?.budget, one?.committed, one?.certified, one?.paid].map(
      (cents) => Number(cents ?? 0),
    ) as [number, number, number, number];
    return {
      id,
      name: labels.get(id) ?? '',
      budget,
      committed: promised,
      certified,
      paid,
      to_come: promised - certified,
      free: budget - promised,
      own: one?.own == null ? null : Number(one.own),
    };
  });
}

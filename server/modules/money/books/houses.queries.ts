import { and, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { HouseFilter, HouseRow } from '#contract/money/books/model.ts';
import { HOUSE_FIGURES, type HouseFigure } from '#contract/money/ledger/model.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { countUpTo, inOrder, limited, rows } from '#server/kernel/db.ts';
import { chosen } from './totals.queries.ts';

interface Found {
  id: number;
  lot: string;
  projectId: number;
  project: string;
  income: number;
  land: number;
  construction: number;
  infrastructure: number;
  permits: number;
  commissions: number;
  costs: number;
  inProgress: number;
}

/** A page of the lots that lines of the books name, with what each brought and cost until the end of a day. */
export async function findHouses(ctx: Context, filter: HouseFilter) {
  const day = filter.hasta ?? panamaDay(ctx.now);
  const mine = sql`${chosen(ctx, { libro_id: filter.libro_id })} and t.day <= ${day}`;
  const selection = sql`select lots.id from lots where ${
    and(
      sql`exists (select from journal_lines t where t.lot_id = lots.id and ${mine})`,
      filter.proyecto_id === undefined ? undefined : sql`lots.project_id = ${filter.proyecto_id}`,
    ) ?? sql`true`
  }`;
  const order = (id: ReturnType<typeof sql>) => inOrder(filter, { id }, id, ['id', 'asc']);
  const ofClass = (pattern: string) =>
    sql`coalesce(sum(t.debit_cents - t.credit_cents) filter (where c.extra ->> 'codigo' ~ ${pattern}), 0)::bigint`;
  const figure = (name: HouseFigure) => ofClass(HOUSE_FIGURES[name].of);
  const found = await rows<Found>(
    ctx.db,
    sql`select lots.id, lots.name lot, p.id "projectId", p.name project, l.*
      from (${selection} order by ${order(sql`lots.id`)} ${limited(filter.per_page, offsetOf(filter))}) page
      join lots on lots.id = page.id join projects p on p.id = lots.project_id
      cross join lateral (select -${figure('ingreso')} income, ${figure('terreno')} land, ${figure('construccion')} construction,
          ${figure('infraestructura')} infrastructure, ${figure('permisos')} permits, ${figure('comisiones')} commissions,
          ${ofClass('^[5-9]')} costs, ${figure('proceso')} "inProgress"
        from journal_lines t join journal_entries e on e.id = t.entry_id and e.kind <> 'cierre'
        join catalog_items c on c.catalog = 'accounting_accounts' and c.id = t.account_id
        where t.lot_id = lots.id and ${mine}) l
      order by ${order(sql`lots.id`)}`,
  );
  return { list: found.map(present), total: await countUpTo(ctx.db, selection) };
}

function present(one: Found): HouseRow {
  const { id, lot, projectId, project, income, land, construction, infrastructure, permits, commissions } =
    one;
  const margin = income - one.costs;
  return {
    id,
    lot,
    project: { id: projectId, name: project },
    income,
    land,
    construction,
    infrastructure,
    permits,
    commissions,
    other: one.costs - land - construction - infrastructure - permits - commissions,
    margin,
    margin_percent: income === 0 ? null : Math.round((margin / income) * 10_000) / 100,
    in_progress: one.inProgress,
  };
}

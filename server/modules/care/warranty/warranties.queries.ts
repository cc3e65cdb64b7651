import type { WarrantyFilter } from '#contract/care/warranty/endpoints.ts';
import type { WarrantyRow } from '#contract/care/warranty/model.ts';
import { COVER_NAMES } from '#contract/care/covers/parts.ts';
import { clocksOf, ENDING_DAYS } from '#contract/care/covers/rules.ts';
import { OPEN_PUNCH } from '#contract/care/handover/rules.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { anyOf, countUpTo, inOrder, limited, rows, sql } from '#server/kernel/db.ts';
import { handoversInReach } from '#server/modules/care/handover/handover.scope.ts';
import { handovers } from '#server/modules/care/handover/handover.table.ts';
import { soughtPeople } from '#server/modules/sales/sale/search.service.ts';
import { presentClock, rulesNow } from '#server/modules/care/covers/clocks.service.ts';

/** Who answers claims sees every delivered house: whoever sees tickets of the whole company. */
export const warrantiesInReach = (ctx: Pick<Context, 'staff'>) =>
  scopeOf(ctx, 'tickets.ver')?.scope === 'todo' ? sql`true` : handoversInReach(ctx);

const ORDER = { id: handovers.id, delivered_on: handovers.deliveredOn };

/** The last day of a cover of the row `handovers`, by the rule of its delivery. */
const untilOf = (
  cover: string,
) => sql`(select (handovers.delivered_on + make_interval(months => w.months))::date
  from warranty_rules w where w.cover = ${cover} and w.valid_from <= handovers.delivered_on order by w.valid_from desc limit 1)`;

function inState({ estado, cobertura }: WarrantyFilter, today: string) {
  if (!estado) return undefined;
  const soon = addDays(today, ENDING_DAYS);
  const covers = cobertura ? [cobertura] : COVER_NAMES;
  return sql`(${sql.join(
    covers.map((cover) =>
      estado === 'vencida'
        ? sql`${untilOf(cover)} < ${today}::date`
        : estado === 'por_vencer'
          ? sql`${untilOf(cover)} between ${today}::date and ${soon}::date`
          : sql`${untilOf(cover)} >= ${today}::date`,
    ),
    sql` or `,
  )})`;
}

interface Found {
  id: number;
  code: string;
  houseId: number;
  house: string;
  modelId: number;
  model: string;
  projectId: number;
  project: string;
  saleId: number;
  saleCode: string | null;
  name: string;
  deliveredOn: string;
  openItems: number;
}

/** A page of delivered houses with their clocks, the last delivered first. */
export async function findWarranties(ctx: Context, filter: WarrantyFilter) {
  const today = panamaDay(ctx.now);
  const typed = filter.q?.replace(/[\\%_]/g, '\\$&') ?? '';
  const people = filter.q ? soughtPeople(filter.q) : null;
  const where = sql.join(
    [
      sql`handovers.delivered_on is not null`,
      warrantiesInReach(ctx),
      filter.proyecto_id === undefined ? undefined : sql`sales.project_id = ${filter.proyecto_id}`,
      filter.vivienda_id === undefined ? undefined : sql`handovers.house_id = ${filter.vivienda_id}`,
      inState(filter, today),
      filter.q
        ? sql`(handovers.code ilike ${`${typed}%`} or sales.code ilike ${`%${typed}`}
            or handovers.house_id in (select id from houses where name ilike ${`%${typed}%`})
            ${people ? sql`or sales.person_id in (${people})` : sql``})`
        : undefined,
    ].filter((one) => one !== undefined),
    sql` and `,
  );
  const found = await rows<Found>(
    ctx.db,
    sql`select handovers.id, handovers.code, h.id "houseId", h.name house, handovers.model_id "modelId", m.name model,
        r.id "projectId", r.name project, sales.id "saleId", sales.code "saleCode", p.name,
        handovers.delivered_on::text "deliveredOn", (select count(*)::int from punch_items i
          where i.handover_id = handovers.id and i.state_id in ${anyOf(OPEN_PUNCH)}) "openItems"
      from handovers join sales on sales.id = handovers.sale_id join people p on p.id = sales.person_id
      join projects r on r.id = sales.project_id join houses h on h.id = handovers.house_id
      join house_models m on m.id = handovers.model_id
      where ${where} order by ${inOrder(filter, ORDER, handovers.id, ['delivered_on', 'desc'])}
      ${limited(filter.per_page, offsetOf(filter))}`,
  );
  const total = await countUpTo(
    ctx.db,
    sql`select from handovers join sales on sales.id = handovers.sale_id where ${where}`,
  );
  const rules = await rulesNow(ctx.db);
  const list = found.map((one): WarrantyRow => ({
    id: one.id,
    code: one.code,
    house: { id: one.houseId, name: one.house },
    model: { id: one.modelId, name: one.model },
    project: { id: one.projectId, name: one.project },
    sale: { id: one.saleId, code: one.saleCode },
    name: one.name,
    delivered_on: one.deliveredOn,
    open_items: one.openItems,
    clocks: clocksOf(rules, one.deliveredOn).map((clock) => presentClock(clock, today)),
  }));
  return { list, total };
}

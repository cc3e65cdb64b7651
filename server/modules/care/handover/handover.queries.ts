import { panamaDay } from '#contract/dates.ts';
import type { HandoverFilter } from '#contract/care/handover/endpoints.ts';
import type { HandoverRow } from '#contract/care/handover/model.ts';
import {
  HANDOVER,
  HANDOVER_LABELS,
  OPEN_HANDOVERS,
  OPEN_PUNCH,
  type Early,
} from '#contract/care/handover/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, countUpTo, idOf, inOrder, limited, rows, sql } from '#server/kernel/db.ts';
import { soughtPeople } from '#server/modules/sales/sale/search.service.ts';
import { handoversInReach } from './handover.scope.ts';
import { handovers } from './handover.table.ts';

/** A delivery as lists show it, with what the rules need of its sale. */
export interface FoundHandover {
  id: number;
  version: number;
  code: string;
  stateId: number;
  stateSince: string;
  saleId: number;
  saleCode: string | null;
  adviserId: number | null;
  lawyerId: number | null;
  processorId: number | null;
  name: string;
  projectId: number;
  project: string;
  houseId: number;
  house: string;
  percent: number;
  modelId: number;
  model: string;
  scheduledOn: string;
  deliveredOn: string | null;
  openItems: number;
  lateItems: number;
  early: Early;
}

const OPEN = sql`(select count(*)::int from punch_items i where i.handover_id = handovers.id and i.state_id in ${anyOf(OPEN_PUNCH)})`;
const selected = (
  today: string,
) => sql`select handovers.id, handovers.version, handovers.code, handovers.state_id "stateId",
  handovers.state_since "stateSince", sales.id "saleId", sales.code "saleCode", sales.adviser_id "adviserId", sales.lawyer_id "lawyerId",
  sales.processor_id "processorId", p.name, sales.project_id "projectId", r.name project, handovers.house_id "houseId",
  h.name house, h.progress_percent::float8 percent, handovers.model_id "modelId", m.name model,
  handovers.scheduled_on::text "scheduledOn", handovers.delivered_on::text "deliveredOn", ${OPEN} "openItems",
  (select count(*)::int from punch_items i where i.handover_id = handovers.id and i.state_id in ${anyOf(OPEN_PUNCH)}
    and i.due_on < ${today}::date) "lateItems",
  case when handovers.early_reason is null then 'no' when handovers.early_approved then 'aprobada'
    when handovers.early_approved is null then 'por_aprobar' else 'no' end early`;
const JOINED = sql`from handovers join sales on sales.id = handovers.sale_id join people p on p.id = sales.person_id
  join projects r on r.id = sales.project_id join houses h on h.id = handovers.house_id
  join house_models m on m.id = handovers.model_id`;

const ORDER = {
  id: handovers.id,
  scheduled_on: handovers.scheduledOn,
  delivered_on: handovers.deliveredOn,
};

const VIEWS = {
  abiertas: sql`handovers.state_id in ${anyOf(OPEN_HANDOVERS)}`,
  pendientes: sql`handovers.state_id = ${idOf(HANDOVER.delivered)} and exists (select from punch_items i
    where i.handover_id = handovers.id and i.state_id in ${anyOf(OPEN_PUNCH)})`,
  entregadas: sql`handovers.state_id = ${idOf(HANDOVER.delivered)}`,
} as const;

/** A page of deliveries within scope, the newest first, and their total up to COUNT_LIMIT. */
export async function findHandovers(ctx: Context, filter: HandoverFilter) {
  const people = filter.q ? soughtPeople(filter.q) : null;
  const typed = filter.q?.replace(/[\\%_]/g, '\\$&') ?? '';
  const where = sql.join(
    [
      handoversInReach(ctx),
      filter.grupo && VIEWS[filter.grupo],
      filter.estado_id === undefined ? undefined : sql`handovers.state_id = ${filter.estado_id}`,
      filter.proyecto_id === undefined ? undefined : sql`sales.project_id = ${filter.proyecto_id}`,
      filter.venta_id === undefined ? undefined : sql`handovers.sale_id = ${filter.venta_id}`,
      filter.q
        ? sql`(handovers.code ilike ${`${typed}%`} or sales.code ilike ${`%${typed}`}
            or handovers.house_id in (select id from houses where name ilike ${`%${typed}%`})
            ${people ? sql`or sales.person_id in (${people})` : sql``})`
        : undefined,
    ].filter((one) => one !== undefined),
    sql` and `,
  );
  const found = await rows<FoundHandover>(
    ctx.db,
    sql`${selected(panamaDay(ctx.now))} ${JOINED} where ${where}
      order by ${inOrder(filter, ORDER, handovers.id, ['id', 'desc'])} ${limited(filter.per_page, offsetOf(filter))}`,
  );
  const total = await countUpTo(
    ctx.db,
    sql`select from handovers join sales on sales.id = handovers.sale_id where ${where}`,
  );
  return { found, total };
}

/** One delivery within the caller's scope. */
export async function findHandover(ctx: Context, id: number): Promise<FoundHandover | undefined> {
  const [found] = await rows<FoundHandover>(
    ctx.db,
    sql`${selected(panamaDay(ctx.now))} ${JOINED} where handovers.id = ${id} and ${handoversInReach(ctx)}`,
  );
  return found;
}

export const presentRow = (one: FoundHandover): HandoverRow => ({
  id: one.id,
  version: one.version,
  code: one.code,
  state: { id: one.stateId, name: HANDOVER_LABELS[one.stateId] ?? '' },
  since: new Date(one.stateSince).toISOString(),
  sale: { id: one.saleId, code: one.saleCode },
  name: one.name,
  project: { id: one.projectId, name: one.project },
  house: { id: one.houseId, name: one.house },
  model: { id: one.modelId, name: one.model },
  scheduled_on: one.scheduledOn,
  delivered_on: one.deliveredOn,
  open_items: one.openItems,
  late_items: one.lateItems,
  early: one.early,
});

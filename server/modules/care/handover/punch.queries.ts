import type { PunchFilter } from '#contract/care/handover/endpoints.ts';
import type { PunchRow } from '#contract/care/handover/model.ts';
import { OPEN_PUNCH, PUNCH, PUNCH_LABELS, type Severity } from '#contract/care/handover/rules.ts';
import type { Part } from '#contract/care/covers/parts.ts';
import { panamaDay } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, countUpTo, idOf, inOrder, limited, rows, sql } from '#server/kernel/db.ts';
import { soughtPeople } from '#server/modules/sales/sale/search.service.ts';
import { punchInReach } from './handover.scope.ts';

/** A punch item as lists show it, with what the rules need. */
export interface FoundPunch {
  id: number;
  version: number;
  handoverId: number;
  code: string;
  houseId: number;
  house: string;
  projectId: number;
  project: string;
  saleId: number;
  adviserId: number | null;
  lawyerId: number | null;
  processorId: number | null;
  name: string;
  room: string;
  point: string;
  part: Part;
  severity: Severity;
  text: string;
  stateId: number;
  dueOn: string;
  inspectionId: number;
  contractId: number | null;
  contract: string | null;
  contractor: string | null;
  doneAt: string | null;
  doneBy: number | null;
  doneName: string | null;
  doneNote: string | null;
  verifiedAt: string | null;
  verifiedName: string | null;
}

const SELECTED = sql`select i.id, i.version, i.handover_id "handoverId", h.code, i.house_id "houseId", o.name house,
  sales.project_id "projectId", r.name project, sales.id "saleId", sales.adviser_id "adviserId", sales.lawyer_id "lawyerId",
  sales.processor_id "processorId", p.name, i.room, i.point, i.part, i.severity, i.text, i.state_id "stateId",
  i.due_on::text "dueOn", i.inspection_id "inspectionId", i.contract_id "contractId", c.name contract, a.name contractor,
  i.done_at "doneAt", i.done_by "doneBy", d.name "doneName", i.done_note "doneNote", i.verified_at "verifiedAt", v.name "verifiedName"`;
const JOINED = sql`from punch_items i join handovers h on h.id = i.handover_id join sales on sales.id = h.sale_id
  join people p on p.id = sales.person_id join projects r on r.id = sales.project_id join houses o on o.id = i.house_id
  left join contracts c on c.id = i.contract_id left join partners a on a.id = c.contractor_id
  left join users d on d.id = i.done_by left join users v on v.id = i.verified_by`;

const ORDER = { id: sql`i.id`, due_on: sql`i.due_on` };

/** A page of the punch items in reach, the next due first, and their total up to COUNT_LIMIT. */
export async function findPunch(ctx: Context, filter: PunchFilter) {
  const typed = filter.q?.replace(/[\\%_]/g, '\\$&') ?? '';
  const people = filter.q ? soughtPeople(filter.q) : null;
  const where = sql.join(
    [
      punchInReach(ctx),
      filter.estado_id === undefined ? undefined : sql`i.state_id = ${filter.estado_id}`,
      filter.tarde
        ? sql`i.state_id in ${anyOf(OPEN_PUNCH)} and i.due_on < ${panamaDay(ctx.now)}::date`
        : undefined,
      filter.proyecto_id === undefined ? undefined : sql`sales.project_id = ${filter.proyecto_id}`,
      filter.entrega_id === undefined ? undefined : sql`i.handover_id = ${filter.entrega_id}`,
      filter.q
        ? sql`(h.code ilike ${`${typed}%`} or i.house_id in (select id from houses where name ilike ${`%${typed}%`})
            ${people ? sql`or sales.person_id in (${people})` : sql``})`
        : undefined,
    ].filter((one) => one !== undefined),
    sql` and `,
  );
  const found = await rows<FoundPunch>(
    ctx.db,
    sql`${SELECTED} ${JOINED} where ${where}
      order by ${inOrder(filter, ORDER, ORDER.id, ['due_on', 'asc'])} ${limited(filter.per_page, offsetOf(filter))}`,
  );
  const total = await countUpTo(
    ctx.db,
    sql`select from punch_items i join handovers h on h.id = i.handover_id join sales on sales.id = h.sale_id where ${where}`,
  );
  return { found, total };
}

/** One item in reach. */
export async function findOnePunch(ctx: Context, id: number): Promise<FoundPunch | undefined> {
  const [found] = await rows<FoundPunch>(
    ctx.db,
    sql`${SELECTED} ${JOINED} where i.id = ${id} and ${punchInReach(ctx)}`,
  );
  return found;
}

/** The whole punch list of a delivery that the caller sees: what is open first. */
export const punchOf = async (ctx: Pick<Context, 'db'>, handoverId: number): Promise<PunchRow[]> =>
  (
    await rows<FoundPunch>(
      ctx.db,
      sql`${SELECTED} ${JOINED} where i.handover_id = ${handoverId} and i.state_id <> ${idOf(PUNCH.voided)}
        order by i.state_id, i.due_on, i.id`,
    )
  ).map(presentPunchRow);

const iso = (at: string | null) => at && new Date(at).toISOString();

export const presentPunchRow = (one: FoundPunch): PunchRow => ({
  id: one.id,
  version: one.version,
  handover: { id: one.handoverId, code: one.code },
  house: { id: one.houseId, name: one.house },
  project: { id: one.projectId, name: one.project },
  name: one.name,
  room: one.room,
  point: one.point,
  part: one.part,
  severity: one.severity,
  text: one.text,
  state: { id: one.stateId, name: PUNCH_LABELS[one.stateId] ?? '' },
  due_on: one.dueOn,
  contract:
    one.contractId === null
      ? null
      : { id: one.contractId, name: one.contract ?? '', contractor: one.contractor ?? '' },
  done_at: iso(one.doneAt),
  verified_at: iso(one.verifiedAt),
  verified_by: one.verifiedAt === null ? null : (one.verifiedName ?? 'El comprador'),
});

import { sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import type { ProspectFilter } from '#contract/sales/prospects/model.ts';
import { CONTACT_ACTIONS, OPEN_STAGES } from '#contract/sales/prospects/rules.ts';
import { countUpTo, limited, pageUpTo, row, rows, type Db } from '#server/kernel/db.ts';
import { cursorRows } from '#server/kernel/exports/lists.ts';
import { soughtPeople } from '#server/modules/sales/sale/search.service.ts';

/** A timestamp as PostgreSQL formats it. */
type SqlInstant = string;

export interface ListedProspect {
  id: number;
  version: number;
  stageId: number;
  stageSince: SqlInstant;
  personId: number;
  name: string;
  phone: string;
  projectId: number;
  project: string;
  modelId: number | null;
  model: string | null;
  adviserId: number | null;
  adviser: string | null;
  origin: string | null;
  campaign: string | null;
  lastActionId: number;
  lastActionAt: SqlInstant;
  contactedAt: SqlInstant | null;
  nextFollowUpOn: string | null;
  saleId: number | null;
  saleCode: string | null;
  createdAt: SqlInstant;
}

export interface ProspectDetail extends ListedProspect {
  email: string | null;
  documentType: string | null;
  documentNumber: string | null;
  incomeRangeId: number | null;
  interest: string | null;
  discardReason: string | null;
  consentAt: SqlInstant | null;
  createdBy: number | null;
  saleProcessorId: number | null;
}

const LISTED =
  sql.raw(`prospects.id, prospects.version, prospects.stage_id "stageId", prospects.stage_since "stageSince",
  prospects.person_id "personId", p.name, p.phone, prospects.project_id "projectId", r.name project,
  prospects.model_id "modelId", m.name model, prospects.adviser_id "adviserId", u.name adviser, prospects.origin,
  prospects.campaign_number campaign, prospects.last_action_id "lastActionId", prospects.last_action_at "lastActionAt",
  prospects.contacted_at "contactedAt", prospects.next_follow_up_on "nextFollowUpOn", prospects.sale_id "saleId",
  f.code "saleCode", prospects.created_at "createdAt"`);
const JOINED =
  sql.raw(`join people p on p.id = prospects.person_id join projects r on r.id = prospects.project_id
  left join house_models m on m.id = prospects.model_id left join users u on u.id = prospects.adviser_id
  left join sales f on f.id = prospects.sale_id`);

/** Cards shown per stage on the board, and the limit of its counts. */
const CARDS = 30;
const BOARD_COUNT = 999;
/** Maximum number of contacts shown for one prospect. */
const LINES = 200;

const open = sql.raw(`prospects.stage_id < ${OPEN_STAGES.length + 1}`);

const both = (conditions: readonly (SQL | undefined)[]) => {
  const given = conditions.filter((one) => one !== undefined);
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`;
};

type Conditions = Partial<
  Pick<ProspectFilter, 'etapa_id' | 'proyecto_id' | 'asesor_id' | 'origen' | 'hoy' | 'q'>
>;

export function matching(filter: Conditions, now: Date, reach?: SQL): SQL {
  const { etapa_id, proyecto_id, asesor_id, origen, hoy, q } = filter;
  const sought = q ? soughtPeople(q) : null;
  return both([
    reach,
    etapa_id &&
      (etapa_id.length === 1
        ? sql`prospects.stage_id = ${etapa_id[0]}`
        : sql`prospects.stage_id = any(${sql.param([...etapa_id])}::int[])`),
    proyecto_id === undefined ? undefined : sql`prospects.project_id = ${proyecto_id}`,
    asesor_id === undefined
      ? undefined
      : asesor_id === 0
        ? sql`prospects.adviser_id is null`
        : sql`prospects.adviser_id = ${asesor_id}`,
    origen ? sql`prospects.origin = ${origen}` : undefined,
    hoy ? sql`${open} and prospects.next_follow_up_on <= ${panamaDay(now)}` : undefined,
    q ? (sought ? sql`prospects.person_id in (${sought})` : sql`false`) : undefined,
  ]);
}

/** Newest first by default; due follow-ups oldest first. */
function inOrder({ hoy, order_column, order_type }: ProspectFilter): SQL {
  const column = order_column ?? (hoy ? 'next_follow_up_on' : 'id');
  const down = order_type ? order_type === 'desc' : column === 'id';
  const way = down ? 'desc' : 'asc';
  if (column === 'id') return sql.raw(`prospects.id ${way}`);
  if (column === 'next_follow_up_on')
    return sql.raw(`prospects.next_follow_up_on ${way} nulls last, prospects.id`);
  return sql.raw(`prospects.${column} ${way}, prospects.id ${way}`);
}

const select = (filter: ProspectFilter, now: Date, reach: SQL | undefined, limit: SQL) =>
  sql`select ${LISTED} from prospects ${JOINED} where ${matching(filter, now, reach)} order by ${inOrder(filter)} ${limit}`;

/** A page of prospects within scope, and their total up to COUNT_LIMIT. */
export async function findProspects(db: Db, filter: ProspectFilter, now: Date, reach?: SQL) {
  const limit = limited(filter.per_page, offsetOf(filter));
  const found = await rows<ListedProspect>(db, select(filter, now, reach, limit));
  const total = await countUpTo(db, sql`select from prospects where ${matching(filter, now, reach)}`);
  return { found, total };
}

/** Every matching prospect in the list's order: for exports. */
export const allProspects = (db: Db, filter: ProspectFilter, now: Date, reach?: SQL) =>
  cursorRows<ListedProspect>(db, select(filter, now, reach, sql``));

/** The first cards of each stage with its count: open stages by due day, ended ones by end date. */
export async function findBoard(db: Db, filter: Conditions, now: Date, reach?: SQL) {
  const stages = Array.from({ length: 6 }, (_, at) => at + 1);
  return Promise.all(
    stages.map(async (stageId) => {
      const where = matching({ ...filter, etapa_id: [stageId] }, now, reach);
      const order = OPEN_STAGES.includes(stageId)
        ? sql.raw('prospects.next_follow_up_on nulls last, prospects.id')
        : sql.raw('prospects.id desc');
      const { ids, total } = await pageUpTo(
        db,
        sql`select prospects.id from prospects where ${where} order by ${order}`,
        { limit: CARDS, offset: 0, most: BOARD_COUNT },
      );
      const found = await rows<ListedProspect>(
        db,
        sql`select ${LISTED} from prospects ${JOINED} where prospects.id = any(${sql.param(ids)}::bigint[]) order by ${order}`,
      );
      return { stageId, total, found };
    }),
  );
}

const DETAIL = sql.raw(`p.email, p.document_type "documentType", p.document_number "documentNumber",
  prospects.income_range_id "incomeRangeId", prospects.interest, prospects.discard_reason "discardReason",
  prospects.consent_at "consentAt", prospects.created_by "createdBy", f.processor_id "saleProcessorId"`);

/** One prospect within scope; `lock` locks its row until the end of the transaction. */
export const findProspect = (
  db: Db,
  id: number,
  { reach, lock = false }: { reach?: SQL | undefined; lock?: boolean } = {},
): Promise<ProspectDetail | undefined> =>
  row<ProspectDetail>(
    db,
    sql`select ${LISTED}, ${DETAIL} from prospects ${JOINED}
      where ${both([sql`prospects.id = ${id}`, reach])} ${lock ? sql`for no key update of prospects` : sql``}`,
  );

/** Prospects of a person within scope, newest first. */
export const prospectsOfPerson = (db: Db, personId: number, reach?: SQL): Promise<ListedProspect[]> =>
  rows(
    db,
    sql`select ${LISTED} from prospects ${JOINED} where ${both([sql`prospects.person_id = ${personId}`, reach])}
      order by prospects.id desc limit 100`,
  );

export interface FoundContact {
  id: number;
  prospectId: number;
  actionId: number;
  note: string | null;
  nextFollowUpOn: string | null;
  who: string | null;
  at: SqlInstant;
}

/** Contacts of prospects, newest first. */
export const findContacts = (db: Db, prospectIds: readonly number[]): Promise<FoundContact[]> =>
  rows(
    db,
    sql`select c.id, c.prospect_id "prospectId", c.action_id "actionId", c.note, c.next_follow_up_on "nextFollowUpOn",
      u.name who, c.at from prospect_contacts c left join users u on u.id = c.user_id
      where c.prospect_id = any(${sql.param([...prospectIds])}::bigint[]) order by c.id desc limit ${sql.raw(String(LINES))}`,
  );

export const isContactAction = (actionId: number) => CONTACT_ACTIONS.includes(actionId);

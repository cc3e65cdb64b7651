import { sql, type SQL } from 'drizzle-orm';
import type { ComplaintFilter } from '#contract/legal/complaints/endpoints.ts';
import { CLOCK_COMPLAINTS, OPEN_COMPLAINTS, type ComplaintKind } from '#contract/legal/complaints/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { anyOf, countUpTo, inOrder, limited, row, rows, type Db } from '#server/kernel/db.ts';
import { salesMatching } from '#server/modules/sales/sale/search.service.ts';

export interface FoundComplaint {
  id: number;
  version: number;
  stateId: number;
  kind: ComplaintKind;
  number: string | null;
  detail: string;
  saleId: number;
  saleCode: string | null;
  adviserId: number | null;
  processorId: number | null;
  lawyerId: number | null;
  projectId: number;
  project: string;
  name: string;
  filedOn: string;
  askedOn: string | null;
  dueOn: string | null;
  answeredOn: string | null;
  resolvedOn: string | null;
}

const SELECTED =
  sql.raw(`select k.id, k.version, k.state_id "stateId", k.kind, k.number, k.detail, s.id "saleId", s.code "saleCode",
  s.adviser_id "adviserId", s.processor_id "processorId", s.lawyer_id "lawyerId", p.id "projectId", p.name project, b.name,
  k.filed_on "filedOn", k.asked_on "askedOn", k.due_on "dueOn", k.answered_on "answeredOn", k.resolved_on "resolvedOn"
  from complaints k join sales s on s.id = k.sale_id join projects p on p.id = s.project_id join people b on b.id = s.person_id`);

const VIEWS = {
  abiertos: sql`k.state_id in ${anyOf(OPEN_COMPLAINTS)}`,
  en_plazo: sql`k.state_id in ${anyOf(CLOCK_COMPLAINTS)}`,
  cerrados: sql`k.state_id not in ${anyOf(OPEN_COMPLAINTS)}`,
};

function matching({ estado, proyecto_id, q }: ComplaintFilter, reach: SQL): SQL {
  const conditions = [
    reach,
    estado && VIEWS[estado],
    proyecto_id === undefined ? undefined : sql`s.project_id = ${proyecto_id}`,
    q
      ? sql`(k.number = ${q} or exists (select from sales where sales.id = s.id and ${salesMatching(q)}))`
      : undefined,
  ];
  return sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );
}

const ORDER = { id: sql.raw('k.id'), filed_on: sql.raw('k.filed_on'), due_on: sql.raw('k.due_on') };

/** A page of complaints within scope, and their total up to COUNT_LIMIT. */
export async function findComplaints(db: Db, filter: ComplaintFilter, reach: SQL) {
  const where = matching(filter, reach);
  const found = await rows<FoundComplaint>(
    db,
    sql`${SELECTED} where ${where} order by ${inOrder(filter, ORDER, ORDER.id, ['id', 'desc'])} ${limited(filter.per_page, offsetOf(filter))}`,
  );
  const total = await countUpTo(
    db,
    sql`select from complaints k join sales s on s.id = k.sale_id where ${where}`,
  );
  return { found, total };
}

/** One complaint within scope. */
export const findComplaint = (db: Db, id: number, reach: SQL) =>
  row<FoundComplaint>(db, sql`${SELECTED} where k.id = ${id} and ${reach}`);

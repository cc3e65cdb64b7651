import { sql, type SQL } from 'drizzle-orm';
import type { CoincidenceFilter, CoincidenceState, Reason } from '#contract/sales/coincidences/model.ts';
import { offsetOf } from '#contract/paging.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { pageUpTo, row, rows } from '#server/kernel/db.ts';
import {
  personInReach,
  prospectInReachOf,
  saleInReachOf,
} from '#server/modules/sales/people/people.scope.ts';
import type { PersonValues } from '#server/modules/sales/people/people.table.ts';
import { soughtBy } from '#server/modules/sales/sale/search.service.ts';

type SqlInstant = string;

export interface FoundPair {
  id: number;
  version: number;
  state: CoincidenceState;
  score: number;
  reasons: Reason[];
  leftId: number;
  rightId: number;
  foundAt: SqlInstant;
  link: 'codeudor' | 'familiar' | null;
  relationshipId: number | null;
  reason: string | null;
  decidedBy: string | null;
  decidedAt: SqlInstant | null;
}

const PAIR =
  sql.raw(`c.id, c.version, c.state, c.score, c.reasons, c.left_id "leftId", c.right_id "rightId", c.found_at "foundAt",
  c.link, c.relationship_id "relationshipId", c.reason, u.name "decidedBy", c.decided_at "decidedAt"`);

/** Row scope of pairs: the caller must see both people. For a merged pair, one visible person is enough. */
function reachOf(ctx: Pick<Context, 'staff'>, state?: CoincidenceState): SQL {
  if (scopeOf(ctx, 'ventas.ver')?.scope === 'todo') return sql`true`;
  // Checked per pair: pairs are few. The newer person first, because fewer users can see that person.
  const newer = personInReach(ctx, 'ventas.ver', sql.raw('c.right_id'));
  const older = personInReach(ctx, 'ventas.ver', sql.raw('c.left_id'));
  const both = sql`${newer} and ${older}`;
  if (state !== undefined && state !== 'fusionada') return both;
  return sql`(${both} or c.state = 'fusionada' and (${newer} or ${older}))`;
}

/** Pairs of searched people: one join per side, so that PostgreSQL may start from the words or from the pairs. */
const pairsOf = (sought: SQL) =>
  sql.join(
    ['left_id', 'right_id'].map(
      (side) =>
        sql`select x.id from coincidences x join search_entries e on e.kind = 1 and e.ref = x.${sql.raw(side)} where ${sought}`,
    ),
    sql` union all `,
  );

function matching(ctx: Pick<Context, 'staff'>, filter: CoincidenceFilter): SQL {
  const sought = filter.q ? soughtBy(filter.q).words : undefined;
  return sql.join(
    [
      sql`c.state = ${filter.estado}`,
      reachOf(ctx, filter.estado),
      ...(filter.motivo ? [sql`${filter.motivo} = any(c.reasons)`] : []),
      ...(filter.persona_id
        ? [sql`(c.left_id = ${filter.persona_id} or c.right_id = ${filter.persona_id})`]
        : []),
      ...(filter.q ? [sought ? sql`c.id in (${pairsOf(sought)})` : sql`false`] : []),
    ],
    sql` and `,
  );
}

/** A page of pairs within scope, most likely first by default, and their total up to COUNT_LIMIT. */
export async function findPairs(ctx: Pick<Context, 'db' | 'staff'>, filter: CoincidenceFilter) {
  const where = matching(ctx, filter);
  const down = filter.order_type !== 'asc';
  const direction = sql.raw(down ? 'desc' : 'asc');
  const order =
    filter.order_column === 'id' ? sql`c.id ${direction}` : sql`c.score ${direction}, c.id ${direction}`;
  const { ids, total } = await pageUpTo(
    ctx.db,
    sql`select c.id from coincidences c where ${where} order by ${order}`,
    { limit: filter.per_page, offset: offsetOf(filter) },
  );
  const found = await rows<FoundPair>(
    ctx.db,
    sql`select ${PAIR} from coincidences c left join users u on u.id = c.decided_by
      where c.id = any(${sql.param(ids)}::bigint[]) order by ${order}`,
  );
  return { found, total };
}

/** Counts the pairs that the caller can decide, as a sub-select for the menu. */
export const countPending = (ctx: Pick<Context, 'staff'>): SQL =>
  sql`select count(*)::int from (select from coincidences c where c.state = 'pendiente' and ${reachOf(ctx, 'pendiente')} limit 999) waiting`;

/** One pair within scope; `lock` locks its row until the end of the transaction. */
export const findPair = (ctx: Pick<Context, 'db' | 'staff'>, id: number, { lock = false } = {}) =>
  row<FoundPair>(
    ctx.db,
    sql`select ${PAIR} from coincidences c left join users u on u.id = c.decided_by
      where c.id = ${id} and ${reachOf(ctx)} ${lock ? sql`for no key update of c` : sql``}`,
  );

export interface FoundSide extends PersonValues {
  id: number;
  version: number;
  createdAt: SqlInstant;
  sales: { id: number; code: string | null; project: string; state: number }[] | null;
  prospects: { id: number; project: string; stage: number }[] | null;
  family: string[] | null;
  adviser: string | null;
}

/** People with their sales and prospects within scope, in one statement: for the two sides of pairs. */
export const findSides = (ctx: Pick<Context, 'db' | 'staff'>, ids: readonly number[]): Promise<FoundSide[]> =>
  rows<FoundSide>(
    ctx.db,
    sql`select p.id, p.version, p.name, p.document_type "documentType", p.document_number "documentNumber",
        p.document_key "documentKey", p.phone, p.email::text email, p.created_at "createdAt",
        (select json_agg(x) from (select s.id, s.code, r.name project, s.state_id state from sales s join projects r on r.id = s.project_id
          where s.person_id = p.id and ${saleInReachOf(ctx, 'ventas.ver')} order by s.id desc limit 10) x) sales,
        (select json_agg(x) from (select t.id, r.name project, t.stage_id stage from prospects t join projects r on r.id = t.project_id
          where t.person_id = p.id and ${prospectInReachOf(ctx, 'ventas.ver')} order by t.id desc limit 10) x) prospects,
        (select json_agg(x.name) from (select f.name from sales s join sale_family f on f.sale_id = s.id
          where s.person_id = p.id and ${saleInReachOf(ctx, 'ventas.ver')} order by s.id desc, f.position limit 10) x) family,
        coalesce((select u.name from sales s join users u on u.id = s.adviser_id where s.person_id = p.id order by s.id desc limit 1),
          (select u.name from prospects t join users u on u.id = t.adviser_id where t.person_id = p.id order by t.id desc limit 1)) adviser
      from people p where p.id = any(${sql.param([...ids])}::bigint[])`,
  );

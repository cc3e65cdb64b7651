import { sql, type SQL } from 'drizzle-orm';
import { OPEN_STATES } from '#contract/sales/sale/rules.ts';
import type { OpenWork, WorkKind } from '#contract/company/users/handover.ts';
import { row, rows, type Db } from '#server/kernel/db.ts';
import { panamaDay } from '#contract/dates.ts';
import { away, isOwnAdviser, isProcessor } from './processors.service.ts';
import { COUNTED } from '#server/modules/sales/totals/totals.table.ts';

export const COLUMN = { processor: sql`processor_id`, adviser: sql`adviser_id` } as const;
/** Open states per kind of work; advisers also have the drafts. */
const STATES = {
  processor: sql.raw(OPEN_STATES.join(', ')),
  adviser: sql.raw([1, ...OPEN_STATES].join(', ')),
} as const;

/** Condition: the open sales of a user as processor or as adviser. */
export const openOf = (kind: WorkKind, userId: SQL | number): SQL =>
  sql`${COLUMN[kind]} = ${userId} and state_id in (${STATES[kind]})`;

/** Sub-select: the number of open sales of the row's user. */
export const openWork = (kind: WorkKind): SQL =>
  sql`(select count(*)::int from sales where ${openOf(kind, sql`users.id`)})`;

/** Counts a user's open sales as processor and as adviser. */
export async function countOpenWork(db: Db, userId: number): Promise<Record<WorkKind, number>> {
  const found = await row<Record<WorkKind, number>>(
    db,
    sql`select ${openWork('processor')} processor, ${openWork('adviser')} adviser from users where id = ${userId}`,
  );
  return found ?? { processor: 0, adviser: 0 };
}

/** A user's open sales by project, and the candidates to take them over. `reach`: the caller's scope of sales. */
export async function findOpenWork(db: Db, now: Date, userId: number, reach: SQL): Promise<OpenWork> {
  const processor = await partOf(db, 'processor', userId, reach);
  const adviser = await partOf(db, 'adviser', userId, reach);
  return { processor, adviser, candidates: await findCandidates(db, now, userId) };
}

async function partOf(db: Db, kind: WorkKind, userId: number, reach: SQL): Promise<OpenWork['processor']> {
  const projects = await rows<{ id: number; name: string; open: number }>(
    db,
    sql`select p.id, p.name, counted.open from projects p join
      (select project_id, count(*)::int open from sales where ${openOf(kind, userId)} and ${reach} group by 1) counted
      on counted.project_id = p.id order by p.name`,
  );
  return { total: projects.reduce((sum, { open }) => sum + open, 0), projects };
}

/** Active users, except one, who process or bring sales, with their load; one query. */
export const findCandidates = (db: Db, now: Date, but: number): Promise<OpenWork['candidates']> => {
  const today = panamaDay(now);
  const load = (kind: WorkKind) => sql`coalesce((select sum(c.total) from sale_counts c
    where c.kind = ${sql.raw(String(COUNTED[kind]))} and c.key = u.id and c.state_id in (${STATES[kind]})), 0)::int`;
  return rows(
    db,
    sql`select id, name, processor, adviser, away, away_to,
      json_build_object('processor', load_processor, 'adviser', load_adviser) open,
      coalesce((select json_agg(t.project_id) from project_team t where t.user_id = staff.id), '[]') project_ids
      from (select u.id, u.name, ${isProcessor} processor, ${isOwnAdviser} adviser, ${away(today)} away,
          case when ${away(today)} then u.away_to end away_to,
          ${load('processor')} load_processor, ${load('adviser')} load_adviser
        from users u where u.active and u.id <> ${but}) staff
      where processor or adviser order by name`,
  );
};

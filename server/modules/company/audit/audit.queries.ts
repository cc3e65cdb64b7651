import { isIP } from 'node:net';
import { sql, type SQL } from 'drizzle-orm';
import type { AuditFilter, AuditRow } from '#contract/company/audit/model.ts';
import { actionsOf } from '#contract/company/audit/words.ts';
import { offsetOf } from '#contract/paging.ts';
import { containing, countUpTo, type Db, hasPart, newestFirst, rows } from '#server/kernel/db.ts';

type Listed = Omit<AuditRow, 'actor'> & {
  actorKind: string;
  actorId: string | null;
  actorName: string | null;
};

/** A page of the log, the newest first, and the total up to COUNT_LIMIT. */
export async function pageOfAudit(db: Db, filter: AuditFilter): Promise<{ list: AuditRow[]; total: number }> {
  const where = conditions(filter, filter.q ? await staffCalled(db, filter.q) : []);
  const [found, total] = await Promise.all([
    rows<Listed>(
      db,
      sql`select a.id, to_json(a.at)#>>'{}' "at", a.actor_kind "actorKind", a.actor_id "actorId", u.name "actorName",
          a.action, a.entity, a.entity_id, e.name subject, a.data, a.ip, a.user_agent, a.request_id
        from audit_log a left join users u on u.id = case a.actor_kind when 'staff' then a.actor_id::bigint end
        left join users e on a.entity = 'user' and e.id::text = a.entity_id
        where ${where} order by ${newestFirst(sql`a.id`, filter)} limit ${filter.per_page} offset ${offsetOf(filter)}`,
    ),
    countUpTo(db, sql`select from audit_log a where ${where}`),
  ]);
  const list = found.map(({ actorKind: kind, actorId, actorName: name, ...line }) => ({
    ...line,
    at: new Date(line.at).toISOString(),
    actor: { kind, id: kind === 'staff' ? actorId : null, name },
  }));
  return { list, total };
}

/** Midnight in Panama at the start of a day, as SQL; `days` is added to the day. */
const midnight = (day: string, days = 0) =>
  sql`(${day}::date + ${days}::int)::timestamp at time zone 'America/Panama'`;

/**
 * Ids of the users that match a text. A separate query, so that PostgreSQL can estimate how many log rows are theirs.
 */
async function staffCalled(db: Db, text: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id::text id from users where ${hasPart(sql`name`, text)} or email ilike ${containing(text)}`,
  );
  return found.map(({ id }) => id);
}

function conditions(filter: AuditFilter, staff: readonly string[]): SQL {
  const given = [
    filter.que && ofDeed(actionsOf(filter.que)),
    filter.usuario_id !== undefined &&
      sql`a.actor_kind = 'staff' and a.actor_id = ${String(filter.usuario_id)}`,
    filter.registro && sql`a.entity = ${filter.registro}`,
    filter.registro_id && sql`a.entity_id = ${filter.registro_id}`,
    filter.desde && sql`a.at >= ${midnight(filter.desde)}`,
    filter.hasta && sql`a.at < ${midnight(filter.hasta, 1)}`,
    filter.q && mentions(filter.q, staff),
  ].filter((one) => typeof one === 'object');
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`;
}

const ofDeed = (actions: ReturnType<typeof actionsOf>): SQL =>
  'only' in actions
    ? sql`a.action = any(${sql.param([...actions.only])}::text[])`
    : sql`a.action <> all(${sql.param([...actions.not])}::text[])`;

/** Recognizes request ids and IP addresses by their format: only those searches scan the whole log. */
function mentions(text: string, staff: readonly string[]): SQL {
  if (/^[\da-f]{8}-[\da-f-]{27}$/i.test(text)) return sql`a.request_id = ${text.toLowerCase()}`;
  if (isIP(text)) return sql`a.ip = ${text}`;
  const ofRecord = sql`a.entity_id = ${text}`;
  if (staff.length === 0) return ofRecord;
  return sql`(${ofRecord} or (a.actor_kind = 'staff' and a.actor_id = any(${sql.param([...staff])}::text[])))`;
}

export const auditActors = (db: Db) =>
  rows<{ id: number; name: string; active: boolean }>(
    db,
    sql`select id, name, active from users order by name, id`,
  );

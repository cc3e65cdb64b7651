import { and, eq, sql } from 'drizzle-orm';
import {
  QUICK_MAX,
  type AnswerTimes,
  type NewQuickAnswer,
  type QuickAnswer,
  type QuickOffer,
  type QuickWord,
} from '#contract/care/inbox/model.ts';
import { DAY_MS } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { row, rows, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { conversationInReach } from '#server/modules/care/chat/chat.scope.ts';
import { bySid } from '#server/modules/care/chat/chat.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { quickAnswers } from './inbox.table.ts';

const select = (where: ReturnType<typeof sql>) =>
  sql`select q.id, q.shortcut, q.text, q.version,
      case when r.id is null then null else json_build_object('id', r.id, 'name', r.display_name) end role
    from chat_quick_answers q left join roles r on r.id = q.role_id where ${where} order by q.shortcut limit ${QUICK_MAX}`;

/** Those of everybody and of the caller's roles; who edits them sees all. */
const offered = (ctx: Context) =>
  scopeOf(ctx, 'chat.editar')
    ? sql`true`
    : sql`(q.role_id is null or exists (select from user_roles u where u.role_id = q.role_id and u.user_id = ${staffOf(ctx).userId}))`;

export const findQuick = (ctx: Context): Promise<QuickAnswer[]> =>
  rows<QuickAnswer>(ctx.db, select(offered(ctx)));

const quickNow = async (ctx: Context, id: number): Promise<QuickAnswer> => {
  const found = await row<QuickAnswer>(ctx.db, select(sql`q.id = ${id}`));
  if (!found) throw notFound();
  return found;
};

/** The answers with the words of a conversation's person. Raises 404. */
export async function quickFor(ctx: Context, sid: string) {
  const person = await row<{ name: string; project: string | null }>(
    ctx.db,
    sql`select p.name, coalesce((select r.name from sales s join projects r on r.id = s.project_id where s.person_id = p.id order by s.id desc limit 1),
        (select r.name from prospects t join projects r on r.id = t.project_id where t.person_id = p.id order by t.id desc limit 1)) project
      from conversations c join people p on p.id = c.person_id where ${bySid(sid)} and ${conversationInReach(ctx, 'chat.crear')}`,
  );
  if (!person) throw notFound();
  return quickWith(ctx, person);
}

/** The answers that the caller may send, with the words of a person. */
export async function quickWith(
  ctx: Context,
  person: { name: string; project: string | null },
): Promise<QuickOffer[]> {
  const company = (await readSettings(ctx.db)).company.name;
  const words: Record<QuickWord, string> = {
    nombre: person.name.split(' ')[0] ?? '',
    asesor: staffOf(ctx).name,
    empresa: company,
    proyecto: person.project ?? company,
  };
  const found = await rows<QuickAnswer>(
    ctx.db,
    select(
      sql`q.role_id is null or exists (select from user_roles u where u.role_id = q.role_id and u.user_id = ${staffOf(ctx).userId})`,
    ),
  );
  return found.map(({ id, shortcut, text }) => ({
    id,
    shortcut,
    text: text.replace(/\{(\w+)\}/g, (whole, word: string) => words[word as QuickWord] ?? whole),
  }));
}

const taken = (error: unknown): never => {
  const constraint = violatedConstraint(error);
  if (constraint === 'chat_quick_answers_shortcut')
    throw conflict('TAKEN', 'Ya hay una respuesta con ese atajo. Elige otro.');
  if (constraint === 'chat_quick_answers_role_id_roles_id_fk')
    throw invalid([{ field: 'role_id', message: 'Elige un rol de la lista.' }]);
  throw error;
};

/** Raises 409 TAKEN, 422 at `role_id`. */
export async function createQuick(ctx: Context, given: NewQuickAnswer): Promise<QuickAnswer> {
  const { shortcut, text, role_id: roleId } = given;
  const [made] = await ctx.db
    .insert(quickAnswers)
    .values({ shortcut, text, roleId })
    .returning()
    .catch(taken);
  await announce(ctx, { record: 'respuesta_rapida', id: made!.id, verb: 'creada' });
  await audit(ctx, 'crear', 'respuesta_rapida', made!.id, { name: shortcut });
  return quickNow(ctx, made!.id);
}

/** Raises 404, 409 STALE and TAKEN, 422 at `role_id`. */
export async function changeQuick(
  ctx: Context,
  id: number,
  { version, role_id: roleId, ...given }: Partial<NewQuickAnswer> & { version: number },
): Promise<QuickAnswer> {
  const before = await quickNow(ctx, id);
  const changed = await ctx.db
    .update(quickAnswers)
    .set({ ...given, ...(roleId !== undefined && { roleId }), version: version + 1 })
    .where(and(eq(quickAnswers.id, id), eq(quickAnswers.version, version)))
    .returning()
    .catch(taken);
  if (changed.length === 0) throw conflict('STALE', undefined, { version: before.version });
  await announce(ctx, { record: 'respuesta_rapida', id, verb: 'cambiada' });
  await audit(ctx, 'cambiar', 'respuesta_rapida', id, { before: before.text, after: changed[0]!.text });
  return quickNow(ctx, id);
}

/** Raises 404. */
export async function removeQuick(ctx: Context, id: number): Promise<void> {
  const [gone] = await ctx.db.delete(quickAnswers).where(eq(quickAnswers.id, id)).returning();
  if (!gone) throw notFound();
  await announce(ctx, { record: 'respuesta_rapida', id, verb: 'quitada' });
  await audit(ctx, 'deleted', 'respuesta_rapida', id, { name: gone.shortcut });
}

/** How fast the conversations in the caller's reach were answered, in the last `days`. */
export async function timesOf(ctx: Context, days: number): Promise<AnswerTimes> {
  const since = new Date(ctx.now.getTime() - days * DAY_MS);
  const reach = conversationInReach(ctx, 'chat.ver');
  const minutes = sql`extract(epoch from a.answered_at - a.asked_at) / 60`;
  const found = await row<Omit<AnswerTimes, 'days'>>(
    ctx.db,
    sql`with answers as (
        select ${minutes} minutes, not exists (select from chat_answers b where b.conversation_id = a.conversation_id and b.asked_at < a.asked_at) first
        from chat_answers a join conversations c on c.id = a.conversation_id where a.answered_at > ${since} and ${reach}),
      waits as (select extract(epoch from ${ctx.now}::timestamptz - c.waiting_since) / 60 minutes from conversations c
        where c.waiting_since is not null and ${reach} limit 10000)
      select (select count(*)::int from answers) answers,
        (select round(percentile_cont(0.5) within group (order by minutes))::float8 from answers) median_minutes,
        (select round(percentile_cont(0.5) within group (order by minutes))::float8 from answers where first) first_median_minutes,
        (select count(*)::int from waits) waiting, (select round(max(minutes))::float8 from waits) longest_waiting_minutes`,
  );
  return { days, ...found! };
}

export const answererRoles = (ctx: Context) =>
  rows<{ value: number; text: string }>(
    ctx.db,
    sql`select r.id value, r.display_name text from roles r where r.archived_at is null
      and exists (select from role_grants g where g.role_id = r.id and g.permission = 'chat.crear') order by r.display_name`,
  );

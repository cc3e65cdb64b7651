import { eq, sql } from 'drizzle-orm';
import type { Team, TeamChange } from '#contract/care/tickets/model.ts';
import { OPEN_TICKETS } from '#contract/care/tickets/rules.ts';
import { departments } from '#contract/company/catalogs/ticketLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, holdName, rows } from '#server/kernel/db.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import { catalogLabels, isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { away } from '#server/modules/sales/workers/processors.service.ts';
import { requireColleague } from './assign.service.ts';
import { departmentMembers } from './tickets.table.ts';

/** Every department with its people and what they have open. */
export async function findTeams(ctx: Pick<Context, 'db' | 'now'>): Promise<Team[]> {
  const open = sql`t.state_id in ${anyOf(OPEN_TICKETS)} and t.merged_into_id is null`;
  const found = await rows<Team['members'][number] & { departmentId: number }>(
    ctx.db,
    sql`select m.department_id "departmentId", u.id, u.name, m.head, ${away(panamaDay(ctx.now))} away,
        (select count(*)::int from tickets t where t.assignee_id = u.id and ${open}) open
      from department_members m join users u on u.id = m.user_id where u.active order by m.head desc, u.name, u.id`,
  );
  const members = Map.groupBy(found, ({ departmentId }) => departmentId);
  const totals = await rows<{ id: number; open: number }>(
    ctx.db,
    sql`select t.department_id id, count(*)::int open from tickets t where ${open} group by 1`,
  );
  const names = await catalogLabels(ctx.db, departments);
  return [...names].map(([id, name]) => ({
    id,
    name,
    open: totals.find((one) => one.id === id)?.open ?? 0,
    members: members.get(id) ?? [],
  }));
}

/** Replaces the people of a department. Raises 404, 422 at the field. */
export async function changeTeam(ctx: Context, id: number, { miembros, jefe_id }: TeamChange): Promise<void> {
  if (!(await isOffered(ctx.db, departments, id))) throw notFound();
  const people = [...new Set(miembros)].toSorted((a, b) => a - b);
  if (jefe_id !== null && !people.includes(jefe_id))
    throw invalid([{ field: 'jefe_id', message: 'Quien dirige es uno de los miembros.' }]);
  for (const userId of people) await requireColleague(ctx, userId, 'miembros');
  await holdName(ctx.db, `departamento:${id}`);
  await ctx.db.delete(departmentMembers).where(eq(departmentMembers.departmentId, id));
  if (people.length > 0)
    await ctx.db
      .insert(departmentMembers)
      .values(people.map((userId) => ({ departmentId: id, userId, head: userId === jefe_id })));
  await announce(ctx, { record: 'departamento', id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'departamento', id, { miembros: people, jefe_id });
}

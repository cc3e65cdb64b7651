import { sql } from 'drizzle-orm';
import type { AssignTicket } from '#contract/care/tickets/model.ts';
import type { Permission } from '#contract/access.ts';
import { isOpenTicket, OPEN_TICKETS, TICKET } from '#contract/care/tickets/rules.ts';
import { departments } from '#contract/company/catalogs/ticketLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { anyOf, holdName, row } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, transitionRefused } from '#server/kernel/errors.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { away, holdReceiver } from '#server/modules/sales/workers/processors.service.ts';
import { placeIn, type FoundTicket } from './tickets.queries.ts';
import { followedBy, loadTicket, writeTicket, writeTicketState } from './write.service.ts';

/**
 * Whoever of a department has the fewest open tickets, is active and in the office; a tie goes to the lower id. Null if nobody is
 * there. Waits for other assignments to commit, so that tickets opened at once spread evenly. `preferred`: a permission whose
 * holders come before the others.
 */
export async function chooseAssignee(
  ctx: Pick<Context, 'db' | 'now'>,
  departmentId: number,
  preferred?: Permission,
): Promise<number | null> {
  await holdName(ctx.db, 'tickets: assign');
  const chosen = await row<{ id: number }>(
    ctx.db,
    sql`select u.id from department_members m join users u on u.id = m.user_id
      where m.department_id = ${departmentId} and u.active and not ${away(panamaDay(ctx.now))}
      order by exists (select from user_roles r join role_grants g on g.role_id = r.role_id
          where r.user_id = u.id and g.permission = ${preferred ?? null}) desc,
        (select count(*) from tickets t where t.assignee_id = u.id and t.merged_into_id is null
        and t.state_id in ${anyOf(OPEN_TICKETS)}), u.id limit 1`,
  );
  return chosen?.id ?? null;
}

/** Who hears of a ticket's department: its head, else who may approve tickets of the project. */
export async function headsOf(
  db: Context['db'],
  { departmentId, projectId }: Pick<FoundTicket, 'departmentId' | 'projectId'>,
) {
  const head = await row<{ id: number }>(
    db,
    sql`select m.user_id id from department_members m join users u on u.id = m.user_id
      where m.department_id = ${departmentId} and m.head and u.active`,
  );
  return head ? [head.id] : whoMay(db, 'tickets.aprobar', projectId ?? undefined);
}

/** Raises 422 at `field` unless the user is an active colleague. */
export async function requireColleague(
  ctx: Pick<Context, 'db'>,
  userId: number,
  field: string,
): Promise<void> {
  await holdReceiver(ctx.db, userId);
  const there = await row(
    ctx.db,
    sql`select from users u where u.id = ${userId} and u.active and u.partner_id is null and exists (select from user_roles r
      join role_grants g on g.role_id = r.role_id where r.user_id = u.id and g.permission = 'tickets.ver')`,
  );
  if (!there) throw invalid([{ field, message: 'Elige a alguien activo que vea tickets.' }]);
}

/** Gives a ticket to somebody and tells them. It must be locked; an open one becomes Asignado. */
export async function giveTo(
  ctx: Acting,
  one: FoundTicket,
  departmentId: number,
  assigneeId: number | null,
): Promise<void> {
  const set = { departmentId, assigneeId };
  if (one.stateId === TICKET.open && assigneeId !== null)
    await writeTicketState(ctx, one, TICKET.assigned, set);
  else {
    await writeTicket(ctx, one, set);
    await announce(ctx, { record: 'ticket', id: one.id, verb: 'asignar' });
    await followedBy(ctx, one.id, one.stateId);
  }
  await notify(ctx, {
    kind: 'ticket_asignado',
    to: assigneeId === null ? await headsOf(ctx.db, { ...one, departmentId }) : [assigneeId],
    text:
      assigneeId === null
        ? `${one.code} espera a quien lo atienda: ${one.title}.`
        : `Te toca ${one.code}: ${one.title}.`,
    url: `/oficina/tickets/${one.id}`,
    event: `ticket:${one.id}:asignado:${assigneeId ?? 0}:${one.version}`,
  });
}

/**
 * Assigns a ticket by hand, or to whoever of the department has least. To somebody else it takes the scope todo or of the projects,
 * leading the department, or having it. Raises 404, 403, 409 STALE, 422 at the field.
 */
export async function assignTicket(ctx: Context, id: number, asked: AssignTicket): Promise<void> {
  const one = await loadTicket(ctx, id, 'tickets.editar');
  if (asked.version !== undefined && asked.version !== one.version)
    throw conflict('STALE', undefined, { version: one.version });
  if (!isOpenTicket(one.stateId)) throw transitionRefused('Este ticket ya terminó.');
  if (one.mergedIntoId !== null) throw transitionRefused('Está unido a otro ticket: asigna aquel.');
  const departmentId = asked.departamento_id ?? one.departmentId;
  if (departmentId !== one.departmentId && !(await isOffered(ctx.db, departments, departmentId)))
    throw invalid([{ field: 'departamento_id', message: 'Elige un departamento de la lista.' }]);
  const { userId } = staffOf(ctx);
  const wide = scopeOf(ctx, 'tickets.editar')?.scope !== 'asignado';
  const { leads } = await placeIn(ctx.db, one.departmentId, userId);
  if (!wide && !leads && asked.asignado_id !== userId && one.assigneeId !== userId) throw forbidden();
  if (asked.asignado_id !== undefined) await requireColleague(ctx, asked.asignado_id, 'asignado_id');
  const to = asked.asignado_id ?? (await chooseAssignee(ctx, departmentId));
  if (to === null && one.stateId !== TICKET.open && one.stateId !== TICKET.reopened)
    throw invalid([
      { field: 'asignado_id', message: 'Nadie de ese departamento está en la oficina: elige a quién.' },
    ]);
  if (to === one.assigneeId && departmentId === one.departmentId) return;
  await giveTo(ctx, one, departmentId, to);
  await audit(ctx, 'reasignar', 'ticket', id, { departmentId, from: one.assigneeId, to });
}

import { and, asc, between, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { mayWrite } from '#contract/access.ts';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import type { RecordTask, TaskFields } from '#contract/company/tasks/model.ts';
import { addDays, clockTime, dayText, panamaDay } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound } from '#server/kernel/errors.ts';
import { requireRecordToWrite } from '#server/kernel/records.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { requireWhoSees } from '#server/modules/company/comments/whoSees.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { dropWaiting } from '#server/modules/company/notifications/sendOut.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { tasks } from './tasks.table.ts';

type Row = typeof tasks.$inferSelect;
const assignee = alias(users, 'assignee');
const maker = alias(users, 'maker');
const doer = alias(users, 'doer');
/** Open tasks of a record are limited when they are made; done ones stay, and the latest are shown. */
const MOST = 200;
export const MOST_OPEN = 100;

async function select(db: Db, where: SQL | undefined, order: readonly SQL[]): Promise<RecordTask[]> {
  const found = await db
    .select({ task: tasks, assignee: assignee.name, maker: maker.name, doer: doer.name })
    .from(tasks)
    .innerJoin(assignee, eq(assignee.id, tasks.assigneeId))
    .innerJoin(maker, eq(maker.id, tasks.createdBy))
    .leftJoin(doer, eq(doer.id, tasks.doneBy))
    .where(where)
    .orderBy(...order)
    .limit(MOST);
  return found.map(({ task, ...names }) => ({
    id: task.id,
    reference: task.reference,
    reference_id: task.referenceId,
    text: task.text,
    assignee: { id: task.assigneeId, name: names.assignee },
    due_on: task.dueOn,
    due_time: task.dueTime,
    by: { id: task.createdBy, name: names.maker },
    created_at: task.createdAt.toISOString(),
    done_at: task.doneAt?.toISOString() ?? null,
    done_by: task.doneBy === null ? null : { id: task.doneBy, name: names.doer ?? '' },
    version: task.version,
  }));
}

const WORKS = { toWork: true } as const;

const ofRecord = (reference: string, id: number) =>
  and(eq(tasks.reference, reference), eq(tasks.referenceId, id));

export const findRecordTasks = (db: Db, reference: string, id: number) =>
  select(db, ofRecord(reference, id), [
    desc(isNull(tasks.doneAt)),
    sql`case when ${tasks.doneAt} is null then ${tasks.dueOn} end`,
    sql`${tasks.dueTime} nulls last`,
    desc(tasks.id),
  ]);

const MOST_DAYS = 62;
/** A user's tasks between two days. Raises 422 for more than two months. */
export function findTasksOfDays(db: Db, userId: number, from: string, to: string): Promise<RecordTask[]> {
  if (to > addDays(from, MOST_DAYS))
    throw invalid([{ field: 'hasta', message: 'Pide dos meses como máximo.' }]);
  return select(db, and(eq(tasks.assigneeId, userId), between(tasks.dueOn, from, to)), [
    asc(tasks.dueOn),
    sql`${tasks.dueTime} nulls last`,
    asc(tasks.id),
  ]);
}

export async function readTask(db: Db, id: number): Promise<RecordTask> {
  const [found] = await select(db, eq(tasks.id, id), [asc(tasks.id)]);
  if (!found) throw notFound();
  return found;
}

const whenText = (day: string, time: string | null) =>
  `${dayText(day)}${time === null ? '' : `, ${clockTime(time)}`}`;

/** Tells a colleague of a task that somebody else left. */
const tellAssignee = (ctx: Context, task: Row, version: number) =>
  notify(ctx, {
    kind: 'tarea_asignada',
    to: [task.assigneeId],
    text: `${staffOf(ctx).name} te dejó una tarea para el ${whenText(task.dueOn, task.dueTime)}: ${task.text}`,
    url: recordUrl(task.reference, task.referenceId),
    event: `tarea:${task.id}:${task.assigneeId}:${version}`,
  });

/**
 * Leaves a task on a record. Raises 404 and 403 by the record's own rule, 422 at `asignado_id` for who may not see the
 * record, 409 above the most open ones.
 */
export async function leaveTask(
  ctx: Context,
  {
    reference,
    reference_id: referenceId,
    text,
    asignado_id,
    fecha,
    hora,
  }: TaskFields & { reference: string; reference_id: number },
): Promise<number> {
  await requireRecordToWrite(ctx, reference, referenceId);
  const { userId } = staffOf(ctx);
  const assigneeId = asignado_id ?? userId;
  if (assigneeId !== userId)
    await requireWhoSees(ctx, [reference, referenceId], [assigneeId], 'asignado_id', WORKS);
  const open = await ctx.db.$count(tasks, and(ofRecord(reference, referenceId), isNull(tasks.doneAt)));
  if (open >= MOST_OPEN)
    throw conflict(
      'TOO_MANY',
      `Este registro ya tiene ${MOST_OPEN} tareas pendientes. Termina algunas antes.`,
    );
  const [made] = await ctx.db
    .insert(tasks)
    .values({
      reference,
      referenceId,
      text,
      assigneeId,
      dueOn: fecha,
      dueTime: hora ?? null,
      createdBy: userId,
      createdAt: ctx.now,
    })
    .returning();
  await announce(ctx, { record: 'tarea', id: made!.id, verb: 'creada' });
  await audit(ctx, 'crear', 'tarea', made!.id, { reference, text, userId: assigneeId });
  await tellAssignee(ctx, made!, 1);
  return made!.id;
}

/** Locks a task that the caller may change: of whom it is, who left it, or who may write the record. Raises 404, 403. */
async function lockTask(ctx: Context, id: number): Promise<Row> {
  const [task] = await ctx.db.select().from(tasks).where(eq(tasks.id, id)).for('no key update');
  if (!task) throw notFound();
  const { userId, grants } = staffOf(ctx);
  if (!mayWrite(grants.keys())) throw forbidden();
  const own = task.assigneeId === userId || task.createdBy === userId;
  if (!own) await requireRecordToWrite(ctx, task.reference, task.referenceId);
  return task;
}

/** Changes an open task. Raises 409 STALE, 409 DONE, 422 like leaveTask. */
export async function editTask(
  ctx: Context,
  id: number,
  { text, asignado_id, fecha, hora, version }: TaskFields & { version: number },
): Promise<void> {
  const before = await lockTask(ctx, id);
  if (before.version !== version) throw conflict('STALE', undefined, { version: before.version });
  if (before.doneAt) throw conflict('DONE', 'La tarea ya está hecha. Déjala pendiente para cambiarla.');
  const assigneeId = asignado_id ?? before.assigneeId;
  if (assigneeId !== before.assigneeId && assigneeId !== staffOf(ctx).userId)
    await requireWhoSees(ctx, [before.reference, before.referenceId], [assigneeId], 'asignado_id', WORKS);
  const set = { text, assigneeId, dueOn: fecha, dueTime: hora ?? null };
  const [after] = await ctx.db
    .update(tasks)
    .set({ ...set, version: version + 1 })
    .where(eq(tasks.id, id))
    .returning();
  const { text: was, assigneeId: who, dueOn, dueTime } = before;
  await announce(ctx, { record: 'tarea', id, verb: 'cambiada' });
  await audit(ctx, 'cambiar', 'tarea', id, {
    before: { text: was, assigneeId: who, dueOn, dueTime },
    after: set,
  });
  if (assigneeId !== before.assigneeId) {
    await dropWaiting(ctx, `tarea:${id}`);
    await tellAssignee(ctx, after!, version + 1);
  }
}

/** Marks a task as done, or as open again. What still waits to tell of it is dropped; who left it hears that it is done. */
export async function setDone(ctx: Context, id: number, done: boolean): Promise<void> {
  const task = await lockTask(ctx, id);
  if ((task.doneAt !== null) === done) return;
  const { userId, name } = staffOf(ctx);
  await ctx.db
    .update(tasks)
    .set({
      doneAt: done ? ctx.now : null,
      doneBy: done ? userId : null,
      version: task.version + 1,
    })
    .where(eq(tasks.id, id));
  await announce(ctx, { record: 'tarea', id, verb: done ? 'hecha' : 'reabierta' });
  await audit(ctx, done ? 'confirmar' : 'reabrir', 'tarea', id, { text: task.text });
  await dropWaiting(ctx, `tarea:${id}`);
  if (done)
    await notify(ctx, {
      kind: 'tarea_hecha',
      to: [task.createdBy],
      text: `${name} terminó la tarea que dejaste: ${task.text}`,
      url: recordUrl(task.reference, task.referenceId),
      event: `tarea:${id}:hecha:${task.version + 1}`,
    });
}

/** How long before its day a task appears on the home page. */
const AHEAD_DAYS = 14;

/** The caller's open tasks of the next two weeks, late ones included. */
export function taskTasks(ctx: Context): TaskQuery | null {
  if (!ctx.staff || !mayWrite(ctx.staff.grants.keys())) return null;
  const until = addDays(panamaDay(ctx.now), AHEAD_DAYS);
  const { userId, viewAs } = staffOf(ctx);
  const eyes = viewAs?.kind === 'user' ? viewAs.id : userId;
  return {
    rows: sql`select * from tasks where assignee_id = ${eyes} and done_at is null and due_on <= ${until}`,
    joins: sql`join users maker on maker.id = w.created_by`,
    id: sql`w.id`,
    title: sql`w.text`,
    text: sql`case when w.created_by = w.assignee_id then 'Tarea tuya' else 'Tarea que te dejó ' || maker.name end`,
    due: sql`w.due_on`,
    at: sql`case when w.due_time is not null then (w.due_on + w.due_time::time) at time zone 'America/Panama' end`,
    since: sql`w.created_at`,
    reference: sql`w.reference`,
    parentId: sql`w.reference_id`,
  };
}

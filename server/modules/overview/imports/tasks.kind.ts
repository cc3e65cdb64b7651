import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import {
  cellText,
  dayCell,
  plainText,
  textCell,
  timeCell,
  yesNoCell,
} from '#contract/overview/imports/cells.ts';
import type { Cell } from '#contract/overview/imports/cells.ts';
import { TASK_TEXT_MAX } from '#contract/company/tasks/model.ts';
import { dayText, panamaDay, panamaInstant } from '#contract/dates.ts';
import { normalizePhone } from '#contract/phone.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { deleteTasks, insertTasks, updateTasks } from '#server/modules/company/tasks/taskRows.service.ts';
import { MOST_OPEN } from '#server/modules/company/tasks/tasks.service.ts';
import { tasks } from '#server/modules/company/tasks/tasks.table.ts';
import type { ImportKind, PlannedRow, RowValues } from './kind.ts';
import { changedSince, valuesBefore } from './reach.ts';
import { nameOfTarget, targetsOf, workableBy, type Target } from './taskReach.ts';

interface Colleague {
  id: number;
  name: string;
  email: string;
}
interface Known {
  now: Date;
  me: number;
  /** By code. */
  targets: ReadonlyMap<string, Target>;
  colleagues: readonly Colleague[];
  /** Of each colleague who is named in the file: the records that they may work on. */
  workable: ReadonlyMap<number, ReadonlySet<string>>;
  /** By record, day and text. */
  tasks: ReadonlyMap<string, { id: number; values: RowValues; doneAt: Date | null }>;
  /** Open tasks of each record; the file's new ones are added while its rows are matched. */
  open: Map<string, number>;
}

/** A telephone in any notation names the same prospect. */
const codeOf = (text: string) => normalizePhone(text) ?? text.toUpperCase();
const keyOf = (target: string, day: string, text: string) => `${target} ${day} ${plainText(text) || text}`;

const named = (colleagues: readonly Colleague[], text: string): Colleague[] =>
  text.includes('@')
    ? colleagues.filter(({ email }) => email.toLowerCase() === text.toLowerCase())
    : colleagues.filter(({ name }) => plainText(name) === plainText(text));

export const tasksImport: ImportKind<Known> = {
  name: 'tasks',
  title: 'Tareas',
  text: 'Trae las tareas con fecha de ventas, proformas y prospectos, pendientes o hechas.',
  permission: 'ventas.aprobar',
  seenBy: 'ventas.ver',
  columns: [
    {
      key: 'registro',
      title: 'Registro',
      aliases: ['codigo', 'venta', 'proforma', 'prospecto', 'pre-contrato'],
      required: true,
      example: 'PC-2026-00012',
      hint: 'El código de la venta (PC-…) o de la proforma (PF-…). Para un prospecto, su celular.',
      read: () => textCell(40),
    },
    {
      key: 'que',
      title: 'Qué hay que hacer',
      aliases: ['que', 'tarea', 'pendiente', 'descripcion'],
      required: true,
      example: 'Llamar al banco por la carta promesa',
      hint: `Hasta ${TASK_TEXT_MAX} caracteres.`,
      read: () => textCell(TASK_TEXT_MAX),
    },
    {
      key: 'fecha',
      title: 'Para cuándo',
      aliases: ['fecha', 'dia', 'vence'],
      required: true,
      example: '15/12/2026',
      hint: 'El día en que hay que hacerla: 15/12/2026.',
      read: () => dayCell,
    },
    {
      key: 'hora',
      title: 'Hora',
      aliases: ['a las'],
      required: false,
      example: '14:30',
      hint: 'Vacío: a cualquier hora del día.',
      read: () => timeCell,
    },
    {
      key: 'quien',
      title: 'Quién',
      aliases: ['responsable', 'asignado', 'colega', 'encargado'],
      required: false,
      example: 'laura@empresa.com',
      hint: 'El correo o el nombre de un colega que pueda ver ese registro. Vacío: tú.',
      read: () => textCell(120),
      choices: ({ colleagues }) => colleagues.map(({ name }) => name),
    },
    {
      key: 'hecha',
      title: 'Hecha',
      aliases: ['terminada', 'lista', 'cumplida'],
      required: false,
      example: 'no',
      hint: 'Sí o no. Vacío: pendiente.',
      read: () => yesNoCell,
      choices: () => ['sí', 'no'],
      show: (value) => (value === true ? 'sí' : value === false ? 'no' : ''),
    },
    {
      key: 'hecha_el',
      title: 'Hecha el',
      aliases: ['fecha en que se hizo', 'terminada el'],
      required: false,
      example: '',
      hint: 'El día en que se hizo. Vacío: el día en que había que hacerla, u hoy si aún no llega.',
      read: () => dayCell,
    },
  ],

  async load(ctx, lock, rows) {
    const colleagues = await colleaguesOf(ctx);
    const { userId } = staffOf(ctx);
    const codes = [...new Set(rows.map(({ registro }) => codeOf(cellText(registro ?? null))))];
    const targets = new Map<string, Target>();
    for (const one of await targetsOf(ctx, codes)) if (!targets.has(one.code)) targets.set(one.code, one);
    const there = await findTasks(ctx, [...targets.values()], lock);
    const open = new Map<string, number>();
    for (const { task } of there) if (!task.doneAt) open.set(nameIn(task), (open.get(nameIn(task)) ?? 0) + 1);
    return {
      now: ctx.now,
      me: userId,
      targets,
      colleagues,
      workable: await workableByNamed(ctx, rows, colleagues),
      tasks: new Map(
        there.map(({ task, email }) => [
          keyOf(nameIn(task), task.dueOn, task.text),
          { id: task.id, values: valuesOf(task, email), doneAt: task.doneAt },
        ]),
      ),
      open,
    };
  },

  match(values, known) {
    const code = codeOf(String(values['registro']));
    const target = known.targets.get(code);
    if (!target)
      return {
        column: 'Registro',
        fault: 'no hay una venta, una proforma ni un prospecto así entre los que puedes ver.',
      };
    const [text, day, today] = [String(values['que']), String(values['fecha']), panamaDay(known.now)];
    const name = nameOfTarget(target);
    const existing = known.tasks.get(keyOf(name, day, text)) ?? null;
    const before = existing?.values ?? {};
    const asked = values['quien'] ?? before['quien'] ?? null;
    const found =
      asked === null
        ? known.colleagues.filter(({ id }) => id === known.me)
        : named(known.colleagues, String(asked));
    const [who] = found;
    if (!who) return { column: 'Quién', fault: 'nadie del equipo tiene ese nombre o correo.' };
    if (found.length > 1)
      return { column: 'Quién', fault: 'hay dos colegas con ese nombre: escribe su correo.' };
    if (who.id !== known.me && who.email !== before['quien'] && !known.workable.get(who.id)?.has(name))
      return { column: 'Quién', fault: 'elige a alguien que pueda ver este registro.' };
    const done = values['hecha'] ?? (values['hecha_el'] !== null || before['hecha'] === true);
    const doneOn = done ? (values['hecha_el'] ?? before['hecha_el'] ?? (day < today ? day : today)) : null;
    if (doneOn !== null && doneOn > today)
      return { column: 'Hecha el', fault: 'escribe un día que ya pasó, u hoy.' };
    if (!done && before['hecha'] !== false) {
      const open = (known.open.get(name) ?? 0) + 1;
      known.open.set(name, open);
      if (open > MOST_OPEN) return { column: 'Registro', fault: `ya tiene ${MOST_OPEN} tareas pendientes.` };
    }
    return {
      key: keyOf(name, day, text),
      label: `${code} · ${text}`.slice(0, 120),
      existing,
      values: {
        _reference: target.reference,
        _referenceId: target.id,
        _assigneeId: who.id,
        _doneAt: doneOn === null ? null : instantOf(String(doneOn), existing?.doneAt ?? null, known.now),
        que: before['que'] ?? text,
        fecha: day,
        hora: values['hora'] ?? before['hora'] ?? null,
        quien: who.email,
        hecha: done,
        hecha_el: doneOn,
      },
    };
  },

  async write(ctx, rows, importId) {
    const fresh = rows.filter(({ existingId }) => existingId === null);
    const ids = await insertTasks(
      ctx,
      fresh.map(({ values }) => ({
        ...columnsOf(values),
        reference: String(values['_reference']),
        referenceId: Number(values['_referenceId']),
        text: String(values['que']),
        dueOn: String(values['fecha']),
        createdBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })),
    );
    const changed = rows.filter(({ existingId }) => existingId !== null);
    await updateTasks(
      ctx,
      changed.map(({ existingId, values }) => ({ id: existingId!, ...columnsOf(values) })),
    );
    await tellAssignees(ctx, rows, importId);
    return new Map([
      ...fresh.map(({ row }, at) => [row, ids[at]!] as const),
      ...changed.map(({ row, existingId }) => [row, existingId!] as const),
    ]);
  },

  async undo(ctx, rows) {
    const found = await ctx.db
      .select({ task: tasks, email: users.email })
      .from(tasks)
      .innerJoin(users, eq(users.id, tasks.assigneeId))
      .where(inArray(tasks.id, [0, ...rows.map(({ recordId }) => recordId)]))
      .for('no key update', { of: tasks });
    const byId = new Map(found.map((one) => [one.task.id, one]));
    const colleagues = await ctx.db.select({ id: users.id, email: users.email }).from(users);
    const restored: ({ id: number } & ReturnType<typeof columnsOf>)[] = [];
    for (const { recordId, made, changes } of rows) {
      const there = byId.get(recordId);
      if (!there) return 'Alguna de las tareas ya no está.';
      const values = valuesOf(there.task, there.email);
      if (changedSince(values, changes) || (made && there.task.version > 1))
        return `La tarea «${there.task.text}» del ${dayText(there.task.dueOn)} se cambió después: cámbiala en su registro.`;
      if (made) continue;
      const before = valuesBefore(values, changes);
      restored.push({
        id: recordId,
        ...columnsOf({
          ...before,
          _assigneeId: colleagues.find(({ email }) => email === before['quien'])!.id,
          _doneAt:
            before['hecha_el'] === null
              ? null
              : instantOf(String(before['hecha_el']), there.task.doneAt, ctx.now),
        }),
      });
    }
    await updateTasks(ctx, restored);
    await deleteTasks(
      ctx,
      rows.filter(({ made }) => made).map(({ recordId }) => recordId),
    );
    return null;
  },
};

const nameIn = ({ reference, referenceId: id }: { reference: string; referenceId: number }) =>
  `${reference} ${id}`;

const colleaguesOf = (ctx: Context): Promise<Colleague[]> =>
  ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.active, true))
    .orderBy(asc(users.name), asc(users.id));

async function workableByNamed(
  ctx: Context,
  rows: readonly Record<string, Cell>[],
  colleagues: readonly Colleague[],
): Promise<Known['workable']> {
  const codes = new Map<number, Set<string>>();
  for (const { quien, registro } of rows) {
    const [who] = named(colleagues, cellText(quien ?? null));
    if (who) codes.set(who.id, (codes.get(who.id) ?? new Set()).add(codeOf(cellText(registro ?? null))));
  }
  const workable = new Map<number, ReadonlySet<string>>();
  for (const [id, ofUser] of codes) workable.set(id, await workableBy(ctx, id, [...ofUser]));
  return workable;
}

/** The tasks of these records, one query for each kind of record. */
async function findTasks(ctx: Context, targets: readonly Target[], lock: boolean) {
  if (targets.length === 0) return [];
  const kinds = [...new Set(targets.map(({ reference }) => reference))];
  const query = ctx.db
    .select({ task: tasks, email: users.email })
    .from(tasks)
    .innerJoin(users, eq(users.id, tasks.assigneeId))
    .where(
      or(
        ...kinds.map((kind) =>
          and(
            eq(tasks.reference, kind),
            sql`${tasks.referenceId} = any(${sql.param(targets.filter(({ reference }) => reference === kind).map(({ id }) => id))}::bigint[])`,
          ),
        ),
      ),
    )
    .orderBy(asc(tasks.id));
  return lock ? query.for('no key update', { of: tasks }) : query;
}

/** One notice for each colleague, not one for each task. */
async function tellAssignees(ctx: Context, rows: readonly PlannedRow[], importId: number): Promise<void> {
  const counts = new Map<number, number>();
  for (const { values, changes } of rows)
    if (values['hecha'] !== true && changes['quien']) {
      const id = Number(values['_assigneeId']);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  for (const [id, count] of counts)
    await notify(ctx, {
      kind: 'tarea_asignada',
      to: [id],
      text: `${staffOf(ctx).name} te dejó ${count === 1 ? 'una tarea' : `${count} tareas`} con una importación de Excel.`,
      url: '/oficina',
      event: `importacion:${importId}:${id}`,
    });
}

/** Noon of the day; today is now, and a day that stays keeps its instant. */
function instantOf(day: string, before: Date | null, now: Date): string {
  if (before && panamaDay(before) === day) return before.toISOString();
  return (day === panamaDay(now) ? now : panamaInstant(day, '12:00')).toISOString();
}

const valuesOf = (task: typeof tasks.$inferSelect, email: string): RowValues => ({
  que: task.text,
  fecha: task.dueOn,
  hora: task.dueTime,
  quien: email,
  hecha: task.doneAt !== null,
  hecha_el: task.doneAt === null ? null : panamaDay(task.doneAt),
});

const columnsOf = (values: RowValues) => {
  const assigneeId = Number(values['_assigneeId']);
  const doneAt = values['_doneAt'];
  return {
    assigneeId,
    dueTime: values['hora'] as string | null,
    doneAt: typeof doneAt === 'string' ? new Date(doneAt) : null,
    doneBy: typeof doneAt === 'string' ? assigneeId : null,
  };
};

import { and, asc, inArray, isNull, sql } from 'drizzle-orm';
import { contractActivities } from '#contract/company/catalogs/worksLists.ts';
import { choiceCell, dayCell, plainText, textCell } from '#contract/overview/imports/cells.ts';
import { panamaDay } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows as select } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { writeRealDays } from '#server/modules/works/schedule/imported.service.ts';
import { lockSchedules } from '#server/modules/works/schedule/loaded.service.ts';
import { scheduleTasks } from '#server/modules/works/schedule/schedule.table.ts';
import type { ImportKind, RowValues } from './kind.ts';
import { changedSince, projectColumn, valuesBefore } from './reach.ts';

interface Line {
  id: number;
  project: number;
  reference: string;
  house: string;
  activity: number;
  empezo: string | null;
  termino: string | null;
}
interface Known {
  today: string;
  projects: { id: number; name: string }[];
  activities: { id: number; name: string }[];
  tasks: ReadonlyMap<string, Line>;
}

const keyOf = (project: number, reference: string, house: string, activity: number) =>
  [project, plainText(reference), plainText(house), activity].join('\n');

/** Projects whose contracts the caller plans. */
const ownProjects = (ctx: Context) =>
  ctx.db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(and(isNull(projects.archivedAt), projectsInReach(ctx, 'contratos.crear')))
    .orderBy(asc(projects.name));

/** When activities of houses began and ended, for works that are half built when the company moves in. */
export const realDaysImport: ImportKind<Known> = {
  name: 'realDays',
  title: 'Fechas reales de la obra',
  text: 'Trae cuándo empezó y terminó cada actividad de cada casa de un contrato programado. Mandan sobre las de los trabajos.',
  permission: 'contratos.crear',
  seenBy: 'contratos.ver',
  columns: [
    projectColumn,
    {
      key: 'referencia',
      title: 'Contrato',
      aliases: ['referencia', 'numero de contrato'],
      required: true,
      example: 'VS-2026-014',
      hint: 'La referencia de un contrato que ya está programado.',
      read: () => textCell(40),
    },
    {
      key: 'vivienda',
      title: 'Vivienda',
      aliases: ['casa'],
      required: true,
      example: 'Casa A-07',
      hint: 'El nombre de la casa.',
      read: () => textCell(60),
    },
    {
      key: 'actividad',
      title: 'Actividad',
      aliases: [],
      required: true,
      example: 'Fundaciones',
      hint: 'Una de las actividades de la lista.',
      read: ({ activities }) => choiceCell(activities),
      choices: ({ activities }) => activities.map(({ name }) => name),
    },
    {
      key: 'empezo',
      title: 'Empezó',
      aliases: ['inicio', 'fecha de inicio'],
      required: true,
      example: '03/08/2026',
      hint: 'El primer día de trabajo.',
      read: () => dayCell,
    },
    {
      key: 'termino',
      title: 'Terminó',
      aliases: ['fin', 'fecha de fin'],
      required: false,
      example: '14/08/2026',
      hint: 'El último día de trabajo. Vacío: sigue.',
      read: () => dayCell,
    },
  ],

  async load(ctx, lock) {
    const own = await ownProjects(ctx);
    const ids = sql`${sql.param([0, ...own.map(({ id }) => id)])}::bigint[]`;
    if (lock) {
      const found = await select<{ id: number }>(
        ctx.db,
        sql`select s.id::int id from schedules s join contracts c on c.id = s.contract_id where c.project_id = any(${ids})`,
      );
      await lockSchedules(
        ctx.db,
        found.map(({ id }) => id),
      );
    }
    const found = await select<Line>(
      ctx.db,
      sql`select t.id::int id, c.project_id::int project, c.reference, h.name house, t.activity_id activity, t.started_on::text empezo,
          t.finished_on::text termino
        from schedule_tasks t join schedules s on s.id = t.schedule_id join contracts c on c.id = s.contract_id
          join houses h on h.id = t.house_id where c.project_id = any(${ids})`,
    );
    const names = await catalogLabels(ctx.db, contractActivities);
    return {
      today: panamaDay(ctx.now),
      projects: own,
      activities: [...names].map(([id, name]) => ({ id, name })),
      tasks: new Map(found.map((one) => [keyOf(one.project, one.reference, one.house, one.activity), one])),
    };
  },

  match(values, { tasks, today, activities }) {
    const [reference, house] = [String(values['referencia']), String(values['vivienda'])];
    const activity = Number(values['actividad']);
    const task = tasks.get(keyOf(Number(values['proyecto']), reference, house, activity));
    if (!task)
      return {
        column: 'Actividad',
        fault: 'el cronograma de ese contrato no tiene esa actividad de esa casa: prográmalo primero.',
      };
    const [empezo, termino] = [String(values['empezo']), values['termino']];
    if (empezo > today) return { column: 'Empezó', fault: 'la fecha no puede ser futura.' };
    if (typeof termino === 'string') {
      if (termino > today) return { column: 'Terminó', fault: 'la fecha no puede ser futura.' };
      if (termino < empezo) return { column: 'Terminó', fault: 'termina antes de empezar.' };
    }
    const same = {
      proyecto: values['proyecto'],
      referencia: reference,
      vivienda: house,
      actividad: activity,
    };
    return {
      key: String(task.id),
      label: `${house} · ${activities.find(({ id }) => id === activity)?.name ?? ''}`,
      existing: {
        id: task.id,
        values: { ...same, empezo: task.empezo, termino: task.termino } as RowValues,
      },
      values: { ...same, empezo, termino: termino ?? null } as RowValues,
    };
  },

  async write(ctx, rows) {
    await writeRealDays(
      ctx,
      rows.map(({ existingId, values }) => lineOf(existingId ?? 0, values)),
    );
    return new Map(rows.map(({ row, existingId }) => [row, existingId ?? 0]));
  },

  async undo(ctx, rows) {
    const found = await ctx.db
      .select()
      .from(scheduleTasks)
      .where(inArray(scheduleTasks.id, [0, ...rows.map(({ recordId }) => recordId)]));
    const byId = new Map(found.map((one) => [one.id, one]));
    const back: ReturnType<typeof lineOf>[] = [];
    for (const { recordId, changes } of rows) {
      const task = byId.get(recordId);
      if (!task) return 'El contrato se programó de nuevo después: corrige las fechas con otra importación.';
      const values = { empezo: task.startedOn, termino: task.finishedOn };
      if (changedSince(values, changes)) return 'Alguna fecha se cambió después.';
      back.push(lineOf(recordId, valuesBefore(values, changes)));
    }
    await writeRealDays(ctx, back);
    return null;
  },
};

const lineOf = (id: number, values: RowValues) => ({
  id,
  started: (values['empezo'] ?? null) as string | null,
  finished: (values['termino'] ?? null) as string | null,
});

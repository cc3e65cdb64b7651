import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { contractActivities } from '#contract/company/catalogs/worksLists.ts';
import { cellText, numberCell, plainText, textCell, yesNoCell } from '#contract/overview/imports/cells.ts';
import type { PlanStep } from '#contract/works/actionPlans/model.ts';
import { linksText, readLinks } from '#contract/works/actionPlans/notation.ts';
import { planFaults } from '#contract/works/actionPlans/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { catalogLabels, catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { newestPlans } from '#server/modules/works/actionPlans/planSteps.service.ts';
import { discardPlan, savePlan } from '#server/modules/works/actionPlans/actionPlans.service.ts';
import { importRows } from './imports.table.ts';
import type { ImportKind, PlannedRow, RowValues } from './kind.ts';
import { changedSince, ownProjects, projectColumn, valuesBefore } from './reach.ts';

/** A model that the caller may change: its plan as the rows checked so far leave it. */
interface PlannedModel {
  id: number;
  projectId: number;
  name: string;
  steps: PlanStep[];
  /** Activities that the file gives this model. */
  named: Set<number>;
}
interface Known {
  projects: { id: number; name: string }[];
  activities: { id: number; name: string }[];
  names: ReadonlyMap<number, string>;
  models: PlannedModel[];
}

const BETWEEN = '; ';
const nameIn = (known: Pick<Known, 'names'>) => (id: number) => known.names.get(id) ?? String(id);
const activityNamed = (known: Pick<Known, 'activities'>, text: string) =>
  known.activities.find(({ id, name }) => plainText(name) === plainText(text) || String(id) === text)?.id;
const modelNamed = (known: Known, projectId: number, text: string) =>
  known.models.find(
    (one) =>
      one.projectId === projectId && (plainText(one.name) === plainText(text) || String(one.id) === text),
  );

const valuesOf = (
  step: PlanStep,
  project: number,
  model: string,
  known: Pick<Known, 'names'>,
): RowValues => ({
  proyecto: project,
  modelo: model,
  actividad: nameIn(known)(step.activity_id),
  dias: step.days,
  intemperie: step.outdoors,
  espera: step.after.length > 0 ? linksText(step.after, nameIn(known), BETWEEN) : null,
});

/** Action plans from a spreadsheet, a row per activity; they become the version that is being prepared. */
export const actionPlansImport: ImportKind<Known> = {
  name: 'actionPlans',
  title: 'Planes de acción',
  text: 'Trae las actividades de cada modelo con sus días y lo que espera cada una. Queda por publicar: revísalo y publícalo en su plan.',
  permission: 'proyectos.editar',
  seenBy: 'proyectos.ver',
  most: 2_000,
  columns: [
    projectColumn,
    {
      key: 'modelo',
      title: 'Modelo',
      aliases: ['model', 'modelo de casa'],
      required: true,
      example: 'Guayacán',
      hint: 'Un modelo de ese proyecto, por su nombre o su número.',
      read: () => textCell(80),
      choices: ({ models }) => [...new Set(models.map(({ name }) => name))],
    },
    {
      key: 'actividad',
      title: 'Actividad',
      aliases: ['tarea', 'partida'],
      required: true,
      example: 'Paredes de bloque',
      hint: 'Una de la lista de actividades. Las filas van en el orden de la obra.',
      read: () => textCell(80),
      choices: ({ activities }) => activities.map(({ name }) => name),
    },
    {
      key: 'dias',
      title: 'Días hábiles',
      aliases: ['dias', 'duracion'],
      required: true,
      example: 14,
      hint: 'De 1 a 400, sin fracciones.',
      read: () => (text) => {
        const read = numberCell({ min: 1, max: 400, fault: 'escribe un número de 1 a 400.' })(text);
        return read.value === undefined || Number.isInteger(read.value)
          ? read
          : { fault: 'escribe días enteros.' };
      },
    },
    {
      key: 'intemperie',
      title: 'A la intemperie',
      aliases: ['intemperie', 'la lluvia la detiene'],
      required: false,
      example: 'sí',
      hint: 'Sí, si la lluvia la detiene. Vacío: no.',
      read: () => yesNoCell,
      choices: () => ['sí', 'no'],
      show: (value) => (value === true ? 'sí' : 'no'),
    },
    {
      key: 'espera',
      title: 'Espera a',
      aliases: ['dependencias', 'predecesoras', 'depende de'],
      required: false,
      example: 'Losa de piso FC+7; Fundaciones',
      hint: 'Actividades separadas con punto y coma; FC, CC, FF o CF y los días, si hacen falta.',
      read: () => textCell(600),
    },
  ],

  async load(ctx, lock, rows) {
    const projects = await ownProjects(ctx);
    const query = ctx.db
      .select({ id: houseModels.id, projectId: houseModels.projectId, name: houseModels.name })
      .from(houseModels)
      .where(
        and(
          inArray(houseModels.projectId, [0, ...projects.map(({ id }) => id)]),
          isNull(houseModels.archivedAt),
        ),
      )
      .orderBy(asc(houseModels.id));
    const found = await (lock ? query.for('no key update') : query);
    const options = await catalogOptions(ctx.db, contractActivities);
    const plans = await newestPlans(
      ctx.db,
      found.map(({ id }) => id),
    );
    const known: Known = {
      projects,
      activities: options.map((one) => ({ id: Number(one['id']), name: String(one['nombre']) })),
      names: await catalogLabels(ctx.db, contractActivities),
      models: found.map((one) => ({ ...one, steps: plans.get(one.id)?.steps ?? [], named: new Set() })),
    };
    for (const { proyecto, modelo, actividad } of rows) {
      const project = projectColumn.read(known)(cellText(proyecto ?? null)).value;
      const model = modelNamed(known, Number(project), cellText(modelo ?? null));
      const activity = activityNamed(known, cellText(actividad ?? null));
      if (model && activity !== undefined) model.named.add(activity);
    }
    return known;
  },

  match(values, known) {
    const projectId = Number(values['proyecto']);
    const model = modelNamed(known, projectId, String(values['modelo']));
    if (!model) return { column: 'Modelo', fault: 'elige un modelo de ese proyecto.' };
    const activity = activityNamed(known, String(values['actividad']));
    if (activity === undefined) return { column: 'Actividad', fault: 'elige una actividad de la lista.' };
    const read = readLinks(
      values['espera'] === null ? '' : String(values['espera']),
      (text) => activityNamed(known, text),
      /;/,
    );
    if (read.fault !== undefined) return { column: 'Espera a', fault: read.fault };
    const step: PlanStep = {
      activity_id: activity,
      days: Number(values['dias']),
      outdoors: values['intemperie'] === true,
      after: read.links,
    };
    const before = model.steps.find((one) => one.activity_id === activity);
    const steps = before ? model.steps.map((one) => (one === before ? step : one)) : [...model.steps, step];
    const fault = faultOf(step, steps, model.named, nameIn(known));
    if (fault) return { column: 'Espera a', fault };
    // The plan grows row by row, so a circle is told at the row that closes it.
    model.steps = steps;
    const given = (one: PlanStep) => valuesOf(one, projectId, model.name, known);
    return {
      key: `${model.id} ${activity}`,
      label: `${model.name}: ${nameIn(known)(activity)}`,
      existing: before ? { id: model.id, values: given(before) } : null,
      values: { ...given(step), _modelo: model.id, _actividad: activity, _paso: JSON.stringify(step) },
    };
  },

  async write(ctx, rows) {
    const models = new Map<number, PlannedRow[]>();
    for (const one of rows) {
      const id = Number(one.values['_modelo']);
      models.set(id, [...(models.get(id) ?? []), one]);
    }
    const plans = await newestPlans(ctx.db, [...models.keys()]);
    for (const [modelId, list] of models) {
      const steps = new Map((plans.get(modelId)?.steps ?? []).map((one) => [one.activity_id, one]));
      for (const { values } of list)
        steps.set(Number(values['_actividad']), JSON.parse(String(values['_paso'])) as PlanStep);
      await savePlan(ctx, modelId, { steps: [...steps.values()] });
    }
    return new Map(rows.map(({ row, values }) => [row, Number(values['_modelo'])]));
  },

  async undo(ctx, _rows, importId) {
    const written = await ctx.db
      .select({
        modelId: sql<number>`${importRows.recordId}`,
        status: importRows.status,
        cells: importRows.cells,
        changes: importRows.changes,
      })
      .from(importRows)
      .where(and(eq(importRows.importId, importId), inArray(importRows.status, ['new', 'changed'])));
    for (const modelId of new Set(written.map((one) => Number(one.modelId)))) {
      const reason = await undoModel(
        ctx,
        modelId,
        written.filter((one) => Number(one.modelId) === modelId),
      );
      if (reason) return reason;
    }
    return null;
  },
};

/** Why a row does not fit into the plan; dependencies on rows that come later in the file are allowed. */
function faultOf(
  step: PlanStep,
  steps: readonly PlanStep[],
  named: ReadonlySet<number>,
  nameOf: (id: number) => string,
): string | undefined {
  const there = new Set([...steps.map(({ activity_id }) => activity_id), ...named]);
  const missing = step.after.find(({ activity_id }) => !there.has(activity_id));
  if (missing) return `el plan no tiene «${nameOf(missing.activity_id)}».`;
  const soFar = new Set(steps.map(({ activity_id }) => activity_id));
  const known = steps.map((one) => ({
    ...one,
    after: one.after.filter(({ activity_id }) => soFar.has(activity_id)),
  }));
  return planFaults(known, nameOf)[0]?.message;
}

type WrittenRow = Pick<typeof importRows.$inferSelect, 'status' | 'cells' | 'changes'>;

/** Takes the rows of an import out of a draft. Returns why not, when the plan went on since. */
async function undoModel(ctx: Context, modelId: number, rows: readonly WrittenRow[]): Promise<string | null> {
  const names = await catalogLabels(ctx.db, contractActivities);
  const known = { names, activities: [...names].map(([id, name]) => ({ id, name })) };
  const [model] = await ctx.db
    .select({ name: houseModels.name, projectId: houseModels.projectId })
    .from(houseModels)
    .where(eq(houseModels.id, modelId));
  const { name, projectId } = model!;
  const since = `El plan de ${name} se cambió o se publicó después: cámbialo en su ficha.`;
  const plan = (await newestPlans(ctx.db, [modelId])).get(modelId);
  if (!plan || plan.published) return since;
  let { steps } = plan;
  for (const { status, cells, changes } of rows) {
    const activity = activityNamed(known, cellText(cells['actividad'] ?? null));
    const found = steps.find(({ activity_id }) => activity_id === activity);
    const values = found && valuesOf(found, projectId, name, known);
    if (!values || changedSince(values, changes)) return since;
    if (status === 'new') steps = steps.filter((one) => one !== found);
    else {
      const before = valuesBefore(values, changes);
      const { links = [] } = readLinks(
        String(before['espera'] ?? ''),
        (text) => activityNamed(known, text),
        /;/,
      );
      const step = {
        ...found,
        days: Number(before['dias']),
        outdoors: before['intemperie'] === true,
        after: links,
      };
      steps = steps.map((one) => (one === found ? step : one));
    }
  }
  if (planFaults(steps, nameIn(known)).length > 0) return since;
  if (steps.length === 0) await discardPlan(ctx, modelId);
  else await savePlan(ctx, modelId, { steps });
  return null;
}

import { and, asc, inArray, isNull, sql } from 'drizzle-orm';
import { permitStates } from '#contract/company/catalogs/permitLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { MOST_CENTS } from '#contract/money.ts';
import { cellText, choiceCell, moneyCell, plainText, textCell } from '#contract/overview/imports/cells.ts'; // prettier-ignore
import { PERMIT, PERMIT_LEVELS } from '#contract/works/permits/rules.ts';
import { rows as select } from '#server/kernel/db.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { offeredTypes, type PermitType } from '#server/modules/works/permits/blockers.service.ts';
import { importPermits, takeBackPermit } from '#server/modules/works/permits/imported.service.ts';
import type { ImportKind, Match, RowValues } from './kind.ts';
import { dayColumn, textOf } from './named.ts';
import { projectColumn } from './reach.ts';

interface Choice {
  id: number;
  name: string;
}
interface Known {
  today: string;
  projects: Choice[];
  types: PermitType[];
  /** Models and houses by project and plain name. */
  models: ReadonlyMap<string, number>;
  houses: ReadonlyMap<string, number>;
  /** Permits that are there: project, model, house, type. */
  taken: ReadonlySet<string>;
}

const STATES = permitStates.rows.map(([id, name]) => ({ id, name }));
const money = () => moneyCell({ min: 0, max: MOST_CENTS, fault: 'escribe un monto.' });
const optional = { required: false } as const;
const keyOf = (...ids: readonly (number | null)[]) => ids.join(' ');

/** Permits that are under way, or approved, when the company moves in. */
export const permitsImport: ImportKind<Known> = {
  name: 'permits',
  title: 'Permisos',
  text: 'Trae los permisos de proyectos, modelos y viviendas con su estado y sus fechas. El expediente legal de las viviendas se importa aparte.',
  permission: 'permisos.crear',
  seenBy: 'permisos.ver',
  most: 3000,
  columns: [
    projectColumn,
    { key: 'modelo', title: 'Modelo', aliases: ['plano'], ...optional, example: 'Corotú', hint: 'Si el permiso es de un modelo.', read: () => textCell(60) },
    { key: 'vivienda', title: 'Vivienda', aliases: ['casa'], ...optional, example: 'Casa A-07', hint: 'Si el permiso es de una vivienda. Sin modelo ni vivienda es del proyecto.', read: () => textCell(60) },
    { key: 'tramite', title: 'Trámite', aliases: ['permiso', 'tipo'], required: true, example: 'Permiso de construcción', hint: 'Uno de la lista de trámites.', read: ({ types }) => choiceCell(types), choices: ({ types }) => types.map(({ name }) => name) },
    { key: 'entidad', title: 'Entidad', aliases: ['institucion'], ...optional, example: 'Municipio – DOYC', hint: 'Vacío: la usual del trámite.', read: () => textCell(120) },
    { key: 'estado', title: 'Estado', aliases: [], required: true, example: 'Aprobado', hint: 'En qué va.', read: () => choiceCell(STATES), choices: () => STATES.map(({ name }) => name) },
    { key: 'numero', title: 'Número', aliases: ['no', 'numero de tramite'], ...optional, example: 'PC-2026-0412', hint: 'Del trámite o del permiso.', read: () => textCell(40) },
    dayColumn('ingreso', 'Ingreso', 'El día en que se ingresó.', ['fecha de ingreso']),
    dayColumn('previsto', 'Previsto', 'El día en que se espera su aprobación.'),
    dayColumn('aprobacion', 'Aprobación', 'El día en que se aprobó.', ['fecha de aprobacion']),
    dayColumn('vence', 'Vence', 'Su último día; vacío: no vence.', ['vencimiento']),
    { key: 'costo', title: 'Costo', aliases: ['tasa'], ...optional, example: '2,650.00', hint: 'Tasas y formularios.', read: money, show: (value) => String(Number(value) / 100) },
  ], // prettier-ignore

  async load(ctx, lock) {
    const query = ctx.db
      .select({ id: projects.id, name: projects.name })
      .from(projects)
      .where(and(isNull(projects.archivedAt), projectsInReach(ctx, 'permisos.crear')))
      .orderBy(asc(projects.id));
    const own = await (lock ? query.for('no key update') : query);
    const ids = [...own.map(({ id }) => id), 0];
    const named = (list: readonly { id: number; name: string; projectId: number }[]) =>
      new Map(list.map(({ id, name, projectId }) => [`${projectId} ${plainText(name)}`, id]));
    const models = await ctx.db
      .select({ id: houseModels.id, name: houseModels.name, projectId: houseModels.projectId })
      .from(houseModels)
      .where(and(inArray(houseModels.projectId, ids), isNull(houseModels.archivedAt)));
    const homes = await ctx.db
      .select({ id: houses.id, name: houses.name, projectId: houses.projectId })
      .from(houses)
      .where(and(inArray(houses.projectId, ids), isNull(houses.archivedAt)));
    const there = await select<{ project: number; model: number | null; house: number | null; type: number }>(
      ctx.db,
      sql`select project_id project, model_id model, house_id house, type_id "type" from permits
        where project_id = any(${sql.param(ids)}::bigint[])`,
    );
    return {
      today: panamaDay(ctx.now),
      projects: own,
      types: await offeredTypes(ctx.db),
      models: named(models),
      houses: named(homes),
      taken: new Set(there.map(({ project, model, house, type }) => keyOf(project, model, house, type))),
    };
  },

  match(values, known) {
    const project = Number(values['proyecto']);
    const [model, house] = [cellText(values['modelo'] ?? null), cellText(values['vivienda'] ?? null)];
    const modelId = house ? null : model ? known.models.get(`${project} ${plainText(model)}`) : null;
    const houseId = house ? known.houses.get(`${project} ${plainText(house)}`) : null;
    if (modelId === undefined)
      return { column: 'Modelo', fault: 'no hay un modelo con ese nombre en el proyecto.' };
    if (houseId === undefined)
      return { column: 'Vivienda', fault: 'no hay una vivienda con ese nombre en el proyecto.' };
    const type = known.types.find(({ id }) => id === Number(values['tramite']))!;
    const key = keyOf(project, modelId, houseId, type.id);
    if (known.taken.has(key))
      return { column: 'Trámite', fault: 'ese permiso ya está aquí: cámbialo en su página.' };
    const wrong = faultOf(values, known.today);
    if (wrong) return wrong;
    return {
      key,
      label: `${type.name} · ${house || model || PERMIT_LEVELS.proyecto}`,
      existing: null,
      values: { ...values, _model: modelId, _house: houseId, _entity: type.entidad || type.name },
    };
  },

  async write(ctx, rows) {
    const ids = await importPermits(
      ctx,
      rows.map(({ values }) => importedOf(values)),
    );
    return new Map(rows.map(({ row }, at) => [row, ids[at]!]));
  },

  async undo(ctx, rows) {
    for (const { recordId } of rows)
      if (!(await takeBackPermit(ctx, recordId)))
        return 'Alguno de los permisos se trabajó después: cámbialo en su página.';
    return null;
  },
};

/** What does not fit the state of a row, at its column. */
function faultOf(values: RowValues, today: string): Match | null {
  const state = Number(values['estado']);
  const [entered, approved, until] = ['ingreso', 'aprobacion', 'vence'].map((key) => textOf(values, key));
  const decided = state === PERMIT.approved || state === PERMIT.expired;
  const under = state === PERMIT.entered || state === PERMIT.corrections;
  if (under && !entered) return { column: 'Ingreso', fault: 'falta para el estado en que va.' };
  if (decided && !approved) return { column: 'Aprobación', fault: 'falta para el estado en que va.' };
  if (!decided && approved) return { column: 'Aprobación', fault: 'en ese estado todavía no está aprobado.' };
  if (!decided && until) return { column: 'Vence', fault: 'en ese estado todavía no vence.' };
  if (!decided && !under && entered)
    return { column: 'Ingreso', fault: 'en ese estado todavía no se ingresa.' };
  if (entered && entered > today) return { column: 'Ingreso', fault: 'escribe un día que ya pasó, u hoy.' };
  if (approved && approved > today)
    return { column: 'Aprobación', fault: 'escribe un día que ya pasó, u hoy.' };
  if (approved && entered && approved < entered)
    return { column: 'Aprobación', fault: 'es anterior al ingreso.' };
  if (until && until < approved!) return { column: 'Vence', fault: 'es anterior a la aprobación.' };
  if (state === PERMIT.approved && until && until < today)
    return { column: 'Vence', fault: 'ya pasó: el estado es Vencido.' };
  if (state === PERMIT.expired && (!until || until >= today))
    return { column: 'Vence', fault: 'escribe el día en que venció.' };
  return null;
}

const importedOf = (values: RowValues) => ({
  projectId: Number(values['proyecto']),
  modelId: values['_model'] === null ? null : Number(values['_model']),
  houseId: values['_house'] === null ? null : Number(values['_house']),
  typeId: Number(values['tramite']),
  stateId: Number(values['estado']),
  entity: textOf(values, 'entidad') ?? String(values['_entity']),
  number: textOf(values, 'numero'),
  // Of an old permit often only the approval is known.
  enteredOn: textOf(values, 'ingreso') ?? textOf(values, 'aprobacion'),
  approvedOn: textOf(values, 'aprobacion'),
  expiresOn: textOf(values, 'vence'),
  expectedOn: textOf(values, 'previsto'),
  costCents: values['costo'] === null ? null : Number(values['costo']),
});

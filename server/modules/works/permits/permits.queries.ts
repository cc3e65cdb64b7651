import { sql, type SQL } from 'drizzle-orm';
import { NOT_SOLD } from '#contract/company/catalogs/states.ts';
import { addDays } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import type { PermitFilter } from '#contract/works/permits/model.ts';
import { PLAN_VERSION } from '#contract/works/blueprints/rules.ts';
import {
  PERMIT,
  PERMIT_LEVELS,
  PERMIT_WARNING_DAYS,
  type PermitLevel,
} from '#contract/works/permits/rules.ts';
import {
  anyOf,
  containing,
  countUpTo,
  idOf,
  inOrder,
  limited,
  row,
  rows,
  type Db,
} from '#server/kernel/db.ts';

/** A permit as the database answers it. */
export interface FoundPermit {
  id: number;
  version: number;
  typeId: number;
  stateId: number;
  entity: string;
  number: string | null;
  enteredOn: string | null;
  approvedOn: string | null;
  expiresOn: string | null;
  expectedOn: string | null;
  costCents: number | null;
  note: string;
  fileId: string | null;
  blueprintId: number | null;
  projectId: number;
  project: string;
  modelId: number | null;
  model: string | null;
  houseId: number | null;
  house: string | null;
  houseModelId: number | null;
  /** With a legal file. */
  lotId: number | null;
  waits: number;
}

const SETTLED = anyOf([PERMIT.approved, PERMIT.notNeeded]);
/** How many permits a row `p` still waits for. */
const WAITS = sql`(select count(*)::int from permit_dependencies d join permits n on n.id = d.needs_id
  where d.permit_id = p.id and n.state_id not in ${SETTLED})`;
/** `l`: the lot of a house that is sold, which has a legal file. */
const FROM = sql`from permits p join projects on projects.id = p.project_id
  left join house_models m on m.id = p.model_id left join houses h on h.id = p.house_id
  left join lots l on l.id = h.lot_id and l.type_id not in ${anyOf(NOT_SOLD)}`;
const SELECTED = sql`select p.id, p.version, p.type_id "typeId", p.state_id "stateId", p.entity, p.number, p.entered_on::text "enteredOn",
  p.approved_on::text "approvedOn", p.expires_on::text "expiresOn", p.expected_on::text "expectedOn", p.cost_cents "costCents", p.note,
  p.file_id "fileId", p.blueprint_id "blueprintId", projects.id "projectId", projects.name project, m.id "modelId", m.name model,
  h.id "houseId", h.name house, h.model_id "houseModelId", l.id "lotId", ${WAITS} waits`;

export const targetOf = ({ modelId, houseId }: Pick<FoundPermit, 'modelId' | 'houseId'>): PermitLevel =>
  houseId !== null ? 'vivienda' : modelId !== null ? 'modelo' : 'proyecto';

/** What a permit is for, in words. */
export const targetName = (one: Pick<FoundPermit, 'modelId' | 'houseId' | 'model' | 'house'>): string =>
  one.house ?? one.model ?? PERMIT_LEVELS[targetOf(one)];

const LEVELS: Record<PermitLevel, SQL> = {
  proyecto: sql`(p.model_id is null and p.house_id is null)`,
  modelo: sql`p.model_id is not null`,
  vivienda: sql`p.house_id is not null`,
};

const STANDINGS: Record<NonNullable<PermitFilter['situacion']>, (today: string) => SQL> = {
  en_tramite: () => sql`p.state_id in ${anyOf([PERMIT.entered, PERMIT.corrections])}`,
  por_vencer: (today) => sql`(p.state_id = ${idOf(PERMIT.approved)}
    and p.expires_on between ${today} and ${addDays(today, PERMIT_WARNING_DAYS[0])})`,
  vencidos: (today) =>
    sql`(p.state_id = ${idOf(PERMIT.expired)} or (p.state_id = ${idOf(PERMIT.approved)} and p.expires_on < ${today}))`,
  atrasados: (
    today,
  ) => sql`(p.state_id in ${anyOf([PERMIT.toDo, PERMIT.entered, PERMIT.corrections, PERMIT.expired])}
    and p.expected_on < ${today})`,
  listos: () => sql`(p.state_id = ${idOf(PERMIT.toDo)} and ${WAITS} = 0)`,
};

/** `types`: the types whose name has the sought text. */
function matching(filter: PermitFilter, reach: SQL, today: string, types: readonly number[]): SQL {
  const { proyecto_id, modelo_id, vivienda_id, tipo_id, estado_id, nivel, entidad, situacion, q } = filter;
  const conditions = [
    reach,
    proyecto_id === undefined ? undefined : sql`p.project_id = ${proyecto_id}`,
    modelo_id === undefined ? undefined : sql`${modelo_id} in (p.model_id, h.model_id)`,
    vivienda_id === undefined ? undefined : sql`p.house_id = ${vivienda_id}`,
    tipo_id === undefined ? undefined : sql`p.type_id = ${tipo_id}`,
    estado_id === undefined ? undefined : sql`p.state_id = ${estado_id}`,
    nivel && LEVELS[nivel],
    entidad ? sql`p.entity = ${entidad}` : undefined,
    situacion && STANDINGS[situacion](today),
    q
      ? sql`(p.type_id = any(${sql.param([...types])}::int[]) or p.number ilike ${containing(q)}
          or unaccent(concat_ws(' ', p.entity, m.name, h.name, projects.name)) ilike unaccent(${containing(q)}))`
      : undefined,
  ];
  return sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );
}

const ORDER = {
  id: sql.raw('p.id'),
  vence: sql.raw('p.expires_on'),
  previsto: sql.raw('p.expected_on'),
  ingreso: sql.raw('p.entered_on'),
};

/** A page of permits within reach, and their total up to COUNT_LIMIT. */
export async function findPermits(
  db: Db,
  filter: PermitFilter,
  reach: SQL,
  today: string,
  types: readonly number[],
) {
  const where = matching(filter, reach, today, types);
  const found = await rows<FoundPermit>(
    db,
    sql`${SELECTED} ${FROM} where ${where}
      order by ${inOrder(filter, ORDER, ORDER.id, ['id', 'desc'])} ${limited(filter.per_page, offsetOf(filter))}`,
  );
  return { found, total: await countUpTo(db, sql`select ${FROM} where ${where}`) };
}

export const findPermit = (db: Db, id: number, reach: SQL) =>
  row<FoundPermit>(db, sql`${SELECTED} ${FROM} where p.id = ${id} and ${reach}`);

/** All permits of a project, in the order of their creation. */
export const permitsOfProject = (db: Db, projectId: number) =>
  rows<FoundPermit>(db, sql`${SELECTED} ${FROM} where p.project_id = ${projectId} order by p.id`);

/** The permits of these models, in the order of their creation. */
export const permitsOfModels = (db: Db, modelIds: readonly number[]) =>
  rows<FoundPermit>(
    db,
    sql`${SELECTED} ${FROM} where p.model_id = any(${sql.param([...modelIds])}::bigint[]) order by p.id`,
  );

/** Which permit waits for which, among those of a project. */
export const dependenciesOfProject = (db: Db, projectId: number) =>
  rows<{ permit: number; needs: number }>(
    db,
    sql`select d.permit_id permit, d.needs_id needs from permit_dependencies d join permits p on p.id = d.permit_id
      where p.project_id = ${projectId} order by d.permit_id, d.needs_id`,
  );

/** The same among those of models. */
export const dependenciesOfModels = (db: Db, modelIds: readonly number[]) =>
  rows<{ permit: number; needs: number }>(
    db,
    sql`select d.permit_id permit, d.needs_id needs from permit_dependencies d join permits p on p.id = d.permit_id
      where p.model_id = any(${sql.param([...modelIds])}::bigint[]) order by d.permit_id, d.needs_id`,
  );

/** The entities of the permits within reach. */
export const findEntities = (db: Db, reach: SQL) =>
  rows<{ entity: string }>(
    db,
    sql`select distinct p.entity ${FROM} where ${reach} order by p.entity ${limited(200)}`,
  );

/** The file of a permit, and the version of the plan that it was presented with. */
export const findPapers = (db: Db, id: number) =>
  row<{
    file: { id: string; name: string; mime: string; size: number; sha256: string } | null;
    plan: { id: number; numero: number; vigente: boolean } | null;
  }>(
    db,
    sql`select
        (select json_build_object('id', x.id, 'name', x.name, 'mime', x.mime, 'size', x.size, 'sha256', x.sha256)
          from files x where x.id = p.file_id) file,
        (select json_build_object('id', v.model_id, 'numero', v.number, 'vigente', v.state_id = ${idOf(PLAN_VERSION.inForce)})
          from blueprint_versions v where v.id = p.blueprint_id) plan
      from permits p where p.id = ${id}`,
  );

/** The latest edits of a permit, from the audit. */
export const findEdits = (db: Db, id: number) =>
  rows<{ id: number; at: string; who: string | null; action: string; data: Record<string, unknown> }>(
    db,
    sql`select a.id, a.at, u.name who, a.action, a.data from audit_log a
      left join users u on a.actor_kind = 'staff' and u.id::text = a.actor_id
      where a.entity = 'permiso' and a.entity_id = ${String(id)} and a.action in ('cambiar', 'prorrogar', 'cargar')
      order by a.at desc, a.id desc limit 60`,
  );

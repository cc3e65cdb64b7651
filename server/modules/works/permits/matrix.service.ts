import { sql } from 'drizzle-orm';
import { permitStates } from '#contract/company/catalogs/permitLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { PermitMatrix } from '#contract/works/permits/model.ts';
import { PERMIT_LEVELS } from '#contract/works/permits/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { limited, rows } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { offeredTypes, permitBlockers } from './blockers.service.ts';
import { permitsOfProject, targetOf, type FoundPermit } from './permits.queries.ts';

/** Most houses of one answer. */
const HOUSES_MOST = 400;

interface Filter {
  proyecto_id: number;
  por: 'modelo' | 'vivienda';
  modelo_id?: number | undefined;
}
type Row = PermitMatrix['filas'][number];

/** Which permits the project and its models, or its houses, have and lack. The caller checks the scope. */
export async function permitMatrix(ctx: Context, filter: Filter): Promise<PermitMatrix> {
  const list = await permitsOfProject(ctx.db, filter.proyecto_id);
  const types = await offeredTypes(ctx.db);
  const states = await catalogLabels(ctx.db, permitStates);
  const cell = (one: FoundPermit) => ({
    permiso_id: one.id,
    estado: { id: one.stateId, name: states.get(one.stateId) ?? '' },
    nivel: targetOf(one),
    vence: one.expiresOn,
    previsto: one.expectedOn,
  });
  const cells = (own: readonly FoundPermit[]) =>
    Object.fromEntries(own.map((one) => [String(one.typeId), cell(one)]));
  const { filas, mas } =
    filter.por === 'modelo'
      ? { filas: await modelRows(ctx, filter, list, cells), mas: 0 }
      : await houseRows(ctx, filter, list, cells);
  const used = new Set(filas.flatMap(({ celdas }) => Object.keys(celdas).map(Number)));
  const ofHouses = new Set(list.filter(({ houseId }) => houseId !== null).map(({ typeId }) => typeId));
  return {
    tipos: types.filter((one) =>
      filter.por === 'modelo'
        ? one.nivel !== 'vivienda' || used.has(one.id)
        : one.nivel === 'vivienda' || one.obra || one.entrega || ofHouses.has(one.id),
    ),
    filas,
    mas,
  };
}

type Cells = (own: readonly FoundPermit[]) => Row['celdas'];

async function modelRows(
  ctx: Context,
  { proyecto_id, modelo_id }: Filter,
  list: readonly FoundPermit[],
  cells: Cells,
): Promise<Row[]> {
  const models = await rows<{ id: number; name: string }>(
    ctx.db,
    sql`select id, name from house_models where project_id = ${proyecto_id} and archived_at is null
      ${modelo_id === undefined ? sql`` : sql`and id = ${modelo_id}`} order by position, id`,
  );
  const blocked = await blockedHouses(ctx, proyecto_id);
  const whole: Row = {
    id: proyecto_id,
    name: PERMIT_LEVELS.proyecto,
    nivel: 'proyecto',
    modelo: null,
    detenida: false,
    celdas: cells(list.filter((one) => targetOf(one) === 'proyecto')),
  };
  const stopped = await rows<{ modelId: number }>(
    ctx.db,
    sql`select distinct model_id "modelId" from houses where id = any(${sql.param([...blocked])}::bigint[])`,
  );
  return [
    whole,
    ...models.map(({ id, name }) => ({
      id,
      name,
      nivel: 'modelo' as const,
      modelo: null,
      detenida: stopped.some(({ modelId }) => modelId === id),
      celdas: cells(list.filter((one) => one.modelId === id)),
    })),
  ];
}

/** The houses of a project that a permit stops before they are finished. */
async function blockedHouses(ctx: Context, projectId: number): Promise<Set<number>> {
  const found = await permitBlockers(
    ctx.db,
    sql`h.project_id = ${projectId} and h.progress_percent < 100`,
    panamaDay(ctx.now),
  );
  return new Set(
    [...found].filter(([, blockers]) => blockers.some(({ detiene }) => detiene === 'obra')).map(([id]) => id),
  );
}

async function houseRows(
  ctx: Context,
  { proyecto_id, modelo_id }: Filter,
  list: readonly FoundPermit[],
  cells: Cells,
): Promise<{ filas: Row[]; mas: number }> {
  const houses = await rows<{ id: number; name: string; modelId: number; model: string; total: number }>(
    ctx.db,
    sql`select h.id, h.name, m.id "modelId", m.name model, count(*) over ()::int total
      from houses h join house_models m on m.id = h.model_id
      where h.project_id = ${proyecto_id} and h.archived_at is null
        ${modelo_id === undefined ? sql`` : sql`and h.model_id = ${modelo_id}`}
      order by h.name, h.id ${limited(HOUSES_MOST)}`,
  );
  const blocked = await blockedHouses(ctx, proyecto_id);
  const whole = list.filter((one) => targetOf(one) === 'proyecto');
  const filas = houses.map(({ id, name, modelId, model }) => ({
    id,
    name,
    nivel: 'vivienda' as const,
    modelo: model,
    detenida: blocked.has(id),
    // The later ones replace the earlier: its own count before its model's and its project's.
    celdas: cells([
      ...whole,
      ...list.filter((one) => one.modelId === modelId),
      ...list.filter((one) => one.houseId === id),
    ]),
  }));
  return { filas, mas: Math.max(0, (houses[0]?.total ?? 0) - houses.length) };
}

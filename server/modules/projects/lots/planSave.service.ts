import { and, eq, inArray, sql } from 'drizzle-orm';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import type { FieldError } from '#contract/errors.ts';
import { overlaps, whyNoLot } from '#contract/projects/lots/geometry.ts';
import { LOT_USED, type Drawn, type PlanChange, type PlanConflict } from '#contract/projects/lots/plan.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { writePlan } from '#server/modules/projects/projects/projects.service.ts';
import { projects, type ProjectPlan } from '#server/modules/projects/projects/projects.table.ts';
import { firstUsed, readLots } from './known.service.ts';
import { lots } from './lots.table.ts';
import { isDrawingOf } from './planDrawing.service.ts';

type LotRow = typeof lots.$inferSelect;

/**
 * Saves the edited plan of a project, all or nothing. Returns the number of written lots. Raises
 * 404, 409 STALE with the changed items, 409 LOT_CLAIMED or LOT_USED for a lot that cannot be
 * removed, 409 NAME_TAKEN, 422 at each invalid or overlapping lot.
 */
export async function savePlan(ctx: Context, change: PlanChange): Promise<number> {
  const [project] = await ctx.db
    .select({ id: projects.id, plan: projects.plan })
    .from(projects)
    .where(and(eq(projects.id, change.proyecto_id), projectsInReach(ctx, 'proyectos.editar')))
    .for('no key update');
  if (!project) throw notFound();
  const there = await ctx.db
    .select()
    .from(lots)
    .where(eq(lots.projectId, project.id))
    .orderBy(lots.id)
    .for('no key update');
  const known = new Map(there.map((lot) => [lot.id, lot]));
  checkVersions(change, project.plan, known);
  if (change.dibujo !== null && !(await isDrawingOf(ctx, project.id, change.dibujo)))
    throw invalid([{ field: 'dibujo', message: 'Sube el dibujo otra vez.' }]);
  await checkTypes(ctx, change.lots, known);
  checkShapes(change, there);
  await remove(ctx, change, known);
  await write(ctx, project.id, change, known);
  await writePlan(ctx.db, project.id, planAfter(project.plan, change));
  await audit(ctx, 'trazar plano', 'proyecto', project.id, {
    written: change.lots.map(({ name }) => name),
    removed: change.removed.map(({ id }) => known.get(id)?.name),
  });
  return change.lots.length;
}

/** An uploaded picture replaces the project's own drawing. */
function planAfter(before: ProjectPlan | null, { size, dibujo }: PlanChange): ProjectPlan {
  return {
    width: size.width,
    height: size.height,
    background: dibujo === null ? (before?.background ?? '') : '',
    ...(dibujo !== null && { picture: dibujo }),
    version: (before?.version ?? 0) + 1,
  };
}

/** Raises 409 STALE with everything that changed since the editor was opened. */
function checkVersions(
  change: PlanChange,
  plan: ProjectPlan | null,
  known: ReadonlyMap<number, LotRow>,
): void {
  const stale: PlanConflict['lots'] = [];
  for (const { id, version } of [...change.lots, ...change.removed]) {
    if (id === null) continue;
    const lot = known.get(id);
    if (!lot) stale.push({ id, lote: `n.º ${id}` });
    else if (lot.version !== version) stale.push({ id, lote: lot.name });
  }
  const current: PlanConflict = { version: plan?.version ?? 0, lots: stale };
  const names = stale.map(({ lote }) => lote);
  const listed =
    names.length > 8 ? `${names.slice(0, 8).join(', ')} y ${names.length - 8} más` : names.join(', ');
  if (stale.length > 0)
    throw conflict('STALE', `Mientras trazabas, alguien cambió ${listed}. Carga el plano de nuevo.`, current);
  if (current.version !== change.version)
    throw conflict('STALE', 'Mientras trazabas, alguien guardó este plano. Cárgalo de nuevo.', current);
}

async function checkTypes(
  ctx: Context,
  drawn: readonly Drawn[],
  known: ReadonlyMap<number, LotRow>,
): Promise<void> {
  const offered = new Map<number, boolean>();
  for (const [at, { id, type_id }] of drawn.entries()) {
    if (id !== null && known.get(id)?.typeId === type_id) continue;
    if (!offered.has(type_id)) offered.set(type_id, await isOffered(ctx.db, lotTypes, type_id));
    if (!offered.get(type_id))
      throw invalid([{ field: `lots[${at}][type_id]`, message: 'Elige uno de los tipos de lote.' }]);
  }
}

const FAULTS_MAX = 20;

/** Checks each lot, then every pair with at least one drawn lot. */
function checkShapes({ lots: drawn, removed, size }: PlanChange, there: readonly LotRow[]): void {
  const faults: FieldError[] = [];
  const fault = (at: number, message: string) => faults.push({ field: `lots[${at}][points]`, message });
  for (const [at, { name, points }] of drawn.entries()) {
    const reason = points && whyNoLot(points, size);
    if (reason) fault(at, `${name}: ${reason}`);
  }
  if (faults.length > 0) throw invalid(faults.slice(0, FAULTS_MAX));
  const touched = new Set([...drawn, ...removed].map(({ id }) => id));
  const shapes = [
    ...drawn.flatMap(({ name, points }, at) => (points ? [{ name, points, at }] : [])),
    ...there.flatMap(({ id, name, polygon }) =>
      polygon && !touched.has(id) ? [{ name, points: polygon, at: -1 }] : [],
    ),
  ];
  for (const { a, b, areaM2 } of overlaps(shapes, {
    counts: (a, b) => a.at >= 0 || b.at >= 0,
    most: FAULTS_MAX,
  })) {
    const at = a.at >= 0 ? a.at : b.at;
    fault(at, `${a.name} y ${b.name} se traslapan: comparten ${areaM2.toFixed(1)} m². Separa sus esquinas.`);
  }
  if (faults.length > 0) throw invalid(faults.slice(0, FAULTS_MAX));
}

async function remove(
  ctx: Context,
  { removed }: PlanChange,
  known: ReadonlyMap<number, LotRow>,
): Promise<void> {
  const ids = removed.map(({ id }) => id);
  if (ids.length === 0) return;
  const name = (id: number) => known.get(id)?.name ?? '';
  const now = await readLots(ctx, ids);
  const claimed = ids.find((id) => now.get(id)?.claim);
  if (claimed !== undefined)
    throw conflict('LOT_CLAIMED', `El lote ${name(claimed)} está tomado por una venta: no se puede borrar.`);
  const used = await firstUsed(ctx, ids);
  if (used !== undefined)
    throw conflict(
      LOT_USED,
      `El lote ${name(used)} ya tiene historia (ventas, vivienda o precios): quita su trazo o retíralo de la venta, pero no se puede borrar.`,
    );
  await ctx.db.delete(lots).where(inArray(lots.id, ids));
}

const blockOf = (name: string) => name.split('-')[0]!;

async function write(
  ctx: Context,
  projectId: number,
  { lots: drawn }: PlanChange,
  known: ReadonlyMap<number, LotRow>,
): Promise<void> {
  const changed = drawn.filter((lot) => lot.id !== null);
  const renamed = changed.filter(({ id, name }) => known.get(id!)?.name !== name).map(({ id }) => id!);
  try {
    // Temporary names first: two lots may swap names.
    if (renamed.length > 0)
      await ctx.db
        .update(lots)
        .set({ name: sql`'~' || id` })
        .where(inArray(lots.id, renamed));
    if (changed.length > 0)
      await ctx.db
        .execute(sql`update lots l set name = d.name, block = d.block, type_id = d.type_id, area_m2 = d.area_m2,
          polygon = d.polygon, version = l.version + 1
        from jsonb_to_recordset(${JSON.stringify(
          changed.map(({ id, name, type_id, area_m2, points }) => ({
            id,
            name,
            block: blockOf(name),
            type_id,
            area_m2,
            polygon: points,
          })),
        )}::jsonb) d(id bigint, name text, block text, type_id smallint, area_m2 numeric, polygon jsonb) where l.id = d.id`);
    const made = drawn.filter((lot) => lot.id === null);
    if (made.length > 0)
      await ctx.db.insert(lots).values(
        made.map(({ name, type_id, area_m2, points }) => ({
          projectId,
          name,
          block: blockOf(name),
          typeId: type_id,
          areaM2: area_m2,
          polygon: points,
          createdAt: ctx.now,
        })),
      );
  } catch (error) {
    if (violatedConstraint(error) !== 'lots_name') throw error;
    const names = drawn.map(({ name }) => name);
    const twice = names.find((name, at) => names.indexOf(name) !== at) ?? takenBy(drawn, known) ?? '';
    const message = `Ya hay un lote ${twice} en el proyecto. Ponle otro número.`;
    throw new Refused(409, 'NAME_TAKEN', message, {
      errors: [{ field: `lots[${names.lastIndexOf(twice)}][name]`, message }],
    });
  }
}

const takenBy = (drawn: readonly Drawn[], known: ReadonlyMap<number, LotRow>): string | undefined => {
  const kept = new Set(
    [...known.values()].filter(({ id }) => drawn.every((lot) => lot.id !== id)).map(({ name }) => name),
  );
  return drawn.find(({ name }) => kept.has(name))?.name;
};

import type { Target } from '#contract/works/permits/rules.ts';
import { covers, PERMIT, usualNeeds } from '#contract/works/permits/rules.ts';
import { auditMany } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { permitDependencies, permits } from './permits.table.ts';
import { permitsOfProject } from './permits.queries.ts';

/** A permit to be begun. `houseModel`: the model of its house. */
export interface Wanted extends Target {
  houseModel: number | null;
  typeId: number;
  entity: string;
  costCents: number | null;
  expectedOn: string | null;
  note: string;
}
interface Known extends Target {
  id: number;
  typeId: number;
}

/** How near a permit is to its target: the house's own counts before its model's and its project's. */
const nearness = ({ modelId, houseId }: Target) => (houseId !== null ? 2 : modelId !== null ? 1 : 0);

/** What a new permit usually waits for, among those of its project: of each type the nearest one. */
function needsOf(wanted: Wanted, known: readonly Known[]): number[] {
  return usualNeeds(wanted.typeId).flatMap((typeId) => {
    const [nearest] = known
      .filter((one) => one.typeId === typeId && covers(one, wanted, wanted.houseModel))
      .toSorted((a, b) => nearness(b) - nearness(a));
    return nearest ? [nearest.id] : [];
  });
}

/**
 * Begins permits of one project, which the caller has locked, as No iniciado, each with what it usually waits for. Answers
 * their ids.
 */
export async function insertPermits(
  ctx: Context,
  projectId: number,
  wanted: readonly Wanted[],
): Promise<number[]> {
  if (wanted.length === 0) return [];
  const made = await ctx.db
    .insert(permits)
    .values(
      wanted.map(({ modelId, houseId, typeId, entity, costCents, expectedOn, note }) => ({
        projectId,
        modelId,
        houseId,
        typeId,
        entity,
        costCents,
        expectedOn,
        note,
        stateId: PERMIT.toDo,
        stateSince: ctx.now,
        createdBy: ctx.staff?.userId ?? null,
        createdAt: ctx.now,
      })),
    )
    .returning({ id: permits.id });
  const known: Known[] = await permitsOfProject(ctx.db, projectId);
  const needs = made.flatMap(({ id }, at) =>
    needsOf(wanted[at]!, known).map((needsId) => ({ permitId: id, needsId })),
  );
  if (needs.length > 0) await ctx.db.insert(permitDependencies).values(needs);
  await announce(
    ctx,
    ...made.map(({ id }) => ({ record: 'permiso' as const, id, from: null, to: PERMIT.toDo })),
  );
  await auditMany(
    ctx,
    'crear',
    'permiso',
    made.map(({ id }, at) => ({ id, data: { type: wanted[at]!.typeId } })),
  );
  return made.map(({ id }) => id);
}

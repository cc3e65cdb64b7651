import { desc, eq, sql } from 'drizzle-orm';
import { contractActivities } from '#contract/company/catalogs/worksLists.ts';
import type { Checklist, ChecklistForm } from '#contract/works/jobs/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { checklists } from './jobReports.table.ts';

/** The id of the general list, for items and for activities without a list of their own. */
const GENERAL = 0;

/** The newest version of each list, the general one first. */
export async function checklistsInForce(ctx: Pick<Context, 'db'>): Promise<Checklist[]> {
  const found = await ctx.db
    .selectDistinctOn([checklists.activityId], { list: checklists, by: users.name })
    .from(checklists)
    .leftJoin(users, eq(users.id, checklists.createdBy))
    .orderBy(checklists.activityId, desc(checklists.version));
  const names = await catalogLabels(ctx.db, contractActivities);
  return found.map(({ list, by }) => ({
    id: list.id,
    activity:
      list.activityId === GENERAL
        ? null
        : { id: list.activityId, name: names.get(list.activityId) ?? `Actividad ${list.activityId}` },
    version: list.version,
    questions: list.questions,
    by,
    at: list.createdAt.toISOString(),
  }));
}

/**
 * Writes the next version of an activity's list; inspections keep the questions that they answered. The lists are the
 * company's, so the permission is needed for everything or for a project. Raises 403, 404, 409 STALE.
 */
export async function changeChecklist(
  ctx: Context,
  activityId: number,
  { preguntas, version }: ChecklistForm,
): Promise<Checklist> {
  if (scopeOf(ctx, 'contratos.crear')?.scope === 'propio') throw forbidden();
  if (activityId !== GENERAL && !(await catalogLabels(ctx.db, contractActivities)).has(activityId))
    throw notFound();
  const [last] = await ctx.db
    .select({ version: sql<number>`coalesce(max(${checklists.version}), 0)::int` })
    .from(checklists)
    .where(eq(checklists.activityId, activityId));
  if (last!.version !== version) throw conflict('STALE', undefined, { version: last!.version });
  try {
    const [made] = await ctx.db
      .insert(checklists)
      .values({
        activityId,
        version: version + 1,
        questions: preguntas,
        createdBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: checklists.id });
    await announce(ctx, { record: 'lista_inspeccion', id: made!.id, verb: 'cambiar' });
    await audit(ctx, 'cambiar', 'lista_inspeccion', made!.id, { preguntas: preguntas.length });
    return (await checklistsInForce(ctx)).find(({ id }) => id === made!.id)!;
  } catch (error) {
    if (violatedConstraint(error) !== 'checklists_version') throw error;
    throw conflict('STALE');
  }
}

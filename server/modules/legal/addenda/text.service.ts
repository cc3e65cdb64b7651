import { eq } from 'drizzle-orm';
import { clauseFaults, type Clause } from '#contract/legal/contractTemplates/clauses.ts';
import { ADDENDUM, takesText, whyNotApproveText } from '#contract/legal/addenda/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { touch } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, forbidden, invalid, transitionRefused } from '#server/kernel/errors.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { lockAddendum, tellApprovers } from './addenda.service.ts';
import { addenda } from './addenda.table.ts';
import { materialOf, templateKind } from './paper.service.ts';

/**
 * Changes the text of an addendum. The very text of its template is none of its own; what another person approved was another
 * text. Raises 404, 403, 409 STALE and NOT_DRAFT, 422 at `clausulas[n]`.
 */
export async function changeClauses(
  ctx: Context,
  id: number,
  clauses: Clause[],
  version: number | undefined,
): Promise<void> {
  const { addendum, sale } = await lockAddendum(ctx, id);
  if (!reaches(ctx, 'legal.crear', sale)) throw forbidden();
  if (version !== undefined && version !== addendum.version)
    throw conflict('STALE', undefined, { version: addendum.version });
  if (!takesText(addendum.stateId))
    throw conflict(
      'NOT_DRAFT',
      'El texto de esta adenda ya no se cambia. Si está en firma, anúlala primero.',
    );
  const faults = clauseFaults(clauses, templateKind(addendum.kind));
  if (faults.length > 0) throw invalid(faults);
  const { deviates } = await materialOf(ctx, { ...addendum, clauses }, sale);
  const writers = [...new Set([...addendum.writers, staffOf(ctx).userId])];
  await ctx.db
    .update(addenda)
    .set({
      clauses: deviates ? clauses : null,
      writers,
      approvedBy: null,
      approvedAt: null,
      version: addendum.version + 1,
    })
    .where(eq(addenda.id, id));
  touch(ctx, ['adenda', id]);
  await audit(ctx, 'editar', 'adenda', id, { deviates });
  if (deviates && addendum.stateId === ADDENDUM.inReview)
    await tellApprovers(ctx, { ...addendum, writers, version: addendum.version + 1 }, sale.projectId);
}

/** Approves a text that is not the template's: somebody who wrote none of it. Raises 404, 403, 409 STALE, 422 with the reason. */
export async function approveText(ctx: Context, id: number, version: number): Promise<void> {
  const { addendum, sale } = await lockAddendum(ctx, id);
  if (!reaches(ctx, 'legal.aprobar', sale)) throw forbidden();
  if (version !== addendum.version) throw conflict('STALE', undefined, { version: addendum.version });
  const { userId } = staffOf(ctx);
  const { deviates } = await materialOf(ctx, addendum, sale);
  const reason = whyNotApproveText({
    stateId: addendum.stateId,
    deviates: deviates && addendum.approvedAt === null,
    wroteIt: addendum.writers.includes(userId),
  });
  if (reason) throw transitionRefused(reason);
  await ctx.db
    .update(addenda)
    .set({ approvedBy: userId, approvedAt: ctx.now, version: addendum.version + 1 })
    .where(eq(addenda.id, id));
  touch(ctx, ['adenda', id]);
  await audit(ctx, 'aprobar', 'adenda', id);
  await notify(ctx, {
    kind: 'promesa_revision',
    to: addendum.writers,
    text: `Aprobaron el texto de la adenda ${addendum.code}.`,
    url: `/oficina/adendas/${id}`,
    event: `adenda:${id}:${addendum.version}:respuesta`,
  });
}

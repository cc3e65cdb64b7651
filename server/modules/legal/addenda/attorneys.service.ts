import { eq } from 'drizzle-orm';
import type { AddendumAttorneyForm } from '#contract/legal/addenda/model.ts';
import { takesText } from '#contract/legal/addenda/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { touch } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, forbidden, invalid } from '#server/kernel/errors.ts';
import { attorneyOf } from '#server/modules/legal/promises/draft.service.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { lockAddendum } from './addenda.service.ts';
import { addenda } from './addenda.table.ts';
import { signingPeople } from './signers.service.ts';

/**
 * Notes who signs an addendum for somebody of the buyers' side, or with null that they sign. Raises 404, 403, 409 STALE and
 * NOT_DRAFT, 422 at `persona_id` or a field of the attorney.
 */
export async function setAddendumAttorney(
  ctx: Context,
  id: number,
  { persona_id, apoderado, version }: AddendumAttorneyForm,
): Promise<void> {
  const { addendum, sale } = await lockAddendum(ctx, id);
  if (!reaches(ctx, 'legal.crear', sale)) throw forbidden();
  if (version !== undefined && version !== addendum.version)
    throw conflict('STALE', undefined, { version: addendum.version });
  if (!takesText(addendum.stateId))
    throw conflict('NOT_DRAFT', 'Esta adenda ya no se edita. Anúlala o corrígela para cambiarla.');
  const person = (await signingPeople(ctx, addendum)).find(({ personId }) => personId === persona_id);
  if (!person) throw invalid([{ field: 'persona_id', message: 'Elige a quien firma esta adenda.' }]);
  const others = addendum.attorneys.filter(({ personId }) => personId !== persona_id);
  const attorneys =
    apoderado === null ? others : [...others, { personId: persona_id, ...attorneyOf(apoderado) }];
  await ctx.db
    .update(addenda)
    .set({ attorneys, version: addendum.version + 1 })
    .where(eq(addenda.id, id));
  touch(ctx, ['adenda', id]);
  await audit(ctx, 'cambiar', 'adenda', id, { signer: person.name, attorney: apoderado?.nombre ?? null });
}

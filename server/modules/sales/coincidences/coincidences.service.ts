import { eq } from 'drizzle-orm';
import { kinships } from '#contract/company/catalogs/peopleLists.ts';
import type {
  Coincidence,
  IgnoreChoice,
  LinkChoice,
  MergeChoice,
} from '#contract/sales/coincidences/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { sql } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { findPerson, mergesOf, type PersonRow } from '#server/modules/sales/people/reading.service.ts';
import { mergePeople, valuesOf, whyNotMerge } from './merge.service.ts';
import { presentPairs } from './coincidences.present.ts';
import { findPair, type FoundPair } from './coincidences.queries.ts';
import { coincidences } from './coincidences.table.ts';

/** A pair side by side with the caller's allowed actions. Raises 404. */
export async function readPair(ctx: Context, id: number): Promise<Coincidence> {
  const pair = await findPair(ctx, id);
  if (!pair) throw notFound();
  const [row] = await presentPairs(ctx, [pair], { masked: false });
  const people = await bothOf(ctx, pair);
  const may = people.length === 2 && people.every(({ mayEdit, mayApprove }) => mayEdit || mayApprove);
  const refused = people.map(whyNotMerge).find((reason) => reason !== null) ?? null;
  const pending = pair.state === 'pendiente';
  const [merge] =
    pair.state === 'fusionada'
      ? await mergesOf(
          ctx.db,
          sql`least(g.survivor_id, g.merged_id) = ${pair.leftId} and greatest(g.survivor_id, g.merged_id) = ${pair.rightId}`,
        )
      : [];
  const decided = pair.state === 'vinculada' || pair.state === 'ignorada';
  return {
    ...row!,
    actions: {
      merge: may && pending ? { disabled: refused } : null,
      link: may && pending ? { disabled: null } : null,
      ignore: may && pending ? { disabled: null } : null,
      undo: (may && decided) || merge ? { disabled: null } : null,
    },
    merge_id: merge?.id ?? null,
  };
}

/** Both people, if the caller may see them; `lock` locks them in a fixed order. */
async function bothOf(
  ctx: Context,
  { leftId, rightId }: FoundPair,
  options: { lock?: boolean } = {},
): Promise<PersonRow[]> {
  const found = [await findPerson(ctx, leftId, options), await findPerson(ctx, rightId, options)];
  return found.filter((one) => one !== undefined);
}

/** Locks an undecided pair; the caller must have full access to both people. Raises 404, 403, 409 STALE, 422. */
async function holdPair(
  ctx: Context,
  id: number,
  version: number,
  states: readonly string[],
): Promise<FoundPair> {
  const pair = await findPair(ctx, id, { lock: true });
  if (!pair) throw notFound();
  const people = await bothOf(ctx, pair);
  if (people.length < 2 || people.some(({ mayEdit, mayApprove }) => !mayEdit && !mayApprove))
    throw pair.state === 'fusionada' ? transitionRefused('Estas personas ya son una sola.') : forbidden();
  if (pair.version !== version) throw conflict('STALE', undefined, { version: pair.version });
  if (!states.includes(pair.state)) throw transitionRefused('Esta coincidencia ya se decidió.');
  return pair;
}

const decide = (ctx: Context, pair: FoundPair, set: Partial<typeof coincidences.$inferInsert>) =>
  ctx.db
    .update(coincidences)
    .set({ decidedBy: staffOf(ctx).userId, decidedAt: ctx.now, ...set, version: pair.version + 1 })
    .where(eq(coincidences.id, pair.id));

/**
 * Fusionar: merges a pair into the chosen person, with the chosen side for each field. Raises 404, 403, 409 STALE and
 * CANNOT_MERGE, 422.
 */
export async function merge(
  ctx: Context,
  id: number,
  { queda_id, version, campos }: MergeChoice,
): Promise<{ person_id: number; merge_id: number }> {
  const pair = await holdPair(ctx, id, version, ['pendiente']);
  if (queda_id !== pair.leftId && queda_id !== pair.rightId)
    throw invalid([{ field: 'queda_id', message: 'Elige cuál de las dos personas queda.' }]);
  // Locked: the values written back must not change meanwhile.
  const people = await bothOf(ctx, pair, { lock: true });
  if (people.length < 2) throw notFound();
  const side = (from: 'izquierda' | 'derecha' | undefined) =>
    valuesOf(
      people.find(
        ({ id: one }) =>
          one === (from === undefined ? queda_id : from === 'izquierda' ? pair.leftId : pair.rightId),
      )!,
    );
  const document = side(campos.documento);
  const values = {
    name: side(campos.nombre).name,
    phone: side(campos.celular).phone,
    email: side(campos.email).email,
    documentType: document.documentType,
    documentNumber: document.documentNumber,
    documentKey: document.documentKey,
  };
  const mergedId = queda_id === pair.leftId ? pair.rightId : pair.leftId;
  const merge_id = await mergePeople(ctx, { survivorId: queda_id, mergedId, values });
  await decide(ctx, pair, { state: 'fusionada' });
  return { person_id: queda_id, merge_id };
}

/** Vincular: links two related people. Raises 404, 403, 409 STALE, 422. */
export async function linkPair(ctx: Context, id: number, choice: LinkChoice): Promise<void> {
  const pair = await holdPair(ctx, id, choice.version, ['pendiente']);
  const relationshipId = choice.vinculo === 'familiar' ? (choice.parentesco_id ?? null) : null;
  if (choice.vinculo === 'familiar') {
    const known = relationshipId !== null && (await catalogLabels(ctx.db, kinships)).has(relationshipId);
    if (!known) throw invalid([{ field: 'parentesco_id', message: 'Elige el parentesco de la lista.' }]);
  }
  await decide(ctx, pair, { state: 'vinculada', link: choice.vinculo, relationshipId });
  await audit(ctx, 'vincular', 'coincidencia', id, { link: choice.vinculo });
}

/** Ignorar con motivo: the pair does not come up again. Raises 404, 403, 409 STALE. */
export async function ignorePair(ctx: Context, id: number, choice: IgnoreChoice): Promise<void> {
  const pair = await holdPair(ctx, id, choice.version, ['pendiente']);
  await decide(ctx, pair, { state: 'ignorada', reason: choice.motivo });
  await audit(ctx, 'ignorar', 'coincidencia', id);
}

/** Reopens a linked or ignored pair. Raises 404, 403, 409 STALE. */
export async function reopenPair(ctx: Context, id: number, version: number): Promise<void> {
  const pair = await holdPair(ctx, id, version, ['vinculada', 'ignorada']);
  await decide(ctx, pair, {
    state: 'pendiente',
    link: null,
    relationshipId: null,
    reason: null,
    decidedBy: null,
    decidedAt: null,
  });
  await audit(ctx, 'reabrir', 'coincidencia', id);
}

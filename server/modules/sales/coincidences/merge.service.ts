import { SALE } from '#contract/sales/sale/rules.ts';
import { updatePerson } from '#server/modules/sales/people/people.service.ts';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, rows, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, notFound } from '#server/kernel/errors.ts';
import { coincidences } from './coincidences.table.ts';
import { people, type PersonValues } from '#server/modules/sales/people/people.table.ts';
import { personMerges } from './coincidences.table.ts';
import { recordPersonChanges } from '#server/modules/sales/people/changes.service.ts';
import { findPerson, type PersonRow } from '#server/modules/sales/people/reading.service.ts';
import { hidePerson, showPerson } from '#server/modules/sales/sale/search.service.ts';
import { moveReferences, returnReferences } from './references.ts';

const cannotMerge = (message: string) => conflict('CANNOT_MERGE', message);
const cannotUndo = (message: string) => conflict('CANNOT_UNDO', message);

/** Only the person's own columns. */
export const valuesOf = (one: PersonValues): PersonValues => ({
  name: one.name,
  documentType: one.documentType,
  documentNumber: one.documentNumber,
  documentKey: one.documentKey,
  phone: one.phone,
  email: one.email,
});

/**
 * Why the caller may not merge or unmerge a person; null when allowed. With a sale under review it needs
 * ventas.aprobar.
 */
export function whyNotMerge(one: Pick<PersonRow, 'mayEdit' | 'mayApprove' | 'underReview'>): string | null {
  if (one.mayApprove) return null;
  if (!one.mayEdit) return 'También lo atiende otra persona: pídelo a coordinación.';
  return one.underReview ? 'Ya tiene una venta en revisión: pídelo a coordinación.' : null;
}

/**
 * Merges two people: every row that references `mergedId` references `survivorId` from now on, who gets `values`. Runs
 * in the caller's transaction; person_merges stores the data for undoing. Raises 404, 403, 409 CANNOT_MERGE. Returns
 * the merge's id.
 */
export async function mergePeople(
  ctx: Context,
  { survivorId, mergedId, values }: { survivorId: number; mergedId: number; values: PersonValues },
): Promise<number> {
  const [survivor, merged] = await lockBoth(ctx, survivorId, mergedId);
  await refuseWebDraft(ctx, [survivor, merged]);
  const moved = await moveReferences(ctx, mergedId, survivorId).catch((error: unknown) => {
    // Both people are in the same list, where a person may appear only once.
    if (violatedConstraint(error))
      throw cannotMerge(
        'Las dos personas figuran juntas en un mismo registro: sepáralas primero, o vincúlalas.',
      );
    throw error;
  });
  const before = valuesOf(survivor);
  const pairs = await moveCoincidences(ctx, survivorId, mergedId);
  await updatePerson(ctx, survivorId, { ...values, version: survivor.version + 1 });
  await updatePerson(ctx, mergedId, { mergedIntoId: survivorId, version: merged.version + 1 });
  await hidePerson(ctx.db, mergedId);
  await recordPersonChanges(ctx, survivorId, before, values);
  const [made] = await ctx.db
    .insert(personMerges)
    .values({
      survivorId,
      mergedId,
      moved,
      before,
      after: values,
      coincidences: pairs,
      mergedBy: staffOf(ctx).userId,
      mergedAt: ctx.now,
    })
    .returning({ id: personMerges.id });
  await announce(ctx, { record: 'persona', id: survivorId, verb: 'fusionada', values: { mergedId } });
  await audit(ctx, 'fusionar', 'persona', survivorId, { mergedId, mergeId: made!.id });
  return made!.id;
}

/** Locks both rows in a fixed order. The caller needs full access to each person. */
async function lockBoth(ctx: Context, survivorId: number, mergedId: number): Promise<[PersonRow, PersonRow]> {
  const held: PersonRow[] = [];
  for (const id of [survivorId, mergedId].toSorted((a, b) => a - b)) {
    const one = await findPerson(ctx, id, { lock: true });
    if (!one) throw notFound();
    held.push(one);
  }
  for (const one of held) {
    if (!one.mayEdit && !one.mayApprove) throw forbidden();
    const reason = whyNotMerge(one);
    if (reason) throw cannotMerge(reason);
  }
  return held[0]!.id === survivorId ? [held[0]!, held[1]!] : [held[1]!, held[0]!];
}

/**
 * The browser of an unsent web form may write its person's name, telephone and email. After a merge, its visitor could
 * change another person's data and receive that person's codes. So such a person is not merged.
 */
async function refuseWebDraft(ctx: Context, both: readonly PersonRow[]): Promise<void> {
  const found = await row<{ id: number; personId: number }>(
    ctx.db,
    sql`select id, person_id "personId" from sales where person_id in (${both[0]!.id}, ${both[1]!.id})
      and state_id = ${SALE.draft} and started_by is not null order by id limit 1`,
  );
  const name = both.find(({ id }) => id === found?.personId)?.name;
  if (found)
    throw cannotMerge(
      `${name} tiene un formulario en línea sin enviar (borrador ${found.id}): espera a que lo envíe, o márcalo como desistido.`,
    );
}

/** Deletes the merged person's pairs; decisions about them are moved to the remaining person. */
async function moveCoincidences(ctx: Context, survivorId: number, mergedId: number) {
  const removed = await rows<Record<string, unknown> & { state: string }>(
    ctx.db,
    sql`delete from coincidences where (left_id = ${mergedId} or right_id = ${mergedId})
      and not (left_id = ${Math.min(survivorId, mergedId)} and right_id = ${Math.max(survivorId, mergedId)}) returning *`,
  );
  const added: number[] = [];
  for (const one of removed.filter(({ state }) => state === 'vinculada' || state === 'ignorada')) {
    const other = Number(one['left_id']) === mergedId ? Number(one['right_id']) : Number(one['left_id']);
    const made = await rows<{ id: number }>(
      ctx.db,
      sql`insert into coincidences (left_id, right_id, score, reasons, state, link, relationship_id, reason, decided_by, decided_at, found_at)
        select ${Math.min(survivorId, other)}, ${Math.max(survivorId, other)}, score, reasons, state, link, relationship_id, reason,
          decided_by, decided_at, found_at from jsonb_populate_record(null::coincidences, ${JSON.stringify(one)}::jsonb)
        on conflict do nothing returning id`,
    );
    added.push(...made.map(({ id }) => id));
  }
  return { removed, added };
}

/**
 * Undoes a merge: returns exactly the rows that it moved and restores both people. Records added to the remaining
 * person since then stay there. Raises 404, 403, 409 CANNOT_UNDO with the reason. Returns the id of the restored
 * person.
 */
export async function undoMerge(ctx: Context, mergeId: number): Promise<number> {
  const [merge] = await ctx.db
    .select()
    .from(personMerges)
    .where(eq(personMerges.id, mergeId))
    .for('no key update');
  if (!merge) throw notFound();
  const { survivorId, mergedId } = merge;
  if (merge.undoneAt) throw cannotUndo('Esta fusión ya se deshizo.');
  const [held] = await ctx.db
    .select({ mergedIntoId: people.mergedIntoId })
    .from(people)
    .where(eq(people.id, survivorId))
    .for('no key update');
  if (held?.mergedIntoId) {
    const outer = await findPerson(ctx, held.mergedIntoId);
    if (!outer) throw notFound();
    throw cannotUndo(`Después se fusionó con ${outer.name}: deshaz primero esa fusión.`);
  }
  const survivor = await findPerson(ctx, survivorId, { lock: true });
  if (!survivor) throw notFound();
  if (!survivor.mayEdit && !survivor.mayApprove) throw forbidden();
  const reason = whyNotMerge(survivor) ?? (await whyNotUndo(ctx, merge, survivor));
  if (reason) throw cannotUndo(reason);

  if (!(await returnReferences(ctx, merge.moved, { from: survivorId, to: mergedId })))
    throw cannotUndo('Algunos registros que se movieron ya cambiaron de persona: no se puede deshacer.');
  await updatePerson(ctx, survivorId, { ...valuesOf(merge.before), version: survivor.version + 1 });
  await updatePerson(ctx, mergedId, { mergedIntoId: null, version: sql`${people.version} + 1` });
  await showPerson(ctx.db, mergedId);
  await recordPersonChanges(ctx, survivorId, merge.after, valuesOf(merge.before));
  await returnCoincidences(ctx, merge);
  await ctx.db
    .update(personMerges)
    .set({ undoneBy: staffOf(ctx).userId, undoneAt: ctx.now })
    .where(eq(personMerges.id, mergeId));
  await announce(ctx, { record: 'persona', id: survivorId, verb: 'separada', values: { mergedId } });
  await audit(ctx, 'deshacer fusión', 'persona', survivorId, { mergedId, mergeId });
  return mergedId;
}

type Merge = typeof personMerges.$inferSelect;

/** Later changes that undoing would lose, as a reason; null if there are none. */
export async function whyNotUndo(
  ctx: Pick<Context, 'db'>,
  merge: Pick<Merge, 'id' | 'survivorId' | 'after'>,
  survivor: PersonValues,
): Promise<string | null> {
  const [later] = await ctx.db
    .select({ name: people.name })
    .from(personMerges)
    .innerJoin(people, eq(people.id, personMerges.mergedId))
    .where(
      and(
        eq(personMerges.survivorId, merge.survivorId),
        isNull(personMerges.undoneAt),
        gt(personMerges.id, merge.id),
      ),
    )
    .orderBy(desc(personMerges.id))
    .limit(1);
  if (later) return `Después se fusionó también con ${later.name}: deshaz primero esa fusión.`;
  const now = valuesOf(survivor);
  const same = (Object.keys(now) as (keyof PersonValues)[]).every((key) => now[key] === merge.after[key]);
  return same
    ? null
    : 'Los datos de la persona cambiaron después de la fusión: ya no se puede deshacer sin perderlos.';
}

async function returnCoincidences(
  ctx: Context,
  { survivorId, mergedId, coincidences: kept }: Merge,
): Promise<void> {
  if (kept.added.length > 0)
    await ctx.db.execute(sql`delete from coincidences where id = any(${sql.param(kept.added)}::bigint[])`);
  if (kept.removed.length > 0)
    await ctx.db.execute(
      sql`insert into coincidences select * from jsonb_populate_recordset(null::coincidences, ${JSON.stringify(kept.removed)}::jsonb)
        on conflict do nothing`,
    );
  const [left, right] = [Math.min(survivorId, mergedId), Math.max(survivorId, mergedId)];
  await ctx.db
    .update(coincidences)
    .set({ state: 'pendiente', decidedBy: null, decidedAt: null, version: sql`${coincidences.version} + 1` })
    .where(
      and(
        eq(coincidences.leftId, left),
        eq(coincidences.rightId, right),
        eq(coincidences.state, 'fusionada'),
      ),
    );
}

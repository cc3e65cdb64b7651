import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { panamaInstant } from '#contract/dates.ts';
import type { SectionName, StopReason } from '#contract/works/diary/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { arrivalOf } from './arrival.ts';
import { holdChain } from './chain.service.ts';
import { diaries, diaryEntries } from './diary.table.ts';

/** An entry of a diary that was kept elsewhere. */
export interface ImportedEntry {
  projectId: number;
  typeId: number;
  day: string;
  section: SectionName;
  text: string;
  count: number | null;
  reason: StopReason | null;
  hours: number | null;
}

/** The identity of an imported entry, as a uuid: what a file tells twice is stored once. */
export function importedId({
  projectId,
  typeId,
  day,
  section,
  text,
}: Omit<ImportedEntry, 'count' | 'reason' | 'hours'>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([projectId, typeId, day, section, text.toLowerCase()]))
    .digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export type KnownEntry = Pick<typeof diaryEntries.$inferSelect, 'id' | 'count' | 'reason' | 'hours'>;

/** The entries of these projects that an import made, by their identity: a phone's has version 4, an imported one 5. */
export async function importedEntries(
  ctx: Pick<Context, 'db'>,
  projectIds: readonly number[],
): Promise<Map<string, KnownEntry>> {
  const { id, clientId, count, reason, hours } = diaryEntries;
  const found = await ctx.db
    .select({ id, clientId, count, reason, hours })
    .from(diaryEntries)
    .innerJoin(diaries, eq(diaries.id, diaryEntries.diaryId))
    .where(and(inArray(diaries.projectId, [0, ...projectIds]), sql`substr(${clientId}::text, 15, 1) = '5'`));
  return new Map(found.map(({ clientId: key, ...entry }) => [key, entry]));
}

/** Notes an entry of an old diary, as written at noon of its day; into a sealed day it comes as an addendum. Returns its id. */
export async function importEntry(ctx: Context, one: ImportedEntry): Promise<number> {
  const { projectId, typeId, day, ...told } = one;
  await holdChain(ctx.db, projectId, typeId);
  const { told: diary, sealedInId } = await arrivalOf(ctx, { projectId, typeId }, day);
  const [made] = await ctx.db
    .insert(diaryEntries)
    .values({
      ...told,
      diaryId: diary.id,
      sealedInId,
      clientId: importedId(one),
      authorId: staffOf(ctx).userId,
      writtenAt: panamaInstant(day, '12:00'),
      receivedAt: ctx.now,
    })
    .returning({ id: diaryEntries.id });
  await audit(ctx, 'importar', 'bitacora', diary.id, { entry: made!.id, section: one.section, day });
  await announce(ctx, { record: 'bitacora', id: diary.id, verb: 'anotar' });
  return made!.id;
}

/** Takes imported entries away. Returns false, and does nothing, when a seal covers one or one was corrected. */
export async function takeBackEntries(ctx: Context, ids: readonly number[]): Promise<boolean> {
  const chains = await ctx.db
    .selectDistinct({ projectId: diaries.projectId, typeId: diaries.typeId })
    .from(diaryEntries)
    .innerJoin(diaries, eq(diaries.id, diaryEntries.diaryId))
    .where(inArray(diaryEntries.id, [...ids]))
    .orderBy(diaries.projectId, diaries.typeId);
  for (const { projectId, typeId } of chains) await holdChain(ctx.db, projectId, typeId);
  const free = await ctx.db
    .select({ id: diaryEntries.id, diaryId: diaryEntries.diaryId })
    .from(diaryEntries)
    .innerJoin(diaries, eq(diaries.id, diaryEntries.sealedInId))
    .where(and(inArray(diaryEntries.id, [...ids]), isNull(diaries.sealedAt), eq(diaryEntries.version, 1)));
  if (free.length < new Set(ids).size) return false;
  await ctx.db.delete(diaryEntries).where(inArray(diaryEntries.id, [...ids]));
  const opened = [...new Set(free.map(({ diaryId }) => diaryId))];
  await ctx.db
    .delete(diaries)
    .where(
      and(
        inArray(diaries.id, opened),
        sql`not exists (select from diary_entries e where diaries.id in (e.diary_id, e.sealed_in_id))`,
        sql`not exists (select from comments c where c.reference = 'bitacora' and c.reference_id = diaries.id)`,
        sql`not exists (select from files f where f.reference = 'bitacora' and f.reference_id = diaries.id)`,
      ),
    );
  for (const id of opened) await audit(ctx, 'deshacer importación', 'bitacora', id);
  return true;
}

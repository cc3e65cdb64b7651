import { and, asc, eq, gte, sql, type SQL } from 'drizzle-orm';
import type { DiaryEntry } from '#contract/works/diary/model.ts';
import { lostDaysOf, type Stop, type ToldDay } from '#contract/works/diary/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { entriesInReach } from './diary.scope.ts';
import { diaries, diaryEntries } from './diary.table.ts';

/** Rain and stops per day and reason; the longest of what several people wrote. */
export const stopsOf = (db: Db, where: SQL) =>
  db
    .select({
      id: diaries.id,
      fecha: diaries.day,
      motivo: sql<NonNullable<DiaryEntry['motivo']>>`${diaryEntries.reason}`,
      horas: sql<number>`max(${diaryEntries.hours})`.mapWith(Number),
    })
    .from(diaryEntries)
    .innerJoin(diaries, eq(diaries.id, diaryEntries.diaryId))
    .where(and(eq(diaryEntries.section, 'paro'), where))
    .groupBy(diaries.id, diaries.day, diaryEntries.reason)
    .orderBy(asc(diaries.day), asc(diaryEntries.reason));

/** What stopped a project's works, by its diaries; the longest of what each tells of a day and a reason. */
async function stopsOfProject(db: Db, projectId: number, where: SQL = sql`true`): Promise<Stop[]> {
  const found = await stopsOf(db, and(eq(diaries.projectId, projectId), where)!);
  const days = Map.groupBy(found, ({ fecha, motivo }) => `${fecha} ${motivo}`);
  return [...days.values()].map((told) => ({
    fecha: told[0]!.fecha,
    motivo: told[0]!.motivo,
    horas: Math.max(...told.map(({ horas }) => horas)),
  }));
}

/** The days that a project loses, as its diaries tell them; of one type of contract and from a day, if they are given. */
export const lostDays = async (
  db: Db,
  { projectId, typeId, startsOn }: { projectId: number; typeId?: number; startsOn?: string },
): Promise<ToldDay[]> =>
  lostDaysOf(
    await stopsOfProject(
      db,
      projectId,
      and(
        typeId === undefined ? undefined : eq(diaries.typeId, typeId),
        startsOn === undefined ? undefined : gte(diaries.day, startsOn),
      ),
    ),
  );

/** The same with reason and hours, of the entries that the caller reaches. */
export async function listLostDays(ctx: Context, projectId: number, typeId: number | undefined) {
  const stops = await stopsOfProject(
    ctx.db,
    projectId,
    and(typeId === undefined ? undefined : eq(diaries.typeId, typeId), entriesInReach(ctx, 'bitacora.ver')),
  );
  const lost = new Set(lostDaysOf(stops).map(({ day }) => day));
  return stops.map((stop) => ({ ...stop, perdido: lost.has(stop.fecha) }));
}

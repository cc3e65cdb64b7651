import { alias } from 'drizzle-orm/pg-core';
import { and, asc, between, eq, sql, type SQL } from 'drizzle-orm';
import type { Diary, DiaryEntry } from '#contract/works/diary/model.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { diariesInReach, entriesInReach } from './diary.scope.ts';
import { diaries, diaryEntries } from './diary.table.ts';

const sealedIn = alias(diaries, 'sealed_in');

/** Entries in the caller's scope with photographs, in the order of arrival. */
export async function findEntries(ctx: Context, where: SQL): Promise<DiaryEntry[]> {
  const found = await ctx.db
    .select({
      entry: diaryEntries,
      author: users.name,
      sealedOn: sealedIn.day,
      photos: sql<
        string[]
      >`array(select p.file_id::text from diary_photos p where p.entry_id = ${diaryEntries.id} order by 1)`,
    })
    .from(diaryEntries)
    .innerJoin(users, eq(users.id, diaryEntries.authorId))
    .innerJoin(sealedIn, eq(sealedIn.id, diaryEntries.sealedInId))
    .where(and(where, entriesInReach(ctx, 'bitacora.ver')))
    .orderBy(asc(diaryEntries.id));
  return found.map(({ entry, author, sealedOn, photos }) => ({
    id: entry.id,
    diario_id: entry.diaryId,
    cliente_id: entry.clientId,
    seccion: entry.section,
    texto: entry.text,
    cantidad: entry.count,
    motivo: entry.reason,
    horas: entry.hours,
    contrato_id: entry.contractId,
    autor: { id: entry.authorId, name: author },
    escrita_a: entry.writtenAt.toISOString(),
    recibida_a: entry.receivedAt.toISOString(),
    reloj_adelantado: entry.writtenAt.getTime() > entry.receivedAt.getTime() + 5 * 60_000,
    adenda_del: entry.sealedInId === entry.diaryId ? null : sealedOn,
    clima: entry.weather,
    lugar:
      entry.latitude === null || entry.longitude === null
        ? null
        : { latitud: entry.latitude, longitud: entry.longitude },
    fotos: photos.map((id) => ({ id, url: fileUrl(ctx, id) })),
    version: entry.version,
  }));
}

const daysIn = (ctx: Context, where: SQL | undefined) =>
  ctx.db
    .select()
    .from(diaries)
    .where(and(where, diariesInReach(ctx, 'bitacora.ver')))
    .orderBy(asc(diaries.day), asc(diaries.typeId));

const dayOf = (row: typeof diaries.$inferSelect) => ({
  id: row.id,
  proyecto_id: row.projectId,
  tipo_contrato_id: row.typeId,
  fecha: row.day,
  sellada_a: row.sealedAt?.toISOString() ?? null,
  huella: row.hash,
});

export async function findDiary(ctx: Context, id: number): Promise<Diary | undefined> {
  const [row] = await daysIn(ctx, eq(diaries.id, id));
  return row && { ...dayOf(row), entradas: await findEntries(ctx, eq(diaryEntries.diaryId, id)) };
}

export async function listDays(ctx: Context, projectId: number, typeId: number, from: string, to: string) {
  const found = await ctx.db
    .select({
      row: diaries,
      entries: sql<number>`(select count(*) from ${diaryEntries} where diary_entries.diary_id = diaries.id and ${entriesInReach(ctx, 'bitacora.ver') ?? sql`true`})::int`,
    })
    .from(diaries)
    .where(
      and(
        eq(diaries.projectId, projectId),
        eq(diaries.typeId, typeId),
        between(diaries.day, from, to),
        diariesInReach(ctx, 'bitacora.ver'),
      ),
    )
    .orderBy(asc(diaries.day))
    .limit(92);
  return found.map(({ row, entries }) => ({ ...dayOf(row), entradas: entries }));
}

/** Whether somebody wrote on that day; with a house, in a diary of the types of contracts that cover it. */
export async function hasEntry(
  ctx: Context,
  given: {
    proyecto_id: number;
    fecha: string;
    tipo_contrato_id?: number | undefined;
    vivienda_id?: number | undefined;
  },
): Promise<boolean> {
  const found = await ctx.db
    .select({ id: diaryEntries.id })
    .from(diaryEntries)
    .innerJoin(diaries, eq(diaries.id, diaryEntries.diaryId))
    .where(
      and(
        eq(diaries.projectId, given.proyecto_id),
        eq(diaries.day, given.fecha),
        given.tipo_contrato_id === undefined ? undefined : eq(diaries.typeId, given.tipo_contrato_id),
        given.vivienda_id === undefined
          ? undefined
          : sql`exists (select from contract_houses h join contracts c on c.id = h.contract_id
              where h.house_id = ${given.vivienda_id} and c.project_id = ${diaries.projectId} and c.type_id = ${diaries.typeId})`,
        entriesInReach(ctx, 'bitacora.ver'),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** The diaries of a day, once for each contract of their type that the caller reaches. */
export const diariesWithContracts = (ctx: Context, projectId: number, day: string) =>
  ctx.db
    .select({
      id: diaries.id,
      created_at: diaries.day,
      proyecto_id: diaries.projectId,
      tipo_contrato_id: diaries.typeId,
      contrato: { id: contracts.id, nombre: contracts.name },
    })
    .from(diaries)
    .leftJoin(
      contracts,
      and(
        eq(contracts.projectId, diaries.projectId),
        eq(contracts.typeId, diaries.typeId),
        contractsInReach(ctx, 'bitacora.ver'),
      ),
    )
    .where(and(eq(diaries.projectId, projectId), eq(diaries.day, day), diariesInReach(ctx, 'bitacora.ver')))
    .orderBy(asc(diaries.id), asc(contracts.id));

/** Rain and stops per day and reason, as the diary tells them; the longest of what several people wrote. */
export const daysLostOf = (db: Db, projectId: number, typeId: number, where: SQL = sql`true`) =>
  db
    .select({
      fecha: diaries.day,
      motivo: sql<NonNullable<DiaryEntry['motivo']>>`${diaryEntries.reason}`,
      horas: sql<number>`max(${diaryEntries.hours})`.mapWith(Number),
    })
    .from(diaryEntries)
    .innerJoin(diaries, eq(diaries.id, diaryEntries.diaryId))
    .where(
      and(
        eq(diaries.projectId, projectId),
        eq(diaries.typeId, typeId),
        eq(diaryEntries.section, 'paro'),
        where,
      ),
    )
    .groupBy(diaries.day, diaryEntries.reason)
    .orderBy(asc(diaries.day), asc(diaryEntries.reason));

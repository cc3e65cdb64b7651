import { alias } from 'drizzle-orm/pg-core';
import { and, asc, desc, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm';
import { contractTypes } from '#contract/company/catalogs/worksLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import type { DiaryFilter } from '#contract/works/diary/endpoints.ts';
import type { Diary, DiaryDay, DiaryEntry } from '#contract/works/diary/model.ts';
import { clockFault, missingSections } from '#contract/works/diary/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { containing, inOrder } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { diariesInReach, entriesInReach } from './diary.scope.ts';
import { diaries, diaryEntries } from './diary.table.ts';
import { historyOf } from './history.queries.ts';
import { stopsOf } from './lostDays.service.ts';

const sealedIn = alias(diaries, 'sealed_in');
const editable = (ctx: Context) =>
  scopeOf(ctx, 'bitacora.editar') ? (entriesInReach(ctx, 'bitacora.editar') ?? sql`true`) : sql`false`;

/** Entries in the caller's scope with photographs, in the order of arrival. */
export async function findEntries(ctx: Context, where: SQL): Promise<DiaryEntry[]> {
  const found = await ctx.db
    .select({
      entry: diaryEntries,
      day: diaries.day,
      author: users.name,
      sealedOn: sealedIn.day,
      sealedAt: sealedIn.sealedAt,
      mine: sql<boolean>`(${editable(ctx)})`,
      contract: { nombre: contracts.name },
      contractor: partners.name,
      photos: sql<
        { id: string; at: string | null }[]
      >`(select coalesce(json_agg(json_build_object('id', p.file_id, 'at', p.taken_at) order by p.position, p.file_id), '[]')
        from diary_photos p where p.entry_id = ${diaryEntries.id})`,
    })
    .from(diaryEntries)
    .innerJoin(diaries, eq(diaries.id, diaryEntries.diaryId))
    .innerJoin(users, eq(users.id, diaryEntries.authorId))
    .innerJoin(sealedIn, eq(sealedIn.id, diaryEntries.sealedInId))
    .leftJoin(contracts, eq(contracts.id, diaryEntries.contractId))
    .leftJoin(partners, eq(partners.id, contracts.contractorId))
    .where(and(where, entriesInReach(ctx, 'bitacora.ver')))
    .orderBy(asc(diaryEntries.id));
  return found.map(({ entry, day, author, sealedOn, sealedAt, mine, contract, contractor, photos }) => {
    const ahead = entry.writtenAt.getTime() > entry.receivedAt.getTime() + 5 * 60_000;
    return {
      id: entry.id,
      diario_id: entry.diaryId,
      cliente_id: entry.clientId,
      fecha: day,
      seccion: entry.section,
      texto: entry.text,
      cantidad: entry.count,
      motivo: entry.reason,
      horas: entry.hours,
      contrato_id: entry.contractId,
      contrato:
        entry.contractId === null || !contract
          ? null
          : { id: entry.contractId, nombre: contract.nombre, contratista: contractor ?? '' },
      autor: { id: entry.authorId, name: author },
      escrita_a: entry.writtenAt.toISOString(),
      recibida_a: entry.receivedAt.toISOString(),
      reloj_adelantado: ahead,
      reloj: clockFault(
        entry.clockOffset || (ahead ? (entry.receivedAt.getTime() - entry.writtenAt.getTime()) / 1000 : 0),
      ),
      adenda_del: entry.sealedInId === entry.diaryId ? null : sealedOn,
      clima: entry.weather,
      lugar:
        entry.latitude === null || entry.longitude === null
          ? null
          : { latitud: entry.latitude, longitud: entry.longitude },
      fotos: photos.map(({ id, at }) => ({
        id,
        url: fileUrl(ctx, id),
        tomada_a: at && new Date(at).toISOString(),
      })),
      version: entry.version,
      corregible: mine && sealedAt === null,
    };
  });
}

/** A day of a diary in the caller's scope with all that is known of it. */
export async function findDiary(ctx: Context, id: number): Promise<Diary | undefined> {
  const [found] = await ctx.db
    .select({ row: diaries, project: projects.name })
    .from(diaries)
    .innerJoin(projects, eq(projects.id, diaries.projectId))
    .where(and(eq(diaries.id, id), diariesInReach(ctx, 'bitacora.ver')));
  if (!found) return undefined;
  const { row, project } = found;
  const types = await catalogLabels(ctx.db, contractTypes);
  const entries = await findEntries(ctx, eq(diaryEntries.diaryId, id));
  const reaches = (permission: 'bitacora.crear' | 'bitacora.aprobar' | 'bitacora.exportar') => {
    const reach = ctx.staff?.colleague ? scopeOf(ctx, permission) : null;
    return reach?.scope === 'todo' || (reach?.projectIds.includes(row.projectId) ?? false);
  };
  const seal = reaches('bitacora.aprobar') && row.sealedAt === null && row.day <= panamaDay(ctx.now);
  return {
    id,
    proyecto_id: row.projectId,
    tipo_contrato_id: row.typeId,
    proyecto: { id: row.projectId, name: project },
    tipo: { id: row.typeId, name: types.get(row.typeId) ?? '' },
    fecha: row.day,
    sellada_a: row.sealedAt?.toISOString() ?? null,
    huella: row.hash,
    eslabon: row.link,
    entradas: entries,
    recibidas: await findEntries(
      ctx,
      and(eq(diaryEntries.sealedInId, id), sql`${diaryEntries.diaryId} <> ${id}`)!,
    ),
    historia: ctx.staff?.colleague ? await historyOf(ctx.db, id) : [],
    falta: row.sealedAt ? [] : missingSections(entries.map(({ seccion }) => seccion)),
    ...(await neighbours(ctx, row)),
    puede: {
      anotar: reaches('bitacora.crear'),
      sellar: seal,
      exportar: reaches('bitacora.exportar'),
      comentar: ctx.staff?.colleague === true,
    },
  };
}

async function neighbours(ctx: Context, { projectId, typeId, day }: typeof diaries.$inferSelect) {
  const beside = async (to: 'before' | 'after') => {
    const [one] = await ctx.db
      .select({ id: diaries.id })
      .from(diaries)
      .where(
        and(
          eq(diaries.projectId, projectId),
          eq(diaries.typeId, typeId),
          to === 'before' ? sql`${diaries.day} < ${day}` : sql`${diaries.day} > ${day}`,
          diariesInReach(ctx, 'bitacora.ver'),
        ),
      )
      .orderBy(to === 'before' ? desc(diaries.day) : asc(diaries.day))
      .limit(1);
    return one?.id ?? null;
  };
  return { anterior: await beside('before'), siguiente: await beside('after') };
}

const ORDER = { fecha: diaries.day, id: diaries.id };

const matching = (ctx: Context, query: DiaryFilter): SQL | undefined => {
  const entry = (where: SQL) =>
    sql`exists (select from ${diaryEntries} where diary_entries.diary_id = diaries.id and ${where} and ${entriesInReach(ctx, 'bitacora.ver') ?? sql`true`})`;
  return and(
    diariesInReach(ctx, 'bitacora.ver'),
    query.proyecto_id === undefined ? undefined : eq(diaries.projectId, query.proyecto_id),
    query.tipo_contrato_id === undefined ? undefined : eq(diaries.typeId, query.tipo_contrato_id),
    query.desde === undefined ? undefined : gte(diaries.day, query.desde),
    query.hasta === undefined ? undefined : lte(diaries.day, query.hasta),
    query.texto
      ? entry(sql`searchable(diary_entries.text) like searchable(${containing(query.texto)})`)
      : undefined,
    query.con_paro ? entry(sql`diary_entries.section = 'paro'`) : undefined,
    query.sin_anotar ? sql`not ${entry(sql`true`)}` : undefined,
  );
};

/** A page of days in the caller's scope, the newest first by default, and the total. */
export async function pageOfDays(
  ctx: Context,
  query: DiaryFilter,
): Promise<{ list: DiaryDay[]; total: number }> {
  const where = matching(ctx, query);
  const total = await ctx.db.$count(diaries, where);
  const found = await ctx.db
    .select({ row: diaries, project: projects.name })
    .from(diaries)
    .innerJoin(projects, eq(projects.id, diaries.projectId))
    .where(where)
    .orderBy(inOrder(query, ORDER, diaries.id, ['fecha', 'desc']))
    .limit(query.per_page)
    .offset(offsetOf(query));
  const types = await catalogLabels(ctx.db, contractTypes);
  const told = await toldOf(
    ctx,
    found.map(({ row }) => row.id),
  );
  return {
    total,
    list: found.map(({ row, project }) => ({
      id: row.id,
      fecha: row.day,
      proyecto: { id: row.projectId, name: project },
      tipo: { id: row.typeId, name: types.get(row.typeId) ?? '' },
      sellada_a: row.sealedAt?.toISOString() ?? null,
      ...(told.get(row.id) ?? NOTHING),
    })),
  };
}

type Told = Pick<DiaryDay, 'entradas' | 'adendas' | 'personas' | 'fotos' | 'trabajo' | 'paros'>;
const NOTHING: Told = { entradas: 0, adendas: 0, personas: 0, fotos: 0, trabajo: '', paros: [] };

/** What days tell, of the entries that the caller reaches. */
async function toldOf(ctx: Context, ids: readonly number[]): Promise<Map<number, Told>> {
  if (ids.length === 0) return new Map();
  const found = await ctx.db
    .select({
      diaryId: diaryEntries.diaryId,
      entradas: sql<number>`count(*)::int`,
      adendas: sql<number>`(count(*) filter (where sealed_in_id <> diary_id))::int`,
      personas: sql<number>`coalesce(sum(count) filter (where section = 'personal'), 0)::int`,
      fotos: sql<number>`coalesce(sum((select count(*) from diary_photos p where p.entry_id = diary_entries.id)), 0)::int`,
      trabajo: sql<string>`coalesce(left(string_agg(text, '. ' order by id) filter (where section = 'trabajo'), 500), '')`,
    })
    .from(diaryEntries)
    .where(and(inArray(diaryEntries.diaryId, [...ids]), entriesInReach(ctx, 'bitacora.ver')))
    .groupBy(diaryEntries.diaryId);
  const stops = await stopsOf(
    ctx.db,
    and(inArray(diaries.id, [...ids]), entriesInReach(ctx, 'bitacora.ver'))!,
  );
  return new Map(
    found.map(({ diaryId, ...one }) => [
      diaryId,
      {
        ...one,
        paros: stops.filter(({ id }) => id === diaryId).map(({ motivo, horas }) => ({ motivo, horas })),
      },
    ]),
  );
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

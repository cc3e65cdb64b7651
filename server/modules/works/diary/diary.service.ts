import { and, eq } from 'drizzle-orm';
import { panamaDay, showDay } from '#contract/dates.ts';
import { contractTypes } from '#contract/company/catalogs/worksLists.ts';
import {
  missingOf,
  type Diary,
  type DiaryEntry,
  type EntryChange,
  type NewEntry,
} from '#contract/works/diary/model.ts';
import { isTooOld, TOLD_BACK } from '#contract/works/diary/rules.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { addFiles } from '#server/modules/company/files/files.service.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { partnerOf } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { arrivalOf } from './arrival.ts';
import { holdChain, sealUntil } from './chain.service.ts';
import { findDiary, findEntries } from './diary.queries.ts';
import { diariesInReach, entriesInReach } from './diary.scope.ts';
import { diaries, diaryEntries, diaryPhotos } from './diary.table.ts';
import { stampWeather } from './stamp.ts';

/**
 * Stores an entry once, whenever and in whatever order it arrives. A day in the future comes from a wrong clock: the entry
 * is kept under today with both times. Raises 422 at its field, 409 ENTRY_TAKEN when the id belongs to someone else's entry.
 */
export async function recordEntry(ctx: Context, sent: NewEntry): Promise<DiaryEntry> {
  const { userId } = staffOf(ctx);
  if (!(await projectInReach(ctx, sent.proyecto_id, 'bitacora.crear')))
    throw invalid([{ field: 'proyecto_id', message: 'Elige uno de tus proyectos.' }]);
  const faults: { field: string; message: string }[] = [...missingOf(sent)];
  if (!(await isOffered(ctx.db, contractTypes, sent.tipo_contrato_id)))
    faults.push({ field: 'tipo_contrato_id', message: 'Elige uno de los tipos de contrato.' });
  const today = panamaDay(ctx.now);
  if (isTooOld(sent.fecha, today, TOLD_BACK.byHand))
    faults.push({
      field: 'fecha',
      message: 'Escribe un día del último año. Lo anterior se importa de Excel.',
    });
  const contract = await whyNotContract(ctx, sent);
  if (contract) faults.push({ field: 'contrato_id', message: contract });
  if (faults.length > 0) throw invalid(faults);

  const chain = { projectId: sent.proyecto_id, typeId: sent.tipo_contrato_id };
  await holdChain(ctx.db, chain.projectId, chain.typeId);
  const [known] = await ctx.db.select().from(diaryEntries).where(eq(diaryEntries.clientId, sent.cliente_id));
  if (known) {
    if (known.authorId !== userId)
      throw new Refused(409, 'ENTRY_TAKEN', 'Esta anotación ya la envió otra persona.');
    // Unless somebody corrected it since, a repeat says the same.
    if (known.version === 1 && !saysTheSame(known, sent))
      throw new Refused(
        409,
        'ENTRY_TAKEN',
        'Esta anotación ya se guardó con otro texto. Corrígela en su día.',
      );
    return (await findEntries(ctx, eq(diaryEntries.id, known.id)))[0] ?? missing();
  }
  const { told, sealedInId } = await arrivalOf(ctx, chain, sent.fecha < today ? sent.fecha : today);
  const [made] = await ctx.db
    .insert(diaryEntries)
    .values({
      diaryId: told.id,
      sealedInId,
      clientId: sent.cliente_id,
      contractId: sent.contrato_id ?? null,
      section: sent.seccion,
      ...columnsOf(sent.seccion, sent),
      authorId: userId,
      writtenAt: new Date(sent.escrita_a),
      clockOffset: sent.desfase_s ?? 0,
      receivedAt: ctx.now,
      latitude: sent.latitud ?? null,
      longitude: sent.longitud ?? null,
    })
    .returning({ id: diaryEntries.id });
  const { id } = made!;
  const photos = ctx.uploads.get('fotos') ?? [];
  if (photos.length > 0) {
    const owner = { reference: 'bitacora', referenceId: told.id, sensitive: false };
    const ids = await addFiles(
      ctx,
      photos.map((photo) => [owner, photo] as const),
    );
    await ctx.db.insert(diaryPhotos).values(
      ids.map((fileId, position) => ({
        entryId: id,
        fileId,
        position,
        takenAt: sent.tomadas[position] ? new Date(sent.tomadas[position]) : null,
      })),
    );
  }
  await stampWeather(ctx.db, [sealedInId]);
  await audit(ctx, 'crear', 'bitacora', told.id, { entry: id, section: sent.seccion, day: told.day });
  await announce(ctx, { record: 'bitacora', id: told.id, verb: 'anotar' });
  return (await findEntries(ctx, eq(diaryEntries.id, id)))[0] ?? missing();
}

/** Corrects an entry. Raises 404, 422, 409 DAY_SEALED, 409 STALE. */
export async function changeEntry(ctx: Context, id: number, sent: EntryChange): Promise<DiaryEntry> {
  const mine = and(eq(diaryEntries.id, id), entriesInReach(ctx, 'bitacora.editar'));
  const [place] = await ctx.db
    .select({ projectId: diaries.projectId, typeId: diaries.typeId })
    .from(diaryEntries)
    .innerJoin(diaries, eq(diaries.id, diaryEntries.sealedInId))
    .where(mine);
  if (!place) throw notFound();
  await holdChain(ctx.db, place.projectId, place.typeId);
  const [found] = await ctx.db
    .select({ entry: diaryEntries, sealedAt: diaries.sealedAt })
    .from(diaryEntries)
    .innerJoin(diaries, eq(diaries.id, diaryEntries.sealedInId))
    .where(mine);
  if (!found) throw notFound();
  const { entry: before, sealedAt } = found;
  if (sealedAt)
    throw new Refused(409, 'DAY_SEALED', 'Este día ya está sellado. Anota la corrección como una adenda.');
  if (sent.version !== before.version) throw conflict('STALE', undefined, { version: before.version });
  const faults = missingOf({ ...sent, seccion: before.section });
  if (faults.length > 0) throw invalid(faults);
  const after = columnsOf(before.section, sent);
  await ctx.db
    .update(diaryEntries)
    .set({ ...after, version: before.version + 1 })
    .where(eq(diaryEntries.id, id));
  const { text, count, reason, hours } = before;
  await audit(ctx, 'cambiar', 'bitacora', before.diaryId, {
    entry: id,
    before: { text, count, reason, hours },
    after,
  });
  await announce(ctx, { record: 'bitacora', id: before.diaryId, verb: 'cambiar' });
  return (await findEntries(ctx, eq(diaryEntries.id, id)))[0] ?? missing();
}

/** Seals the chain up to a diary's day. Sealing a sealed day changes nothing. Raises 404, 409 TOO_EARLY. */
export async function sealDiary(ctx: Context, id: number): Promise<Diary> {
  const [found] = await ctx.db
    .select()
    .from(diaries)
    .where(and(eq(diaries.id, id), diariesInReach(ctx, 'bitacora.aprobar')));
  if (!found) throw notFound();
  if (found.day > panamaDay(ctx.now))
    throw conflict('TOO_EARLY', 'Ese día aún no llega: séllalo cuando pase.');
  await sealUntil(ctx, found, found.day);
  return (await findDiary(ctx, id)) ?? missing();
}

const missing = (): never => {
  throw notFound();
};

const saysTheSame = (known: typeof diaryEntries.$inferSelect, sent: NewEntry) =>
  known.section === sent.seccion &&
  Object.entries(columnsOf(sent.seccion, sent)).every(
    ([name, value]) => known[name as 'text' | 'count' | 'reason' | 'hours'] === value,
  );

/** Numbers stay only in the sections that have them. */
const columnsOf = (
  section: DiaryEntry['seccion'],
  sent: Pick<EntryChange, 'texto' | 'cantidad' | 'motivo' | 'horas'>,
) => ({
  text: sent.texto,
  count: section === 'personal' || section === 'equipo' ? (sent.cantidad ?? null) : null,
  reason: section === 'paro' ? sent.motivo! : null,
  hours: section === 'paro' || section === 'equipo' ? (sent.horas ?? null) : null,
});

/**
 * Why an entry may not name its contract; null if it may, or names none. A rescinded contract takes what happened until the
 * day of its rescission. Who works for a contractor writes only of a contract of that company.
 */
async function whyNotContract(ctx: Context, sent: NewEntry): Promise<string | null> {
  const own = ctx.staff?.colleague ? null : await partnerOf(ctx, staffOf(ctx).userId);
  if (sent.contrato_id === undefined)
    return ctx.staff?.colleague ? null : 'Elige uno de los contratos de tu empresa.';
  const [found] = await ctx.db
    .select({
      name: contracts.name,
      contractorId: contracts.contractorId,
      stateId: contracts.stateId,
      since: contracts.stateSince,
    })
    .from(contracts)
    .where(
      and(
        eq(contracts.id, sent.contrato_id),
        eq(contracts.projectId, sent.proyecto_id),
        eq(contracts.typeId, sent.tipo_contrato_id),
      ),
    );
  if (!found || (!ctx.staff?.colleague && found.contractorId !== own))
    return 'Elige un contrato de este proyecto y de este tipo.';
  const ended = found.stateId === CONTRACT_STATE.rescinded && found.since ? panamaDay(found.since) : null;
  return ended && sent.fecha > ended
    ? `«${found.name}» se rescindió el ${showDay(ended)}: elige otro contrato o ninguno.`
    : null;
}

import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { InspectionData, NewInspection } from '#contract/care/handover/model.ts';
import { HANDOVER as S, OPEN_PUNCH, PUNCH, punchDue } from '#contract/care/handover/rules.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, transitionRefused } from '#server/kernel/errors.ts';
import { addFiles } from '#server/modules/company/files/files.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { mayInspect } from './handover.scope.ts';
import {
  handoverInspections,
  handoverPhotos,
  handovers,
  houseKeys,
  inspectionKeys,
  inspectionMeters,
  inspectionPoints,
  punchItems,
} from './handover.table.ts';
import { moveHandover, type HandoverRecord } from './move.service.ts';
import { lockInReach } from './handover.service.ts';
import { responsibleOf } from './responsible.service.ts';

/** A tablet's clock may be a day off. */
const CLOCK_DAYS = 1;

/**
 * Keeps an inspection with the buyer, whole: points with photographs, meters, keys, and what the buyer says. Observed points
 * become the punch list; a point that is right closes its item. A refusal keeps the list and gives no keys. An inspection that
 * arrives again changes nothing. Raises 404, 403, 409 KEY_USED, 422 TRANSITION and at the field.
 */
export async function inspectHandover(
  ctx: Context,
  id: number,
  { clave, datos }: NewInspection,
): Promise<void> {
  const { handover, sale } = await lockInReach(ctx, id);
  if (!mayInspect(ctx, sale)) throw forbidden();
  const { userId } = staffOf(ctx);
  const [known] = await ctx.db.select().from(handoverInspections).where(eq(handoverInspections.key, clave));
  if (known) {
    if (known.handoverId === id && known.inspectorId === userId) return;
    throw keyUsed();
  }
  if (handover.stateId !== S.scheduled && handover.stateId !== S.inspecting)
    throw transitionRefused(
      handover.stateId === S.refused
        ? 'El comprador no la recibió: programa otra inspección primero.'
        : handover.stateId === S.signing
          ? 'El acta ya se envió a firmar: retírala antes de inspeccionar otra vez.'
          : 'Esta entrega ya terminó.',
    );
  if (datos.fecha > addDays(panamaDay(ctx.now), CLOCK_DAYS))
    throw invalid([{ field: 'datos[fecha]', message: 'El reloj de la tableta está adelantado.' }]);
  const inspectionId = await insert(ctx, handover, clave, datos);
  await keepPhotos(ctx, id, inspectionId, datos);
  await keepKeys(ctx, handover.houseId, datos);
  await followPoints(ctx, handover, inspectionId, datos);
  const refused = datos.respuesta === 'rechaza';
  if (handover.stateId === S.scheduled) await moveHandover(ctx, handover, S.inspecting);
  else await announce(ctx, { record: 'entrega', id, verb: 'inspeccionar', of: ['precontrato', sale.id] });
  if (refused) {
    const [now] = await ctx.db.select().from(handovers).where(eq(handovers.id, id));
    await moveHandover(ctx, now!, S.refused, { reason: datos.motivo! }, datos.motivo);
    await notify(ctx, {
      kind: 'entrega_cambio',
      to: await whoMay(ctx.db, 'ventas.entregar', sale.projectId),
      text: `El comprador no recibió la vivienda (${handover.code}): ${datos.motivo}`,
      url: `/oficina/entregas/${id}`,
      event: `entrega:${id}:rechazada:${handover.round}`,
    });
  }
  await audit(ctx, 'inspeccionar', 'entrega', id, {
    inspeccion: inspectionId,
    respuesta: datos.respuesta,
    observados: datos.puntos.filter(({ resultado }) => resultado === 'observado').length,
  });
}

const keyUsed = () => conflict('KEY_USED', 'Esta inspección ya se envió para otra entrega. Hazla de nuevo.');

async function insert(
  ctx: Context,
  { id, round }: HandoverRecord,
  key: string,
  datos: InspectionData,
): Promise<number> {
  try {
    const [made] = await ctx.db
      .insert(handoverInspections)
      .values({
        handoverId: id,
        key,
        round,
        onDay: datos.fecha,
        inspectorId: staffOf(ctx).userId,
        attended: datos.asistio,
        answer: datos.respuesta,
        reason: datos.motivo || null,
        manual: datos.manual,
        rules: datos.reglamento,
        createdAt: ctx.now,
      })
      .returning({ id: handoverInspections.id });
    const inspectionId = made!.id;
    await ctx.db.insert(inspectionPoints).values(
      datos.puntos.map((one, position) => ({
        inspectionId,
        position,
        room: one.ambiente,
        point: one.punto,
        part: one.parte,
        ok: one.resultado === 'bien',
        severity: one.resultado === 'bien' ? null : one.gravedad!,
        text: one.resultado === 'bien' ? null : one.texto!,
      })),
    );
    if (datos.medidores.length > 0)
      await ctx.db.insert(inspectionMeters).values(
        datos.medidores.map(({ tipo, numero, lectura }) => ({
          inspectionId,
          kind: tipo,
          number: numero,
          reading: lectura,
        })),
      );
    if (datos.llaves.length > 0)
      await ctx.db
        .insert(inspectionKeys)
        .values(
          datos.llaves.map(({ nombre, cantidad }) => ({ inspectionId, name: nombre, count: cantidad })),
        );
    return inspectionId;
  } catch (error) {
    switch (violatedConstraint(error)) {
      case 'handover_inspections_key':
        throw keyUsed();
      case 'handover_meters_inspection_id_kind_pk':
        throw invalid([{ field: 'datos[medidores]', message: 'Anota cada medidor una sola vez.' }]);
      case 'handover_keys_inspection_id_name_pk':
        throw invalid([{ field: 'datos[llaves]', message: 'Anota cada llave una sola vez.' }]);
      default:
        throw error;
    }
  }
}

/** Keeps the photographs of the request, each with the point or meter that names its place. */
async function keepPhotos(
  ctx: Context,
  handoverId: number,
  inspectionId: number,
  { puntos, medidores }: InspectionData,
): Promise<void> {
  const uploads = ctx.uploads.get('fotos') ?? [];
  const of = new Map<number, { pointPosition?: number; meter?: 'luz' | 'agua' }>();
  for (const [position, { fotos }] of puntos.entries())
    for (const at of fotos) of.set(at, { pointPosition: position });
  for (const { tipo, fotos } of medidores) for (const at of fotos) of.set(at, { meter: tipo });
  const named = uploads.map((upload, at) => ({ upload, of: of.get(at) }));
  if (named.some((one) => one.of === undefined) || of.size > uploads.length)
    throw invalid([{ field: 'fotos', message: 'Faltan fotografías, o alguna no es de ningún punto.' }]);
  if (named.length === 0) return;
  const ids = await addFiles(
    ctx,
    named.map(
      ({ upload }) => [{ reference: 'entrega', referenceId: handoverId, sensitive: false }, upload] as const,
    ),
  );
  await ctx.db
    .insert(handoverPhotos)
    .values(ids.map((fileId, at) => ({ fileId, inspectionId, ...named[at]!.of })));
}

/** A key that nobody had counted is there now; more than there were means that there are more. */
async function keepKeys(ctx: Context, houseId: number, { llaves, respuesta }: InspectionData): Promise<void> {
  if (respuesta === 'rechaza' || llaves.length === 0) return;
  await ctx.db
    .insert(houseKeys)
    .values(llaves.map(({ nombre, cantidad }) => ({ houseId, name: nombre, total: cantidad })))
    .onConflictDoUpdate({
      target: [houseKeys.houseId, houseKeys.name],
      set: { total: sql`greatest(${houseKeys.total}, excluded.total)` },
    });
}

/** The punch list after an inspection: what is observed opens or changes its item, what is right closes it. */
async function followPoints(
  ctx: Context,
  handover: HandoverRecord,
  inspectionId: number,
  { puntos, fecha }: InspectionData,
): Promise<void> {
  const { userId } = staffOf(ctx);
  const open = await ctx.db
    .select()
    .from(punchItems)
    .where(and(eq(punchItems.handoverId, handover.id), inArray(punchItems.stateId, [...OPEN_PUNCH])))
    .for('no key update');
  const itemOf = new Map(open.map((one) => [`${one.room} ${one.point}`, one]));
  const answers = await responsibleOf(ctx.db, handover.houseId);
  for (const one of puntos) {
    const item = itemOf.get(`${one.ambiente} ${one.punto}`);
    if (one.resultado === 'bien') {
      if (!item) continue;
      await ctx.db
        .update(punchItems)
        .set({
          stateId: PUNCH.verified,
          verifiedAt: ctx.now,
          verifiedBy: userId,
          doneAt: item.doneAt ?? ctx.now,
          // Who inspects has not corrected it: the one who did may be unknown, never the inspector.
          doneBy: item.doneBy === userId ? null : item.doneBy,
          version: item.version + 1,
        })
        .where(eq(punchItems.id, item.id));
      await announcePunch(ctx, handover.id, item.id, item.stateId, PUNCH.verified);
      continue;
    }
    const found = { severity: one.gravedad!, text: one.texto! };
    if (item) {
      await ctx.db
        .update(punchItems)
        .set({ ...found, stateId: PUNCH.pending, doneAt: null, doneBy: null, version: item.version + 1 })
        .where(eq(punchItems.id, item.id));
      if (item.stateId !== PUNCH.pending)
        await announcePunch(ctx, handover.id, item.id, item.stateId, PUNCH.pending, one.texto);
      continue;
    }
    const [made] = await ctx.db
      .insert(punchItems)
      .values({
        ...found,
        handoverId: handover.id,
        houseId: handover.houseId,
        inspectionId,
        room: one.ambiente,
        point: one.punto,
        part: one.parte,
        stateId: PUNCH.pending,
        contractId: answers(one.parte),
        dueOn: punchDue(fecha),
        createdAt: ctx.now,
      })
      .returning({ id: punchItems.id });
    await announcePunch(ctx, handover.id, made!.id, null, PUNCH.pending);
  }
}

const announcePunch = (
  ctx: Context,
  handoverId: number,
  id: number,
  from: number | null,
  to: number,
  reason?: string,
) => announce(ctx, { record: 'pendiente_entrega', id, from, to, of: ['entrega', handoverId], reason });

/** Sets the keys that there are of a house. Raises 404, 403, 422 at a key of which the family already has more. */
export async function changeHouseKeys(
  ctx: Context,
  id: number,
  { llaves }: { llaves: readonly { nombre: string; cantidad: number }[] },
): Promise<void> {
  const { handover, sale } = await lockInReach(ctx, id);
  if (!mayInspect(ctx, sale)) throw forbidden();
  const names = llaves.map(({ nombre }) => nombre.toLowerCase());
  const twice = names.findIndex((one, at) => names.indexOf(one) !== at);
  if (twice >= 0)
    throw invalid([{ field: `llaves[${twice}][nombre]`, message: 'Esta llave ya está arriba.' }]);
  const before = await ctx.db.select().from(houseKeys).where(eq(houseKeys.houseId, handover.houseId));
  for (const { name, handed } of before) {
    const at = llaves.findIndex(({ nombre }) => nombre === name);
    if (handed > 0 && (at < 0 || llaves[at]!.cantidad < handed))
      throw invalid([
        {
          field: `llaves[${Math.max(at, 0)}][cantidad]`,
          message: `El comprador ya tiene ${handed} de «${name}».`,
        },
      ]);
  }
  await ctx.db
    .delete(houseKeys)
    .where(
      and(
        eq(houseKeys.houseId, handover.houseId),
        eq(houseKeys.handed, 0),
        ...llaves.map(({ nombre }) => ne(houseKeys.name, nombre)),
      ),
    );
  for (const { nombre, cantidad } of llaves)
    await ctx.db
      .insert(houseKeys)
      .values({ houseId: handover.houseId, name: nombre, total: cantidad })
      .onConflictDoUpdate({ target: [houseKeys.houseId, houseKeys.name], set: { total: cantidad } });
  await announce(ctx, { record: 'entrega', id, verb: 'cambiar', of: ['precontrato', sale.id] });
  await audit(ctx, 'cambiar', 'entrega', id, {
    before: { llaves: before.map(({ name, total }) => `${name}: ${total}`) },
    after: { llaves: llaves.map(({ nombre, cantidad }) => `${nombre}: ${cantidad}`) },
  });
}

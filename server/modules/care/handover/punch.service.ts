import { eq, sql } from 'drizzle-orm';
import { changePunchStatus } from '#contract/care/handover/endpoints.ts';
import type { PunchChange, PunchItem } from '#contract/care/handover/model.ts';
import { OPEN_PUNCH, PUNCH, punchMachine } from '#contract/care/handover/rules.ts';
import { urlOf } from '#contract/endpoint.ts';
import { actionOf, offersOf, type StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { addFiles } from '#server/modules/company/files/files.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { handoverPhotos, inspectionPoints, punchItems } from './handover.table.ts';
import { asPhoto, photosOf } from './photos.queries.ts';
import { findOnePunch, presentPunchRow, type FoundPunch } from './punch.queries.ts';
import { contractsOfHouse } from './responsible.service.ts';

type Columns = Partial<typeof punchItems.$inferInsert>;

/** Why an item is not reported corrected, or null. */
const whyNotCorrect = ({ stateId }: Pick<FoundPunch, 'stateId'>): string | null =>
  stateId === PUNCH.pending
    ? null
    : stateId === PUNCH.done
      ? 'Ya se reportó corregido: espera que alguien lo verifique.'
      : 'Este pendiente ya terminó.';

/** One item as the caller sees it. Raises 404. */
export async function presentPunch(ctx: Context, id: number): Promise<PunchItem> {
  const found = await findOnePunch(ctx, id);
  if (!found) throw notFound();
  const [point] = await ctx.db
    .select({ position: inspectionPoints.position })
    .from(inspectionPoints)
    .where(
      sql`${inspectionPoints.inspectionId} = ${found.inspectionId} and ${inspectionPoints.room} = ${found.room} and ${inspectionPoints.point} = ${found.point}`,
    );
  const photos = await photosOf(ctx, { inspections: [found.inspectionId], items: [id] });
  const hands = reaches(ctx, 'ventas.entregar', found);
  return {
    ...presentPunchRow(found),
    photos: photos
      .filter(({ itemId, pointPosition }) => itemId === null && pointPosition === point?.position)
      .map(asPhoto),
    done_photos: photos.filter(({ itemId }) => itemId === id).map(asPhoto),
    done_by: found.doneName,
    done_note: found.doneNote,
    contracts: hands ? await contractsOfHouse(ctx.db, found.houseId) : [],
    may_edit: hands && OPEN_PUNCH.includes(found.stateId),
    correct: actionOf(whyNotCorrect(found)),
    transitions: offersOf(
      punchMachine,
      found.stateId,
      { own: found.doneBy === staffOf(ctx).userId },
      urlOf(changePunchStatus, { params: { id } }),
      (permission) => reaches(ctx, permission, found),
    ),
  };
}

/** Locks an item in the caller's reach. Raises 404. */
async function lockPunch(ctx: Context, id: number): Promise<FoundPunch> {
  await ctx.db.execute(sql`select from punch_items where id = ${id} for no key update`);
  const found = await findOnePunch(ctx, id);
  if (!found) throw notFound();
  return found;
}

async function move(
  ctx: Acting,
  one: Pick<FoundPunch, 'id' | 'stateId' | 'version' | 'handoverId'>,
  to: number,
  set: Columns,
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(punchItems)
    .set({ ...set, stateId: to, version: one.version + 1 })
    .where(eq(punchItems.id, one.id));
  await announce(ctx, {
    record: 'pendiente_entrega',
    id: one.id,
    from: one.stateId,
    to,
    of: ['entrega', one.handoverId],
    reason,
  });
  await audit(ctx, 'cambiar_estado', 'pendiente_entrega', one.id, { from: one.stateId, to });
}

/** Changes what an open item says, its day and the contract that answers. Raises 404, 403, 409 STALE, 422. */
export async function changePunch(ctx: Context, id: number, form: PunchChange): Promise<void> {
  const one = await lockPunch(ctx, id);
  if (!reaches(ctx, 'ventas.entregar', one)) throw forbidden();
  if (form.version !== one.version) throw conflict('STALE', undefined, { version: one.version });
  if (!OPEN_PUNCH.includes(one.stateId)) throw transitionRefused('Este pendiente ya terminó.');
  const contracts = await contractsOfHouse(ctx.db, one.houseId);
  const contract = contracts.find((each) => each.id === form.contrato_id);
  if (form.contrato_id !== null && !contract)
    throw invalid([{ field: 'contrato_id', message: 'Ese contrato no construyó esta vivienda.' }]);
  await ctx.db
    .update(punchItems)
    .set({
      severity: form.gravedad,
      text: form.texto,
      contractId: form.contrato_id,
      dueOn: form.vence,
      version: one.version + 1,
    })
    .where(eq(punchItems.id, id));
  await announce(ctx, { record: 'pendiente_entrega', id, verb: 'cambiar', of: ['entrega', one.handoverId] });
  await audit(ctx, 'cambiar', 'pendiente_entrega', id, {
    before: { gravedad: one.severity, texto: one.text, contrato: one.contract, vence: one.dueOn },
    after: {
      gravedad: form.gravedad,
      texto: form.texto,
      contrato: contract?.name ?? null,
      vence: form.vence,
    },
  });
}

/** Reports an item corrected, with a photograph; the buyer or a colleague verifies it. Raises 404, 422. */
export async function correctPunch(
  ctx: Context,
  id: number,
  { nota }: { nota?: string | undefined },
): Promise<void> {
  const one = await lockPunch(ctx, id);
  const refusal = whyNotCorrect(one);
  if (refusal) throw transitionRefused(refusal);
  const uploads = ctx.uploads.get('fotos') ?? [];
  if (uploads.length === 0) throw invalid([{ field: 'fotos', message: 'Adjunta al menos una fotografía.' }]);
  const ids = await addFiles(
    ctx,
    uploads.map(
      (upload) => [{ reference: 'pendiente_entrega', referenceId: id, sensitive: false }, upload] as const,
    ),
  );
  await ctx.db.insert(handoverPhotos).values(ids.map((fileId) => ({ fileId, itemId: id })));
  await move(ctx, one, PUNCH.done, {
    doneAt: ctx.now,
    doneBy: staffOf(ctx).userId,
    doneNote: nota || null,
  });
  await notify(ctx, {
    kind: 'entrega_cambio',
    to: await whoMay(ctx.db, 'ventas.entregar', one.projectId),
    text: `${one.house}, ${one.room}: «${one.text}» está corregido, falta verificarlo.`,
    url: `/oficina/pendientes-de-entrega?pendiente=${id}`,
    event: `pendiente_entrega:${id}:corregido:${one.version}`,
  });
}

/** Verifies, returns or voids an item. Raises 404, 403, 409 STALE, 422. */
export async function changePunchState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const one = await lockPunch(ctx, id);
  const { userId } = staffOf(ctx);
  checkTransition(punchMachine, one, change, { own: one.doneBy === userId }, (permission) =>
    reaches(ctx, permission, one),
  );
  const to = change.estado_id;
  await move(
    ctx,
    one,
    to,
    to === PUNCH.verified
      ? { verifiedAt: ctx.now, verifiedBy: userId }
      : to === PUNCH.pending
        ? { doneAt: null, doneBy: null, doneNote: null }
        : {},
    change.motivo,
  );
}

/** The buyer confirms a corrected item, or returns it. Raises 404 for another sale's, 422. */
export async function verifyMine(
  ctx: Context,
  id: number,
  { bien, motivo }: { bien: '1' | '0'; motivo?: string | undefined },
): Promise<{ success: string; redirect: string }> {
  await ctx.db.execute(sql`select from punch_items where id = ${id} for no key update`);
  const [one] = (
    await ctx.db.execute<{
      id: number;
      stateId: number;
      version: number;
      handoverId: number;
      code: string;
    }>(
      sql`select i.id::int id, i.state_id "stateId", i.version, i.handover_id::int "handoverId", s.code from punch_items i
        join handovers h on h.id = i.handover_id join sales s on s.id = h.sale_id
        where i.id = ${id} and h.sale_id = any(${sql.param([...(ctx.client?.saleIds ?? [])])}::bigint[])`,
    )
  ).rows;
  if (!one) throw notFound();
  if (one.stateId !== PUNCH.done) throw transitionRefused('Este pendiente no espera tu respuesta.');
  const redirect = `/clientes/mi-compra/${one.code}`;
  if (bien === '1') {
    await move(ctx, one, PUNCH.verified, { verifiedAt: ctx.now });
    return { success: 'Gracias: quedó verificado.', redirect };
  }
  if (!motivo) throw invalid([{ field: 'motivo', message: 'Escribe qué falta.' }]);
  await move(ctx, one, PUNCH.pending, { doneAt: null, doneBy: null, doneNote: null }, motivo);
  return { success: 'Gracias: lo revisaremos otra vez.', redirect };
}

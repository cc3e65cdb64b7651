import { asc, desc, eq, inArray } from 'drizzle-orm';
import { ACTA_PATH, changeHandoverStatus } from '#contract/care/handover/endpoints.ts';
import type { Handover, HandoverInspection } from '#contract/care/handover/model.ts';
import {
  HANDOVER as S,
  HANDOVER_LABELS,
  handoverMachine,
  OPEN_HANDOVERS,
} from '#contract/care/handover/rules.ts';
import { urlOf } from '#contract/endpoint.ts';
import { ENVELOPE_LABELS, SIGNER } from '#contract/legal/envelopes/rules.ts';
import { actionOf, offersOf } from '#contract/transitions.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { namedStates, statesOf } from '#server/modules/company/staff/history.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { offeredRepresentatives } from '#server/modules/legal/representatives/offered.service.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { whyNotDecide } from './handover.service.ts';
import { findHandover, presentRow } from './handover.queries.ts';
import { mayInspect } from './handover.scope.ts';
import {
  handoverInspections,
  handovers,
  houseKeys,
  inspectionKeys,
  inspectionMeters,
  inspectionPoints,
} from './handover.table.ts';
import { handoverFacts } from './move.service.ts';
import { asPhoto, photosOf } from './photos.queries.ts';
import { punchOf } from './punch.queries.ts';

const named = (id: number): string => HANDOVER_LABELS[id] ?? '';

/** One delivery as the caller sees it. Raises 404. */
export async function presentHandover(ctx: Context, id: number): Promise<Handover> {
  const found = await findHandover(ctx, id);
  if (!found) throw notFound();
  const [handover] = await ctx.db.select().from(handovers).where(eq(handovers.id, id));
  const states = await statesOf(ctx.db, 'entrega', [id]);
  const envelope = handover!.envelopeId === null ? undefined : await envelopeOf(ctx.db, 'entrega', id);
  const asked = envelope?.signers.find(({ stateId }) => stateId === SIGNER.asked);
  const [decider] =
    handover!.earlyDecidedBy === null
      ? []
      : await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, handover!.earlyDecidedBy));
  const inspections = await inspectionsOf(ctx, id);
  const keys = await ctx.db
    .select()
    .from(houseKeys)
    .where(eq(houseKeys.houseId, found.houseId))
    .orderBy(asc(houseKeys.name));
  const hands = reaches(ctx, 'ventas.entregar', found);
  return {
    ...presentRow(found),
    reason: handover!.reason,
    early_reason: handover!.earlyReason,
    early_by: decider ? `${decider.name}: ${handover!.earlyAnswer}` : null,
    decide:
      handover!.earlyReason !== null &&
      handover!.earlyApproved === null &&
      reaches(ctx, 'ventas.aprobar', found)
        ? actionOf(whyNotDecide(handover!, staffOf(ctx).userId))
        : null,
    inspections,
    punch: await punchOf(ctx, id),
    keys: keys.map(({ name, total, handed }) => ({ name, total, handed })),
    may_edit: hands && found.stateId === S.scheduled,
    may_inspect: mayInspect(ctx, found) && OPEN_HANDOVERS.includes(found.stateId),
    envelope: envelope
      ? {
          id: envelope.envelope.id,
          state: { id: envelope.envelope.stateId, name: ENVELOPE_LABELS[envelope.envelope.stateId] ?? '' },
          signer_id: asked?.id ?? null,
          turn: asked?.name ?? null,
        }
      : null,
    acta: inspections.some(({ answer }) => answer !== 'rechaza')
      ? ACTA_PATH.replace(':id', String(id))
      : null,
    imported: handover!.imported,
    representatives: hands && found.stateId === S.inspecting ? await representativesFor(ctx) : [],
    history: namedStates(states, id, named),
    transitions: offersOf(
      handoverMachine,
      found.stateId,
      await handoverFacts(ctx, handover!),
      urlOf(changeHandoverStatus, { params: { id } }),
      (permission) => reaches(ctx, permission, found),
    ),
  };
}

/** Representatives of the company who may sign today. */
const representativesFor = async (ctx: Context) =>
  (await offeredRepresentatives(ctx))
    .filter(({ whyNot }) => whyNot === null)
    .map(({ id, name }) => ({ id, name }));

/** The inspections of a delivery, the newest first, whole. */
async function inspectionsOf(ctx: Context, handoverId: number): Promise<HandoverInspection[]> {
  const made = await ctx.db
    .select({ one: handoverInspections, by: users.name })
    .from(handoverInspections)
    .innerJoin(users, eq(users.id, handoverInspections.inspectorId))
    .where(eq(handoverInspections.handoverId, handoverId))
    .orderBy(desc(handoverInspections.id));
  const ids = [0, ...made.map(({ one }) => one.id)];
  const points = await ctx.db
    .select()
    .from(inspectionPoints)
    .where(inArray(inspectionPoints.inspectionId, ids))
    .orderBy(asc(inspectionPoints.inspectionId), asc(inspectionPoints.position));
  const meters = await ctx.db
    .select()
    .from(inspectionMeters)
    .where(inArray(inspectionMeters.inspectionId, ids))
    .orderBy(desc(inspectionMeters.kind));
  const keys = await ctx.db
    .select()
    .from(inspectionKeys)
    .where(inArray(inspectionKeys.inspectionId, ids))
    .orderBy(asc(inspectionKeys.name));
  const photos = await photosOf(ctx, { inspections: ids });
  return made.map(({ one, by }) => {
    const mine = <R extends { inspectionId: number | null }>(rows: readonly R[]) =>
      rows.filter(({ inspectionId }) => inspectionId === one.id);
    return {
      id: one.id,
      round: one.round,
      on: one.onDay,
      by,
      attended: one.attended,
      answer: one.answer,
      reason: one.reason,
      manual: one.manual,
      rules: one.rules,
      points: mine(points).map(({ room, point, ok, severity, text, position }) => ({
        room,
        point,
        ok,
        severity,
        text,
        photos: mine(photos)
          .filter((photo) => photo.pointPosition === position)
          .map(asPhoto),
      })),
      meters: mine(meters).map(({ kind, number, reading }) => ({
        kind,
        number,
        reading,
        photos: mine(photos)
          .filter(({ meter }) => meter === kind)
          .map(asPhoto),
      })),
      keys: mine(keys).map(({ name, count }) => ({ name, count })),
    };
  });
}

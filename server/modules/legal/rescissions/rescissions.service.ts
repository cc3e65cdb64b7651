import { and, eq } from 'drizzle-orm';
import { addDays, endOfDay, panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { ENVELOPE } from '#contract/legal/envelopes/rules.ts';
import {
  RESCISSION_PAPER,
  type RescissionAct,
  type RescissionForm,
} from '#contract/legal/rescissions/endpoints.ts';
import { hasEnded, isRescindable, SALE } from '#contract/sales/sale/rules.ts';
import { actionOf } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { touch, type Follower } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { voidEnvelope } from '#server/modules/legal/envelopes/close.service.ts';
import { envelopes } from '#server/modules/legal/envelopes/envelopes.table.ts';
import { openEnvelope } from '#server/modules/legal/envelopes/open.service.ts';
import { lockSaleFor } from '#server/modules/legal/promises/draft.service.ts';
import { saleColumns } from '#server/modules/legal/promises/last.service.ts';
import {
  representativeFor,
  representativesFor,
} from '#server/modules/legal/promises/representative.service.ts';
import { RESCISSION_DROPPED } from '#server/modules/sales/ending/rescission.service.ts';
import { rescissions } from '#server/modules/sales/ending/rescissions.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { composeAct, figuresOf, materialOf, rescissionOf, summaryOf } from './act.service.ts';
import { rescissionPapers } from './rescissionPapers.table.ts';

const SIGN_DAYS_MOST = 90;
const list = (labels: readonly string[]) => labels.join(', ');

/** A sale within the caller's legal scope. Raises 404. */
export async function saleInCounsel(ctx: Context, saleId: number) {
  const [sale] = await ctx.db
    .select(saleColumns)
    .from(sales)
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'legal.ver')));
  if (!sale) throw notFound();
  return sale;
}

/** The rescission of a sale as a legal act; null without one. Raises 404. */
export async function presentAct(ctx: Context, saleId: number): Promise<RescissionAct | null> {
  const sale = await saleInCounsel(ctx, saleId);
  const found = await rescissionOf(ctx.db, saleId);
  if (!found) return null;
  const { rescission, paper } = found;
  const figures = await figuresOf(ctx.db, saleId);
  const { missing } = await materialOf(ctx, rescission, sale, figures, null);
  const nameOf = async (id: number) =>
    (await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, id)))[0]?.name ?? '';
  const writes = reaches(ctx, 'legal.aprobar', sale);
  const shown = paper ?? figures;
  return {
    reason: rescission.reason,
    prepared: { by: await nameOf(rescission.preparedBy), at: rescission.preparedAt.toISOString() },
    decided:
      rescission.decidedBy !== null && rescission.decidedAt !== null
        ? { by: await nameOf(rescission.decidedBy), at: rescission.decidedAt.toISOString() }
        : null,
    noticed_on: shown.noticedOn,
    paid_centavos: shown.paidCents,
    bank_rejected: figures.bankRejected,
    penalty_percent: paper?.penaltyPercent ?? figures.percent,
    penalty_centavos: shown.penaltyCents,
    refund_centavos: shown.paidCents - shown.penaltyCents,
    missing: paper ? [] : missing,
    document_url: urlOf({ path: RESCISSION_PAPER }, { params: { id: saleId } }),
    kept: paper !== null,
    envelope_id: paper?.envelopeId ?? null,
    representatives: writes && !paper ? await representativesFor(ctx, sale.priceCents) : [],
    sign_by: addDays(panamaDay(ctx.now), (await readSettings(ctx.db)).promises.signingDays),
    compose: writes && !paper ? actionOf(whyNotCompose(sale, rescission, missing)) : null,
  };
}

const whyNotCompose = (
  sale: { stateId: number },
  rescission: { decidedAt: Date | null },
  missing: readonly string[],
): string | null =>
  rescission.decidedAt !== null || !isRescindable(sale.stateId)
    ? 'La rescisión ya se decidió, o la venta ya no se rescinde.'
    : missing.length > 0
      ? `Falta: ${list(missing)}.`
      : null;

/**
 * Keeps the document of a prepared rescission with the figures of now and, if the parties sign it here, sends it. Raises 404,
 * 403, 409 KEPT, 422 with the reason or at a field.
 */
export async function composeRescission(ctx: Context, saleId: number, form: RescissionForm): Promise<void> {
  const sale = await lockSaleFor(ctx, saleId);
  if (!reaches(ctx, 'legal.aprobar', sale)) throw forbidden();
  const found = await rescissionOf(ctx.db, saleId);
  if (!found) throw transitionRefused('Prepara primero la rescisión de la venta.');
  if (found.paper) throw conflict('KEPT', 'El documento de esta rescisión ya está guardado.');
  const today = panamaDay(ctx.now);
  if (form.firman && (form.firmar_hasta < today || form.firmar_hasta > addDays(today, SIGN_DAYS_MOST)))
    throw invalid([
      { field: 'firmar_hasta', message: `Da de 0 a ${SIGN_DAYS_MOST} días para firmar, desde hoy.` },
    ]);
  const representative = await representativeFor(ctx, form.representante_id, sale.priceCents);
  const figures = await figuresOf(ctx.db, saleId);
  const material = await materialOf(ctx, found.rescission, sale, figures, representative);
  const refusal = whyNotCompose(sale, found.rescission, material.missing);
  if (refusal || figures.noticedOn === null)
    throw transitionRefused(refusal ?? 'Falta el aviso de incumplimiento con su fecha entre los documentos.');
  const bytes = await composeAct(ctx, found.rescission, sale, figures, material, representative, true);
  const stored = await ctx.files.keep(bytes, `rescision-${sale.code}.pdf`, 'application/pdf');
  const fileId = await addFile(
    ctx,
    { reference: 'precontrato', referenceId: saleId, sensitive: true },
    stored,
  );
  const envelopeId = form.firman
    ? await openEnvelope(ctx, {
        record: null,
        recordId: null,
        saleId,
        title: `Rescisión de ${sale.code}`,
        fileId,
        summary: summaryOf(found.rescission.reason, figures),
        signers: [
          ...material.frozen.buyers
            .filter(({ role }) => role === 'comprador')
            .map(({ buyer_id }) => ({
              role: 'comprador' as const,
              buyerId: buyer_id,
              attorney: material.attorneys.find(({ buyerId }) => buyerId === buyer_id) ?? null,
            })),
          { role: 'promotora' as const, representativeId: form.representante_id },
        ],
        expiresAt: endOfDay(form.firmar_hasta),
        initials: true,
        amountCents: sale.priceCents,
      })
    : null;
  await ctx.db.insert(rescissionPapers).values({
    rescissionId: found.rescission.id,
    noticedOn: figures.noticedOn,
    paidCents: figures.paidCents,
    penaltyPercent: figures.percent,
    penaltyCents: figures.penaltyCents,
    fileId,
    envelopeId,
    createdBy: staffOf(ctx).userId,
    createdAt: ctx.now,
  });
  touch(ctx, ['precontrato', saleId]);
  await audit(ctx, 'componer_rescision', 'precontrato', saleId, {
    envelopeId,
    paidCents: figures.paidCents,
    penaltyCents: figures.penaltyCents,
  });
}

/** A rescission that is dropped, or decided before all signed, or whose sale ends, takes its open envelope along. */
export const rescissionFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to, verb }) {
    if (verb === RESCISSION_DROPPED) await closeOpen(ctx, id, 'Se retiró la rescisión.');
    else if (to === SALE.rescinded) await closeOpen(ctx, id, 'La rescisión se decidió sin esta firma.');
    else if (to !== undefined && hasEnded(to)) await closeOpen(ctx, id, 'La venta terminó.');
  },
};

async function closeOpen(ctx: Acting, saleId: number, reason: string): Promise<void> {
  const open = await ctx.db
    .select({ id: envelopes.id })
    .from(rescissionPapers)
    .innerJoin(rescissions, eq(rescissions.id, rescissionPapers.rescissionId))
    .innerJoin(envelopes, eq(envelopes.id, rescissionPapers.envelopeId))
    .where(and(eq(rescissions.saleId, saleId), eq(envelopes.stateId, ENVELOPE.open)));
  for (const { id } of open) await voidEnvelope(ctx, id, reason);
}

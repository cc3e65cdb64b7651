import { and, eq, inArray, lte } from 'drizzle-orm';
import { fill } from '#contract/company/templates/mails.ts';
import { ENVELOPE, SIGNER } from '#contract/legal/envelopes/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { transitionRefused } from '#server/kernel/errors.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { findParties } from '#server/modules/sales/buyers/parties.service.ts';
import { noteEvent } from './envelopes.events.ts';
import {
  actorName,
  lockEnvelope,
  signersOf,
  type EnvelopeRecord,
  type SignerRecord,
} from './envelopes.load.ts';
import { writeState } from './envelopes.state.ts';
import { envelopes } from './envelopes.table.ts';

/**
 * Voids an open or rejected envelope. Who was asked hears of it, unless the mail that asked has not left yet. Raises 404,
 * 422 for another state.
 */
export async function voidEnvelope(ctx: Acting, id: number, reason: string | undefined): Promise<void> {
  const envelope = await lockEnvelope(ctx.db, id);
  if (envelope.stateId !== ENVELOPE.open && envelope.stateId !== ENVELOPE.rejected)
    throw transitionRefused('Este documento ya no espera firmas.');
  await noteEvent(ctx, id, { kind: 'anulado', actor: actorName(ctx), detail: { reason: reason ?? null } });
  await writeState(ctx, envelope, ENVELOPE.voided, { reason: reason ?? envelope.reason });
  await audit(ctx, 'anular', 'sobre', id, { saleId: envelope.saleId });
  if (envelope.stateId === ENVELOPE.open) await tellVoided(ctx, envelope);
}

/** Mails those who were asked or have signed; nobody whose mail is still held. */
async function tellVoided(ctx: Acting, envelope: EnvelopeRecord): Promise<void> {
  const about = `sobre:${envelope.id}` as const;
  const held = await ctx.db.$count(
    outboxMails,
    and(eq(outboxMails.about, about), eq(outboxMails.state, 'held')),
  );
  await ctx.mail.drop(ctx, about);
  if (held > 0) return;
  const { company } = await readSettings(ctx.db);
  const told = (await signersOf(ctx.db, envelope.id)).filter(({ stateId }) => stateId !== SIGNER.waiting);
  for (const { name, email } of told)
    if (email !== null)
      await ctx.mail.send(ctx, {
        kind: 'documento_anulado',
        to: email,
        ...fill('documento_anulado', { nombre: name, documento: envelope.title, empresa: company.name }),
      });
}

/** Ends a locked envelope because one of its signers does not sign; lawyers and processor hear why (domain.md §3). */
export async function rejectLocked(
  ctx: Acting,
  envelope: EnvelopeRecord,
  signer: SignerRecord,
  reason: string | undefined,
): Promise<void> {
  if (!(await writeState(ctx, envelope, ENVELOPE.rejected, { reason: reason ?? null }))) return;
  const parties = await findParties(ctx, envelope.saleId);
  if (!parties) return;
  const url = `/oficina/firmas?sobre=${envelope.id}`;
  await notify(ctx, {
    kind: 'firma_rechazada',
    to: [
      ...new Set([
        parties.processorId,
        envelope.openedBy,
        ...(await whoMay(ctx.db, 'legal.crear', parties.projectId)),
      ]),
    ],
    text: `${signer.name} no quiso firmar «${envelope.title}» (${parties.code})${reason ? `: ${reason}` : '.'}`,
    url,
    event: `sobre:${envelope.id}:rechazado`,
    mail: {
      to: [parties.processorId, envelope.openedBy],
      kind: 'firma_rechazada',
      ...fill('firma_rechazada', {
        codigo: parties.code,
        cliente: signer.name,
        motivo: reason,
        enlace: `${ctx.config.appUrl}${url}`,
      }),
    },
  });
}

/**
 * Ends an envelope whose time is over; nothing for another. A document that was signed in time and waits for our own
 * certification keeps it open until the next night. A repeat changes nothing.
 */
export async function expireEnvelope(ctx: Acting, id: number): Promise<void> {
  const envelope = await lockEnvelope(ctx.db, id);
  if (envelope.stateId !== ENVELOPE.open || envelope.expiresAt > ctx.now) return;
  const signers = await signersOf(ctx.db, id);
  if (signers.some(({ stateId }) => stateId === SIGNER.toCertify)) return;
  const signed = signers.filter(({ stateId }) => stateId === SIGNER.signed).length;
  await noteEvent(ctx, id, { kind: 'vencido', actor: 'Llave', detail: { signed, of: signers.length } });
  await writeState(ctx, envelope, ENVELOPE.expired);
  await ctx.mail.drop(ctx, `sobre:${id}`);
  const missing = signers.filter(({ stateId }) => stateId !== SIGNER.signed).map(({ name }) => name);
  await notify(ctx, {
    kind: 'firma_vencida',
    to: [envelope.openedBy, (await findParties(ctx, envelope.saleId))?.processorId],
    text: `Venció «${envelope.title}» sin la firma de ${missing.join(', ')}: envíalo otra vez.`,
    url: `/oficina/firmas?sobre=${id}`,
    event: `sobre:${id}:vencido`,
  });
}

/** Ids of open envelopes whose time is over, the oldest first. */
export const overdueEnvelopes = async (db: Db, now: Date): Promise<number[]> =>
  (
    await db
      .select({ id: envelopes.id })
      .from(envelopes)
      .where(and(inArray(envelopes.stateId, [ENVELOPE.open]), lte(envelopes.expiresAt, now)))
      .orderBy(envelopes.id)
      .limit(200)
  ).map(({ id }) => id);

import { eq } from 'drizzle-orm';
import { toDataURL } from 'qrcode';
import { ENVELOPE, SIGNER } from '#contract/legal/envelopes/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { notFound, transitionRefused } from '#server/kernel/errors.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { representatives } from '../representatives/representatives.table.ts';
import { askSigner, renewLink } from './ask.service.ts';
import { noteEvent } from './envelopes.events.ts';
import { lockEnvelope, signerOf, type EnvelopeRecord, type SignerRecord } from './envelopes.load.ts';
import { mayWorkOn } from './envelopes.scope.ts';

interface Asked {
  envelope: EnvelopeRecord;
  signer: SignerRecord;
}

/** Locks an envelope that the caller may work on, with one of its signers. Raises 404. */
export async function lockForWork(ctx: Context, envelopeId: number, signerId: number): Promise<Asked> {
  if (!(await mayWorkOn(ctx, envelopeId))) throw notFound();
  const envelope = await lockEnvelope(ctx.db, envelopeId);
  return { envelope, signer: await signerOf(ctx.db, envelopeId, signerId) };
}

/** Raises 422 unless it is this signer's turn. */
export function requireTurn({ envelope, signer }: Asked): void {
  if (envelope.stateId !== ENVELOPE.open) throw transitionRefused('Este documento ya no espera firmas.');
  if (signer.stateId === SIGNER.waiting)
    throw transitionRefused(`Todavía no le toca a ${signer.name}: primero firma quien va antes.`);
  if (signer.stateId === SIGNER.toCertify)
    throw transitionRefused(`El documento de ${signer.name} ya llegó: certifícalo o devuélvelo.`);
  if (signer.stateId !== SIGNER.asked) throw transitionRefused(`${signer.name} ya firmó este documento.`);
}

/**
 * Sends a signer a new link, to the contact of now: the one before, its wrong codes and its browsers no longer count.
 * Raises 404, 422 with the reason.
 */
export async function resendToSigner(ctx: Context, envelopeId: number, signerId: number): Promise<void> {
  const asked = await lockForWork(ctx, envelopeId, signerId);
  requireTurn(asked);
  await askSigner(ctx, asked.envelope, asked.signer, await contactNow(ctx, asked.signer));
  await audit(ctx, 'reenviar', 'sobre', envelopeId, { signerId });
}

/** The phone and mail that a signer has now. The contact of an attorney was typed for this document and stays. */
async function contactNow(
  ctx: Pick<Context, 'db'>,
  { personId, representativeId, capacity }: SignerRecord,
): Promise<Partial<Pick<SignerRecord, 'phone' | 'email'>>> {
  if (capacity !== null) return {};
  const [now] =
    personId !== null
      ? await ctx.db
          .select({ phone: people.phone, email: people.email })
          .from(people)
          .where(eq(people.id, personId))
      : await ctx.db
          .select({ phone: representatives.phone, email: representatives.email })
          .from(representatives)
          .where(eq(representatives.id, representativeId ?? 0));
  return now ?? {};
}

/**
 * Gives the caller a new link of a signer, to hand it over by hand: the evidence of the signature says so. Raises 404,
 * 422 with the reason.
 */
export async function handOverLink(
  ctx: Context,
  envelopeId: number,
  signerId: number,
  reason: string,
): Promise<string> {
  const asked = await lockForWork(ctx, envelopeId, signerId);
  requireTurn(asked);
  const { userId, name } = staffOf(ctx);
  const fresh = await contactNow(ctx, asked.signer);
  const link = await renewLink(ctx, asked.envelope, asked.signer, {
    ...fresh,
    handedBy: userId,
    handedAt: ctx.now,
  });
  await ctx.mail.drop(ctx, `sobre:${envelopeId}`);
  await noteEvent(ctx, envelopeId, { kind: 'entregado', actor: name, detail: { signerId, reason } });
  await audit(ctx, 'entregar_enlace', 'sobre', envelopeId, { signerId, reason });
  return link;
}

/**
 * Prepares a signature on a tablet of the office: a link that is opened there, while the code goes to the signer's own
 * phone or mail. Returns the link and its QR as a picture. Raises 404, 422 with the reason.
 */
export async function openTablet(
  ctx: Context,
  envelopeId: number,
  signerId: number,
): Promise<{ enlace: string; qr: string }> {
  const asked = await lockForWork(ctx, envelopeId, signerId);
  requireTurn(asked);
  const { userId, name } = staffOf(ctx);
  const fresh = await contactNow(ctx, asked.signer);
  const enlace = await renewLink(ctx, asked.envelope, asked.signer, { ...fresh, tabletBy: userId });
  await ctx.mail.drop(ctx, `sobre:${envelopeId}`);
  await noteEvent(ctx, envelopeId, { kind: 'tableta', actor: name, detail: { signerId } });
  await audit(ctx, 'abrir_tableta', 'sobre', envelopeId, { signerId });
  return { enlace, qr: await toDataURL(enlace, { margin: 1, width: 320 }) };
}

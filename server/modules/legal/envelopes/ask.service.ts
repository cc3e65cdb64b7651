import { and, eq } from 'drizzle-orm';
import { fill } from '#contract/company/templates/mails.ts';
import { SIGNER } from '#contract/legal/envelopes/rules.ts';
import { showPhone } from '#contract/phone.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { Mail } from '#server/kernel/mail.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { closeSigner } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { pushToBuyers } from '#server/modules/sales/buyerAccess/buyerPush.service.ts';
import { readSettings, undoMs } from '#server/modules/company/settings/settings.service.ts';
import { noteEvent } from './envelopes.events.ts';
import { actorName, signersOf, type EnvelopeRecord, type SignerRecord } from './envelopes.load.ts';
import { envelopes, envelopeSigners } from './envelopes.table.ts';
import { maskedContact } from './masked.ts';
import { untilText } from './signerHere.service.ts';

/** The address of a signer's link; the token leaves it before the page sees it. */
const linkFor = (ctx: Pick<Acting, 'config'>, envelopeId: number, token: string) =>
  `${ctx.config.appUrl}/firmar/${envelopeId}?token=${token}`;

/**
 * Makes a new link for a signer of a locked envelope and forgets the one before, with its wrong codes and the browsers
 * that opened it. Returns the address.
 */
export async function renewLink(
  ctx: Acting,
  envelope: EnvelopeRecord,
  signer: SignerRecord,
  set: Partial<typeof envelopeSigners.$inferInsert> = {},
): Promise<string> {
  const token = newToken();
  await ctx.db
    .update(envelopeSigners)
    .set({
      stateId: SIGNER.asked,
      tokenHash: hashToken(token),
      askedAt: ctx.now,
      reminded: 0,
      wrongCodes: 0,
      handedBy: null,
      handedAt: null,
      tabletBy: null,
      ...set,
    })
    .where(eq(envelopeSigners.id, signer.id));
  await closeSigner(ctx, signer.id);
  await ctx.db.update(envelopes).set({ since: ctx.now }).where(eq(envelopes.id, envelope.id));
  return linkFor(ctx, envelope.id, token);
}

/**
 * A link for a reminder. The one before ends, because only its hash is kept; the browsers that opened it stay open.
 */
export async function reminderLink(
  ctx: Acting,
  envelope: EnvelopeRecord,
  signer: SignerRecord,
  set: Pick<SignerRecord, 'reminded'>,
): Promise<string> {
  const token = newToken();
  await ctx.db
    .update(envelopeSigners)
    .set({ ...set, tokenHash: hashToken(token) })
    .where(eq(envelopeSigners.id, signer.id));
  return linkFor(ctx, envelope.id, token);
}

/** The mail with a link, or the one that stays in the outbox for a colleague who hands it over. */
export async function askingMail(
  ctx: Pick<Acting, 'db'>,
  template: 'documento_por_firmar' | 'documento_por_firmar_recordatorio',
  envelope: EnvelopeRecord,
  { name, email, phone }: Pick<SignerRecord, 'name' | 'email' | 'phone'>,
  link: string,
): Promise<Mail> {
  const { company } = await readSettings(ctx.db);
  return {
    kind: template,
    to: email ?? showPhone(phone),
    byHand: email === null,
    ...fill(template, {
      nombre: name,
      documento: envelope.title,
      empresa: company.name,
      hasta: untilText(envelope),
      enlace: link,
    }),
  };
}

/**
 * Asks a signer of a locked envelope. `undoable`: a person may still void the envelope, so the mail waits (rulings 45).
 */
export async function askSigner(
  ctx: Acting,
  envelope: EnvelopeRecord,
  signer: SignerRecord,
  {
    undoable = false,
    ...fresh
  }: { undoable?: boolean } & Partial<Pick<SignerRecord, 'phone' | 'email' | 'name'>> = {},
): Promise<void> {
  const now = { ...signer, ...fresh };
  const link = await renewLink(ctx, envelope, signer, fresh);
  const mail = await askingMail(ctx, 'documento_por_firmar', envelope, now, link);
  await ctx.mail.drop(ctx, `sobre:${envelope.id}`);
  if (undoable && now.email !== null) {
    const { byHand: _, ...held } = mail;
    const told = { about: `sobre:${envelope.id}` as const, before: '', after: `pedido:${signer.id}` };
    await ctx.mail.hold(ctx, { ...told, until: new Date(ctx.now.getTime() + (await undoMs(ctx.db))) }, () =>
      Promise.resolve(held),
    );
  } else await ctx.mail.send(ctx, mail);
  await noteEvent(ctx, envelope.id, {
    kind: 'pedido',
    actor: actorName(ctx),
    detail: { signerId: signer.id, signer: now.name, to: maskedContact(now) },
  });
  if (signer.role === 'comprador') await pushToBuyers(ctx, 'documento_por_firmar', envelope.saleId, {});
}

/** Asks the first signer who has not signed; returns false when everybody has. The envelope must be locked. */
export async function askNext(
  ctx: Acting,
  envelope: EnvelopeRecord,
  options: { undoable?: boolean } = {},
): Promise<boolean> {
  const next = (await signersOf(ctx.db, envelope.id)).find(({ stateId }) => stateId !== SIGNER.signed);
  if (!next) return false;
  if (next.stateId === SIGNER.waiting) await askSigner(ctx, envelope, next, options);
  return true;
}

/** Marks a signer as signed, once: false when another request was first. */
export async function markSigned(
  ctx: Pick<Acting, 'db'>,
  signer: Pick<SignerRecord, 'id' | 'stateId'>,
  set: Pick<typeof envelopeSigners.$inferInsert, 'method' | 'signedAt' | 'evidence' | 'imageFileId'>,
): Promise<boolean> {
  const written = await ctx.db
    .update(envelopeSigners)
    .set({ ...set, stateId: SIGNER.signed, tokenHash: null, reason: null })
    .where(and(eq(envelopeSigners.id, signer.id), eq(envelopeSigners.stateId, signer.stateId)))
    .returning({ id: envelopeSigners.id });
  return written.length > 0;
}

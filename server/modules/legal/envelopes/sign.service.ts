import { and, eq } from 'drizzle-orm';
import { initialsOf, SIGNER } from '#contract/legal/envelopes/rules.ts';
import { CODE_NEEDED } from '#contract/sales/buyerAccess/customerEndpoints.ts';
import { TEXTS } from '#contract/texts.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid, Refused } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { drawingFault } from '#server/modules/company/files/drawing.service.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { looksAt } from '#server/modules/company/outbox/looks.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { markSigned } from './ask.service.ts';
import { rejectLocked } from './close.service.ts';
import { goOn, type SignatureEvidence } from './complete.service.ts';
import { SIGN_CONSENT } from './consent.ts';
import { noteEvent } from './envelopes.events.ts';
import { lockEnvelope, type EnvelopeRecord, type SignerRecord } from './envelopes.load.ts';
import { envelopeSigners } from './envelopes.table.ts';
import { maskedContact } from './masked.ts';
import { refuseOffice, requireSignable, signingHere, type SigningHere } from './signerHere.service.ts';

/** Reads who signs here, behind the lock of the envelope. Raises 403 OFFICE_HERE, 404. */
export async function lockSigning(ctx: Context, envelopeId: number): Promise<SigningHere> {
  refuseOffice(ctx);
  // 404 for others before anything is locked.
  await signingHere(ctx, envelopeId);
  await lockEnvelope(ctx.db, envelopeId);
  return signingHere(ctx, envelopeId);
}

/** Raises 403 CODE_NEEDED unless the signer's code was entered in this browser within the last 30 minutes. */
export function requireIdentified(ctx: Pick<Context, 'now'>, { verifiedUntil }: SigningHere): void {
  if (verifiedUntil !== null && verifiedUntil > ctx.now) return;
  throw new Refused(403, CODE_NEEDED, 'Para continuar, confirma que eres tú con un código de 6 números.');
}

/**
 * Signs online, with a drawing. A repeat changes nothing. Raises 404, 403 OFFICE_HERE and CODE_NEEDED, 409 TEXT_CHANGED,
 * NOT_YOUR_TURN, CLOSED and LINK_CLOSED, 422 at `document` for an empty panel.
 */
export async function signOnline(
  ctx: Context,
  envelopeId: number,
  { image, shownHash }: { image: UploadedFile | undefined; shownHash: string | undefined },
): Promise<SigningHere> {
  const here = await lockSigning(ctx, envelopeId);
  const { envelope, signer } = here;
  if (signer.stateId === SIGNER.signed) return here;
  await requireSignable(ctx, here);
  requireIdentified(ctx, here);
  const fault = image ? await drawingFault(ctx, image) : TEXTS.emptySignature;
  if (!image || fault) throw invalid([{ field: 'document', message: fault ?? TEXTS.emptySignature }]);
  const documentHash = await hashOf(ctx, envelope);
  if (shownHash && shownHash !== documentHash)
    throw conflict('TEXT_CHANGED', 'El documento cambió mientras lo leías. Léelo de nuevo antes de firmar.');
  const owner = { reference: 'sobre', referenceId: envelope.id, sensitive: true };
  const imageFileId = await addFile(ctx, owner, image);
  const method = signer.tabletBy === null ? 'codigo' : 'tableta';
  const evidence = await evidenceHere(ctx, envelope, signer, documentHash);
  if (!(await markSigned(ctx, signer, { method, signedAt: ctx.now, imageFileId, evidence }))) return here;
  await noteEvent(ctx, envelope.id, {
    kind: 'firmado',
    actor: signer.name,
    detail: {
      signerId: signer.id,
      method,
      ...evidence,
      imageHash: image.sha256,
      ...initials(envelope, signer),
    },
  });
  await audit(ctx, 'firmar', 'sobre', envelope.id, { signerId: signer.id, method, documentHash });
  await goOn(ctx, envelope);
  return here;
}

const initials = ({ initials: wanted }: EnvelopeRecord, { name }: SignerRecord) =>
  wanted ? { initials: initialsOf(name) } : {};

/** SHA-256 of the document that the signer reads now. */
export async function hashOf(ctx: Pick<Context, 'db'>, { currentFileId }: EnvelopeRecord): Promise<string> {
  const [file] = await ctx.db.select({ sha256: files.sha256 }).from(files).where(eq(files.id, currentFileId));
  return file!.sha256;
}

/** Evidence of who signs in this browser, and of the time (Ley 51 de 2008, art. 8). */
export async function evidenceHere(
  ctx: Context,
  envelope: EnvelopeRecord,
  signer: SignerRecord,
  documentHash: string,
): Promise<SignatureEvidence & Record<string, unknown>> {
  return {
    identifiedBy: 'Escribió el código, el número de su documento y su nombre.',
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    codeSentTo: maskedContact(signer),
    documentHash,
    consent: SIGN_CONSENT,
    // A colleague may have seen or passed on the code or link (finding A9).
    seenByStaff: await looksAt(ctx, envelope.saleId),
    handed: await handedOf(ctx, signer),
  };
}

async function handedOf(ctx: Pick<Context, 'db'>, { handedBy, handedAt }: SignerRecord) {
  if (handedBy === null || handedAt === null) return null;
  const [user] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, handedBy));
  return { by: user?.name ?? '', at: handedAt.toISOString() };
}

/**
 * A signer does not sign, with an optional reason: the envelope ends. A repeat changes nothing. Raises 404, 403
 * OFFICE_HERE and CODE_NEEDED, 409 when it can no longer be signed.
 */
export async function rejectEnvelope(
  ctx: Context,
  envelopeId: number,
  reason: string | undefined,
): Promise<SigningHere> {
  const here = await lockSigning(ctx, envelopeId);
  const { envelope, signer } = here;
  if (signer.stateId === SIGNER.rejected) return here;
  await requireSignable(ctx, here);
  requireIdentified(ctx, here);
  await ctx.db
    .update(envelopeSigners)
    .set({ stateId: SIGNER.rejected, reason: reason ?? null, tokenHash: null })
    .where(and(eq(envelopeSigners.id, signer.id), eq(envelopeSigners.stateId, signer.stateId)));
  await noteEvent(ctx, envelope.id, {
    kind: 'rechazado',
    actor: signer.name,
    detail: { signerId: signer.id, reason: reason ?? null, ip: ctx.ip, userAgent: ctx.userAgent },
  });
  await audit(ctx, 'rechazar_firma', 'sobre', envelope.id, { signerId: signer.id });
  await rejectLocked(ctx, envelope, signer, reason);
  return here;
}

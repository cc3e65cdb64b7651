import { and, eq, lt, sql } from 'drizzle-orm';
import { CODE_MINUTES, VERIFIED_MINUTES } from '#contract/company/auth/rules.ts';
import { documentKey, type DocumentType } from '#contract/identity.ts';
import { sameName, WRONG_CODES } from '#contract/legal/envelopes/rules.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { issueCodes, tryCode } from '#server/modules/company/auth/codes.service.ts';
import { wrongCode } from '#server/modules/company/auth/refusals.service.ts';
import {
  codeWayOf,
  countSignerSend,
  countSignerTry,
  sendCode,
} from '#server/modules/sales/buyerAccess/codeWay.service.ts';
import { keepSigner } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { noteEvent } from './envelopes.events.ts';
import { lockEnvelope } from './envelopes.load.ts';
import { envelopeSigners } from './envelopes.table.ts';
import { maskedContact } from './masked.ts';
import {
  refuseOffice,
  requireSignable,
  signingHere,
  TOO_MANY_CODES,
  type SigningHere,
} from './signerHere.service.ts';

const PURPOSE = 'sign';

/** A code belongs to one signer, one link and one browser: what went to a former contact opens nothing later. */
const subjectOf = ({ signer }: SigningHere, { client }: Pick<Context, 'client'>) => {
  if (!client) throw notFound();
  return `signer:${signer.id}:${signer.tokenHash?.slice(0, 12) ?? ''}:${client.sessionId}`;
};

/** Where the code of a signer goes, as a sentence. */
export const codeSentText = (contact: { email: string | null; phone: string }): string =>
  codeWayOf(contact) === 'correo'
    ? `Te enviamos un código de 6 números a ${maskedContact(contact)}. Sirve ${CODE_MINUTES} minutos.`
    : `Pide a quien lleva tu trámite el código de 6 números que preparamos para ti. Sirve ${CODE_MINUTES} minutos.`;

/** Sends the signer's code. Raises 403 OFFICE_HERE, 404, 409 when the document cannot be signed, 429. */
export async function sendSignerCode(ctx: Context, envelopeId: number): Promise<string> {
  refuseOffice(ctx);
  const here = await signingHere(ctx, envelopeId);
  await requireSignable(ctx, here);
  await countSignerSend(ctx, here.signer.id);
  await inTransaction(ctx, async (inside) => {
    await lockEnvelope(inside.db, envelopeId);
    const [code] = await issueCodes(inside, subjectOf(here, ctx), PURPOSE, [
      { contact: here.signer.email ?? here.signer.phone },
    ]);
    await sendCode(inside, here.signer, code!);
    await noteEvent(inside, envelopeId, {
      kind: 'codigo',
      actor: 'Llave',
      detail: { signerId: here.signer.id, to: maskedContact(here.signer), way: codeWayOf(here.signer) },
    });
  });
  return codeSentText(here.signer);
}

/**
 * Confirms who signs: the number of the identity document, the typed name, and the code, of which five may be wrong.
 * Returns until when it counts in this browser. Raises 403 OFFICE_HERE, 404, 409, 422 CODE at `clave`, 422 at `cedula` and `nombre`, 429.
 */
export async function confirmSigner(
  ctx: Context,
  envelopeId: number,
  { clave, cedula, nombre }: { clave: string; cedula: string; nombre: string },
): Promise<Date> {
  refuseOffice(ctx);
  const here = await signingHere(ctx, envelopeId);
  await requireSignable(ctx, here);
  const { signer } = here;
  const faults = [
    ...(sameDocument(signer, cedula)
      ? []
      : [{ field: 'cedula', message: 'No es el número del documento de quien firma. Revísalo.' }]),
    ...(sameName(nombre, signer.name)
      ? []
      : [{ field: 'nombre', message: `Escribe tu nombre como está en el documento: ${signer.name}.` }]),
  ];
  await countSignerTry(ctx);
  if (faults.length > 0) throw invalid(faults);
  await countTry(ctx, here);
  if (!(await tryCode(ctx, subjectOf(here, ctx), PURPOSE, clave))) {
    await noteBlocked(ctx, here);
    throw wrongCode('clave');
  }
  return inTransaction(ctx, async (inside) => {
    await lockEnvelope(inside.db, envelopeId);
    // Read again behind the lock: a colleague may have replaced the link, so the code is of a former one.
    const now = await signingHere(inside, envelopeId);
    if (subjectOf(now, ctx) !== subjectOf(here, ctx)) throw wrongCode('clave');
    await requireSignable(inside, now);
    await inside.db.update(envelopeSigners).set({ wrongCodes: 0 }).where(eq(envelopeSigners.id, signer.id));
    const verifiedUntil = new Date(ctx.now.getTime() + VERIFIED_MINUTES * 60_000);
    await keepSigner(inside, ctx.client!, { envelopeId, signerId: signer.id, verifiedUntil });
    await noteEvent(inside, envelopeId, {
      kind: 'identificado',
      actor: signer.name,
      detail: { signerId: signer.id, typedName: nombre, ip: ctx.ip, userAgent: ctx.userAgent },
    });
    return verifiedUntil;
  });
}

const sameDocument = (
  { documentType, document }: { documentType: string; document: string },
  typed: string,
) => documentKey(documentType as DocumentType, typed) === documentKey(documentType as DocumentType, document);

/** Counts an attempt before anything is compared, in one statement. Raises 409 LINK_CLOSED after five. */
async function countTry(ctx: Context, { signer }: SigningHere): Promise<void> {
  const counted = await ctx.db
    .update(envelopeSigners)
    .set({ wrongCodes: sql`${envelopeSigners.wrongCodes} + 1` })
    .where(and(eq(envelopeSigners.id, signer.id), lt(envelopeSigners.wrongCodes, WRONG_CODES)))
    .returning({ id: envelopeSigners.id });
  if (counted.length === 0) throw new Refused(409, 'LINK_CLOSED', TOO_MANY_CODES);
}

/** After the fifth wrong code: notes that the link is closed. */
async function noteBlocked(ctx: Context, { envelope, signer }: SigningHere): Promise<void> {
  const [now] = await ctx.db
    .select({ wrongCodes: envelopeSigners.wrongCodes })
    .from(envelopeSigners)
    .where(eq(envelopeSigners.id, signer.id));
  if ((now?.wrongCodes ?? 0) < WRONG_CODES) return;
  await inTransaction(ctx, async (inside) => {
    await lockEnvelope(inside.db, envelope.id);
    await noteEvent(inside, envelope.id, {
      kind: 'bloqueado',
      actor: signer.name,
      detail: { signerId: signer.id, ip: ctx.ip },
    });
  });
  throw new Refused(409, 'LINK_CLOSED', TOO_MANY_CODES);
}

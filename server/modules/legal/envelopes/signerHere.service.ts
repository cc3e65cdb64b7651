import { and, eq, gt } from 'drizzle-orm';
import { dayText, instantText, panamaDay } from '#contract/dates.ts';
import { ENVELOPE, SIGNER, WRONG_CODES } from '#contract/legal/envelopes/rules.ts';
import { whyNotRepresent } from '#contract/legal/representatives/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { notFound, Refused } from '#server/kernel/errors.ts';
import { customerSessionSigners } from '#server/modules/sales/buyerAccess/buyerAccess.table.ts';
import { buyerHere } from '#server/modules/sales/buyerAccess/buyerHere.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { powerOf } from '../representatives/representatives.service.ts';
import { representatives } from '../representatives/representatives.table.ts';
import { signersOf, type EnvelopeRecord, type SignerRecord } from './envelopes.load.ts';
import { envelopes } from './envelopes.table.ts';

type Here = Pick<Context, 'db' | 'now' | 'client'>;

/** Refuses a browser in which somebody is signed in to the office, also with "ver como": a signature is the signer's own. */
export function refuseOffice(ctx: Pick<Context, 'staff' | 'besideStaff'>): void {
  if (ctx.staff || ctx.besideStaff !== null)
    throw new Refused(
      403,
      'OFFICE_HERE',
      'En este navegador hay una sesión de la oficina abierta. El enlace de firma es solo de quien firma: ábrelo en su propio equipo o cierra la sesión de la oficina.',
    );
}

export interface SigningHere {
  envelope: EnvelopeRecord;
  signer: SignerRecord;
  signers: SignerRecord[];
  verifiedUntil: Date | null;
}

/**
 * Who signs a document in this browser: whoever opened the signer's link here, or the buyer whose purchase is open here
 * and who signs in person. Raises 404.
 */
export async function signingHere(ctx: Here, envelopeId: number): Promise<SigningHere> {
  if (!ctx.client) throw notFound();
  const [envelope] = await ctx.db.select().from(envelopes).where(eq(envelopes.id, envelopeId));
  if (!envelope) throw notFound();
  const signers = await signersOf(ctx.db, envelopeId);
  const [opened] = await ctx.db
    .select()
    .from(customerSessionSigners)
    .where(
      and(
        eq(customerSessionSigners.sessionId, ctx.client.sessionId),
        eq(customerSessionSigners.envelopeId, envelopeId),
        gt(customerSessionSigners.expiresAt, ctx.now),
      ),
    );
  const signer = opened
    ? signers.find(({ id }) => id === opened.signerId)
    : await buyerSigns(ctx, envelope, signers);
  if (!signer) throw notFound();
  return { envelope, signer, signers, verifiedUntil: opened?.verifiedUntil ?? null };
}

async function buyerSigns(
  ctx: Here,
  { saleId }: EnvelopeRecord,
  signers: readonly SignerRecord[],
): Promise<SignerRecord | undefined> {
  if (!ctx.client?.saleIds.includes(saleId)) return undefined;
  const me = await buyerHere(ctx, saleId);
  const buyer = (await buyersOf(ctx.db, saleId)).find(({ id }) => id === me);
  return signers.find(({ personId, capacity }) => buyer && personId === buyer.personId && capacity === null);
}

/** Why a signer cannot sign now: the standing of the page, the code of the refusal, and the sentence. */
export interface Obstacle {
  standing: 'turno' | 'certificar' | 'firmado' | 'rechazado' | 'cerrado' | 'bloqueado';
  code: 'NOT_YOUR_TURN' | 'SIGNED' | 'CLOSED' | 'LINK_CLOSED';
  told: string;
}

/** What a signer reads after the last wrong code. */
export const TOO_MANY_CODES =
  'Se escribieron 5 códigos equivocados y, por seguridad, este enlace quedó cerrado. Pide a quien lleva tu trámite que te lo envíe otra vez.';

/** What is in the way of a signature, in the order in which it matters; null when the signer may sign. */
export async function obstacleOf(
  ctx: Pick<Context, 'db' | 'now'>,
  { envelope, signer, signers }: Omit<SigningHere, 'verifiedUntil'>,
): Promise<Obstacle | null> {
  const closed = (told: string): Obstacle => ({ standing: 'cerrado', code: 'CLOSED', told });
  switch (envelope.stateId) {
    case ENVELOPE.rejected:
      return signer.stateId === SIGNER.rejected
        ? {
            standing: 'rechazado',
            code: 'CLOSED',
            told: 'Nos dijiste que no quieres firmar. Te llamamos para aclararlo.',
          }
        : closed(
            'Otra de las personas que firman no quiso firmar este documento. Te avisamos cuando haya uno nuevo.',
          );
    case ENVELOPE.expired:
      return closed(
        signer.stateId === SIGNER.signed
          ? 'El plazo terminó antes de que firmaran todos. Tu firma no vale: te enviamos el documento otra vez y firman todos de nuevo.'
          : 'El plazo para firmar este documento terminó. Escríbenos y te lo enviamos otra vez.',
      );
    case ENVELOPE.voided:
      return closed('Este documento se anuló: ya no hay que firmarlo.');
  }
  if (signer.stateId === SIGNER.signed)
    return { standing: 'firmado', code: 'SIGNED', told: `Lo firmaste el ${instantText(signer.signedAt!)}` };
  if (envelope.expiresAt <= ctx.now)
    return closed('El plazo para firmar este documento terminó. Escríbenos y te lo enviamos otra vez.');
  if (signer.stateId === SIGNER.toCertify)
    return {
      standing: 'certificar',
      code: 'NOT_YOUR_TURN',
      told: 'Recibimos tu documento firmado. Una persona de la empresa lo compara con el que te enviamos y te avisa.',
    };
  if (signer.stateId === SIGNER.waiting)
    return {
      standing: 'turno',
      code: 'NOT_YOUR_TURN',
      told: `Primero firma ${signers.find(({ stateId }) => stateId !== SIGNER.signed)?.name ?? 'otra persona'}. Cuando sea tu turno te enviamos un enlace.`,
    };
  if (signer.wrongCodes >= WRONG_CODES)
    return {
      standing: 'bloqueado',
      code: 'LINK_CLOSED',
      told: TOO_MANY_CODES,
    };
  return unfit(ctx, signer, envelope);
}

/** The signer's contact has changed since the link was sent, has left the sale, or the power does not reach any more. */
async function unfit(
  ctx: Pick<Context, 'db' | 'now'>,
  signer: SignerRecord,
  { saleId, amountCents, record }: EnvelopeRecord,
): Promise<Obstacle | null> {
  const ended = (told: string): Obstacle => ({ standing: 'bloqueado', code: 'LINK_CLOSED', told });
  if (await contactChanged(ctx.db, signer))
    return ended(
      'Tu celular o tu correo cambió después de que te enviamos este documento, y el enlace dejó de servir. Pide a quien lleva tu trámite que te lo envíe otra vez.',
    );
  if (signer.representativeId !== null) {
    const power = await powerNow(ctx.db, signer.representativeId);
    const refusal = power && whyNotRepresent(power, panamaDay(ctx.now), amountCents);
    return refusal ? ended(refusal) : null;
  }
  // An addendum is signed by who joins the purchase too; it checks the buyers itself when it is applied.
  if (record === 'adenda') return null;
  const still = (await buyersOf(ctx.db, saleId)).some(({ personId }) => personId === signer.personId);
  return still
    ? null
    : ended('Ya no apareces entre los compradores de esta compra. Escríbenos para aclararlo.');
}

async function powerNow(db: Db, id: number) {
  const [found] = await db.select().from(representatives).where(eq(representatives.id, id));
  return found && powerOf(found);
}

/** Whether the phone or mail of a signer is no longer the one that the document was sent to. */
export async function contactChanged(
  db: Db,
  { personId, representativeId, capacity, phone, email }: SignerRecord,
): Promise<boolean> {
  // The contact of an attorney was typed for this document.
  if (capacity !== null) return false;
  const [now] =
    personId !== null
      ? await db
          .select({ phone: people.phone, email: people.email })
          .from(people)
          .where(eq(people.id, personId))
      : await db
          .select({ phone: representatives.phone, email: representatives.email })
          .from(representatives)
          .where(eq(representatives.id, representativeId ?? 0));
  return now !== undefined && (now.phone !== phone || lower(now.email) !== lower(email));
}
const lower = (email: string | null) => email?.toLowerCase() ?? null;

/** Raises what is in the way of a signature as a refusal. */
export async function requireSignable(ctx: Pick<Context, 'db' | 'now'>, here: SigningHere): Promise<void> {
  const obstacle = await obstacleOf(ctx, here);
  if (obstacle) throw new Refused(409, obstacle.code, obstacle.told);
}

/** Until when a document may be signed, as the page says it. */
export const untilText = ({ expiresAt }: Pick<EnvelopeRecord, 'expiresAt'>) => dayText(panamaDay(expiresAt));

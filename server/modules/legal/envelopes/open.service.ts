import { and, eq, ne, sql } from 'drizzle-orm';
import { ENVELOPE, SIGNER, SIGNERS_MOST, whyNotAgain } from '#contract/legal/envelopes/rules.ts';
import type { SummaryLine } from '#contract/legal/envelopes/model.ts';
import type { RecordKind } from '#contract/records.ts';
import { hasEnded } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting } from '#server/kernel/context.ts';
import { row, violatedConstraint, type Db } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { askNext } from './ask.service.ts';
import { envelopeOf } from './current.service.ts';
import { ExpireEnvelope } from './envelopes.jobs.names.ts';
import { noteEvent } from './envelopes.events.ts';
import { actorName, lockEnvelope, signersOf } from './envelopes.load.ts';
import { announceState } from './envelopes.state.ts';
import { envelopes, envelopeSigners } from './envelopes.table.ts';
import { resolveSigners, type AskedSigner, type ResolvedSigner } from './signers.resolve.ts';

export interface NewEnvelope {
  /** The record that the document belongs to; null: the envelope is its own record. */
  record: RecordKind | null;
  recordId: number | null;
  saleId: number;
  title: string;
  /** The composed PDF, a stored file. */
  fileId: string;
  /** The plain summary that is shown first and signed with the document. */
  summary: readonly SummaryLine[];
  /** In signing order. */
  signers: readonly AskedSigner[];
  expiresAt: Date;
  /** Initials on every page, in the same act. */
  initials: boolean;
  /** Value of what is signed, in centavos: held against the power of the representatives. */
  amountCents?: number | null;
}

/**
 * Sends a document for signing, in the caller's transaction: the first signer gets a link, the others when it is their
 * turn. Returns the envelope's id. Raises 404, 409 ENVELOPE_OPEN when the record has an open one, 422 at
 * `firmantes[n][quien]` for somebody who cannot sign, and 422 with the reason for a sale that has ended.
 */
export async function openEnvelope(ctx: Acting, asked: NewEnvelope): Promise<number> {
  const sale = await lockSale(ctx.db, asked.saleId);
  if (!sale) throw notFound();
  if (hasEnded(sale.stateId)) throw transitionRefused('Esta venta terminó: ya no se firma nada en ella.');
  if (asked.signers.length === 0 || asked.signers.length > SIGNERS_MOST)
    throw invalid([{ field: 'firmantes', message: `Firman de 1 a ${SIGNERS_MOST} personas.` }]);
  const signers = await resolveSigners(ctx, asked.saleId, asked.signers, asked.amountCents ?? null);
  return open(ctx, asked, signers, null);
}

async function open(
  ctx: Acting,
  asked: Omit<NewEnvelope, 'signers'>,
  signers: readonly ResolvedSigner[],
  againOfId: number | null,
): Promise<number> {
  const { saleId, title, fileId, summary, expiresAt, initials, amountCents = null } = asked;
  const [file] = await ctx.db.select({ sha256: files.sha256 }).from(files).where(eq(files.id, fileId));
  if (!file) throw notFound();
  await refuseOpen(ctx.db, asked);
  const next = await row<{ id: string }>(
    ctx.db,
    sql`select nextval(pg_get_serial_sequence('envelopes', 'id')) id`,
  );
  const id = Number(next!.id);
  const [envelope] = await oneOpen(
    ctx.db
      .insert(envelopes)
      .values({
        id,
        record: asked.record ?? 'sobre',
        recordId: asked.recordId ?? id,
        saleId,
        title,
        stateId: ENVELOPE.open,
        since: ctx.now,
        fileId,
        currentFileId: fileId,
        summary: [...summary],
        amountCents,
        initials,
        expiresAt,
        againOfId,
        openedBy: ctx.staff?.userId ?? null,
        openedAt: ctx.now,
      })
      .returning(),
  );
  await ctx.db
    .insert(envelopeSigners)
    .values(
      signers.map((one, at) => ({ ...one, envelopeId: id, position: at + 1, stateId: SIGNER.waiting })),
    );
  await noteEvent(ctx, id, {
    kind: 'enviado',
    actor: actorName(ctx),
    detail: {
      title,
      documentHash: file.sha256,
      summary: [...summary],
      signers: signers.map(({ name, role, document }, at) => ({ order: at + 1, name, role, document })),
      expiresAt: expiresAt.toISOString(),
      ...(againOfId !== null && { againOf: againOfId }),
    },
  });
  await audit(ctx, 'enviar_a_firmar', 'sobre', id, { saleId, title, documentHash: file.sha256 });
  await announceState(ctx, envelope!, null, ENVELOPE.open);
  await askNext(ctx, envelope!, { undoable: true });
  await ctx.jobs.send(ctx.db, ExpireEnvelope, { envelopeId: id }, { after: expiresAt });
  return id;
}

const TWICE = 'Este documento ya se envió y espera firmas: anula ese envío primero.';

/** Raises 409 ENVELOPE_OPEN with the open envelope of the record; the constraint decides between two at once. */
async function refuseOpen(
  db: Db,
  { record, recordId }: Pick<NewEnvelope, 'record' | 'recordId'>,
): Promise<void> {
  if (record === null || recordId === null) return;
  const current = await envelopeOf(db, record, recordId);
  if (current?.envelope.stateId === ENVELOPE.open)
    throw conflict('ENVELOPE_OPEN', TWICE, { envelope_id: current.envelope.id });
}

/** Awaits the insert. Raises 409 ENVELOPE_OPEN: the record has an open envelope; 422: it was sent again already. */
async function oneOpen<A>(write: PromiseLike<A>): Promise<A> {
  try {
    return await write;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'envelopes_one_open') throw conflict('ENVELOPE_OPEN', TWICE);
    if (constraint === 'envelopes_again')
      throw transitionRefused(whyNotAgain(ENVELOPE.voided, { replaced: true, own: true })!);
    throw error;
  }
}

/**
 * Sends the document of a closed envelope again, to the same people with their data of now, from the beginning. Returns
 * the new envelope's id. Raises 404, 409 ENVELOPE_OPEN, 422 with the reason or at `firmantes[n][quien]`.
 */
export async function sendAgain(ctx: Acting, id: number, expiresAt: Date): Promise<number> {
  const before = await lockEnvelope(ctx.db, id);
  const refusal = whyNotAgain(before.stateId, { replaced: await isReplaced(ctx.db, id), own: true });
  if (refusal) throw transitionRefused(refusal);
  const sale = await lockSale(ctx.db, before.saleId);
  if (!sale || hasEnded(sale.stateId))
    throw transitionRefused('Esta venta terminó: ya no se firma nada en ella.');
  const buyers = await buyersOf(ctx.db, before.saleId);
  const asked = (await signersOf(ctx.db, id)).map((one): AskedSigner => {
    const { role, personId, representativeId, capacity, name, documentType, document, phone, email } = one;
    const buyer = buyers.find((each) => each.personId === personId);
    const attorney = capacity && {
      kind: capacity.kind,
      name,
      documentType: documentType === 'pasaporte' ? ('pasaporte' as const) : ('cedula' as const),
      document,
      phone,
      email,
      power: capacity.power,
    };
    return { role, buyerId: buyer ? buyer.id : GONE, representativeId, attorney };
  });
  const signers = await resolveSigners(ctx, before.saleId, asked, before.amountCents);
  return open(ctx, { ...before, expiresAt, ...ownRecord(before) }, signers, id);
}

/** The id of no buyer: somebody who has left the sale. */
const GONE = -1;

/** A document without a record of its own gets a new number; another one stays with its record. */
const ownRecord = ({ record, recordId }: Pick<NewEnvelope, 'record' | 'recordId'>) =>
  record === 'sobre' ? { record: null, recordId: null } : { record, recordId };

/** Whether a newer envelope sends this one again. */
export const isReplaced = async (db: Db, id: number): Promise<boolean> =>
  (await db.$count(envelopes, and(eq(envelopes.againOfId, id), ne(envelopes.id, id)))) > 0;

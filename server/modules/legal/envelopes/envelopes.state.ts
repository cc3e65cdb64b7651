import { and, eq, inArray } from 'drizzle-orm';
import { ENVELOPE, ENVELOPE_VERBS, SIGNER, type EnvelopeState } from '#contract/legal/envelopes/rules.ts';
import { announce, touch } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { forgetSignerCodes } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import type { EnvelopeRecord } from './envelopes.load.ts';
import { envelopes, envelopeSigners } from './envelopes.table.ts';

/**
 * Writes the new state of a locked envelope if it is still in its old one, and announces it as `sobre`: verb is the
 * state in words, values the record that the document belongs to. Returns false when another request was first.
 */
export async function writeState(
  ctx: Acting,
  envelope: EnvelopeRecord,
  to: EnvelopeState,
  { reason, ...set }: Partial<typeof envelopes.$inferInsert> = {},
): Promise<boolean> {
  const { id, stateId: from, version } = envelope;
  const written = await ctx.db
    .update(envelopes)
    .set({ ...set, reason: reason ?? null, stateId: to, since: ctx.now, version: version + 1 })
    .where(and(eq(envelopes.id, id), eq(envelopes.stateId, from)))
    .returning({ id: envelopes.id });
  if (written.length === 0) return false;
  if (to !== ENVELOPE.signed && to !== ENVELOPE.sealed) await closeLinks(ctx, id);
  await announceState(ctx, envelope, from, to, reason ?? undefined);
  return true;
}

/** Announces a state of an envelope; `from` null: it was just opened. */
export async function announceState(
  ctx: Acting,
  { id, saleId, record, recordId }: Pick<EnvelopeRecord, 'id' | 'saleId' | 'record' | 'recordId'>,
  from: number | null,
  to: EnvelopeState,
  reason?: string,
): Promise<void> {
  if (record !== 'sobre') touch(ctx, [record, recordId]);
  await announce(ctx, {
    record: 'sobre',
    id,
    from,
    to,
    verb: ENVELOPE_VERBS[to],
    of: ['precontrato', saleId],
    reason,
    values: { record, recordId },
  });
}

/** Ends every link of an envelope that nobody may sign any more, also in the browsers where it is open. */
async function closeLinks(ctx: Pick<Acting, 'db'>, envelopeId: number): Promise<void> {
  await ctx.db
    .update(envelopeSigners)
    .set({ tokenHash: null })
    .where(
      and(
        eq(envelopeSigners.envelopeId, envelopeId),
        inArray(envelopeSigners.stateId, [SIGNER.waiting, SIGNER.asked, SIGNER.toCertify]),
      ),
    );
  await forgetSignerCodes(ctx, envelopeId);
}

import { and, desc, eq } from 'drizzle-orm';
import type { RecordKind } from '#contract/records.ts';
import type { Db } from '#server/kernel/db.ts';
import { signersOf, type EnvelopeRecord, type SignerRecord } from './envelopes.load.ts';
import { envelopes } from './envelopes.table.ts';

/** The current envelope of a record, its newest one, with its signers in order; undefined when none was sent. */
export async function envelopeOf(
  db: Db,
  record: RecordKind,
  recordId: number,
): Promise<{ envelope: EnvelopeRecord; signers: SignerRecord[] } | undefined> {
  const [envelope] = await db
    .select()
    .from(envelopes)
    .where(and(eq(envelopes.record, record), eq(envelopes.recordId, recordId)))
    .orderBy(desc(envelopes.id))
    .limit(1);
  return envelope && { envelope, signers: await signersOf(db, envelope.id) };
}

import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';

/** A statement of ours with what it sent and what came back. */
export interface Recorded {
  text: string;
  values: unknown[];
  rows: Record<string, unknown>[];
}

/** What a pre-contract is told apart by, as it stands in the recording. */
export interface Keys {
  phone: string;
  lotId: number;
  idempotencyKey: string;
}

/** Numbers below this are states, kinds and counts, not the ids of what was written. */
const SMALL = 400;

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
/** What was drawn by chance and must not come twice: ids of jobs, hashes of links. */
const ONCE = /^([0-9a-f]{8}-[0-9a-f-]{27}|[A-Za-z0-9_-]{43})$/;

/**
 * Sends recorded statements again for another pre-contract, in one transaction: ids that came back in the recording are replaced by
 * those that come back now, telephone, lot and key by the ones given. Nothing else is done: the limit of a write.
 */
export async function replay(
  client: pg.ClientBase,
  recording: readonly Recorded[],
  before: Keys,
  now: Keys,
): Promise<void> {
  const known = new Map<unknown, unknown>([
    [before.phone, now.phone],
    [before.idempotencyKey, now.idempotencyKey],
    [before.lotId, now.lotId],
    [String(before.lotId), String(now.lotId)],
  ]);
  const inText = (text: string): string =>
    text
      .replaceAll(before.phone, now.phone)
      .replace(/(?<![\d.-])\d{3,}(?![\d.-])/g, (digits) => String(known.get(Number(digits)) ?? digits));
  const fresh = (value: unknown): unknown => {
    const other = known.get(value);
    if (other !== undefined || typeof value !== 'string') return other ?? value;
    if (!ONCE.test(value)) return inText(value);
    const made = UUID.test(value) ? randomUUID() : randomBytes(32).toString('base64url');
    known.set(value, made);
    return made;
  };
  await client.query('begin');
  try {
    for (const [at, { text, values, rows }] of recording.entries()) {
      // By place: two columns of a join may have one name.
      const answer = await client.query<unknown[]>({
        name: `r${at}`,
        text,
        values: values.map(fresh),
        rowMode: 'array',
      });
      answer.rows.forEach((row, line) => learn(known, rows[line], row));
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** What stood in a row of the recording, by what stands in its place now. */
function learn(
  known: Map<unknown, unknown>,
  before: Record<string, unknown> | undefined,
  now: readonly unknown[],
): void {
  if (!before) return;
  const olds = Object.values(before);
  now.forEach((value, at) => {
    const old = olds[at];
    if (typeof old === 'number' && typeof value === 'number' && old > SMALL && old !== value) {
      known.set(old, value);
      known.set(String(old), String(value));
    } else if (
      typeof old === 'string' &&
      typeof value === 'string' &&
      /^PC-\d{4}-\d+$|^[0-9a-f-]{36}$/.test(old)
    )
      known.set(old, value);
  });
}

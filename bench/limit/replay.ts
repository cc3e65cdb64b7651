import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';

/** A recorded statement with its parameters and its result rows. */
export interface Recorded {
  text: string;
  values: unknown[];
  rows: Record<string, unknown>[];
}

/** The values that identify a pre-contract in the recording. */
export interface Keys {
  phone: string;
  lotId: number;
  idempotencyKey: string;
}

/** Smaller numbers are states, kinds and counts, not ids of written rows. */
const SMALL = 400;

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
/** Random values that must be unique: job ids, hashes of links. */
const ONCE = /^([0-9a-f]{8}-[0-9a-f-]{27}|[A-Za-z0-9_-]{43})$/;

/**
 * Sends recorded statements again for another pre-contract, in one transaction. Replaces recorded ids by the ids returned
 * now, and phone, lot and key by the given ones. It does nothing else, so it is the upper limit for a write.
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
      // Array rows: two columns of a join may have the same name.
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

/** Maps the recorded values of a row to the values at the same positions now. */
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
      // Codes, UUIDs and transaction ids.
      (/^PC-\d{4}-\d+$|^[0-9a-f-]{36}$/.test(old) || (/^\d{3,}$/.test(old) && old !== value))
    )
      known.set(old, value);
  });
}

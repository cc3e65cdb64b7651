import { desc, eq } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { linkOf } from '../seals/chain.service.ts';
import { envelopeEvents } from './envelopes.table.ts';

export interface Noted {
  /** A key of EVENT_LABELS. */
  kind: string;
  /** Who did it, as a name that people read. */
  actor: string;
  detail?: Record<string, unknown>;
}

/** Appends an event to the chain of an envelope: each event holds the hash of the one before. The envelope must be locked. */
export async function noteEvent(
  ctx: Pick<Context, 'db' | 'now'>,
  envelopeId: number,
  { kind, actor, detail = {} }: Noted,
): Promise<void> {
  const [last] = await ctx.db
    .select({ sequence: envelopeEvents.sequence, hash: envelopeEvents.hash })
    .from(envelopeEvents)
    .where(eq(envelopeEvents.envelopeId, envelopeId))
    .orderBy(desc(envelopeEvents.sequence))
    .limit(1);
  const sequence = (last?.sequence ?? 0) + 1;
  const previousHash = last?.hash ?? null;
  const at = ctx.now.toISOString();
  const hash = linkOf(previousHash, { sequence, kind, at, actor, detail });
  await ctx.db
    .insert(envelopeEvents)
    .values({ envelopeId, sequence, kind, at: ctx.now, actor, detail, previousHash, hash });
}

/** The chain of an envelope, in order, as seals and bundles take it. */
export async function chainOf(db: Db, envelopeId: number) {
  const found = await db
    .select()
    .from(envelopeEvents)
    .where(eq(envelopeEvents.envelopeId, envelopeId))
    .orderBy(envelopeEvents.sequence);
  return found.map(({ sequence, kind, at, actor, detail, previousHash, hash }) => ({
    sequence,
    kind,
    at: at.toISOString(),
    actor,
    detail,
    previousHash,
    hash,
  }));
}

import { and, eq, isNull } from 'drizzle-orm';
import { CONSENT_TEXTS, type ConsentKind } from '#contract/sales/consents/consents.ts';
import type { Context } from '#server/kernel/context.ts';
import { sha256 } from '#server/kernel/secrets.ts';
import { consents } from './consents.table.ts';

/**
 * Stores the customer's consent to the current text: version, channel, time, IP address and user agent (Ley 81 de
 * 2019).
 */
export async function giveConsent(
  ctx: Pick<Context, 'db' | 'now' | 'ip' | 'userAgent'>,
  { saleId, kind, channel }: { saleId: number; kind: ConsentKind; channel: 'web' | 'oficina' },
): Promise<void> {
  const { version, text } = CONSENT_TEXTS[kind];
  await ctx.db.insert(consents).values({
    saleId,
    kind,
    textVersion: version,
    textHash: sha256(text),
    channel,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    givenAt: ctx.now,
  });
}

/** Which consents of a sale are valid. */
export async function consentsOf(db: Context['db'], saleId: number): Promise<Record<ConsentKind, boolean>> {
  const held = await db
    .select({ kind: consents.kind })
    .from(consents)
    .where(and(eq(consents.saleId, saleId), isNull(consents.revokedAt)));
  const has = (kind: ConsentKind) => held.some((one) => one.kind === kind);
  return { datos: has('datos'), apc: has('apc') };
}

/** Revokes valid consents: one by its id, or those of a kind of a sale. The rows stay, with the time. Returns them. */
export const revokeConsents = (
  ctx: Pick<Context, 'db' | 'now'>,
  which: { id: number } | { saleId: number; kind: ConsentKind },
) =>
  ctx.db
    .update(consents)
    .set({ revokedAt: ctx.now })
    .where(
      and(
        isNull(consents.revokedAt),
        'id' in which
          ? eq(consents.id, which.id)
          : and(eq(consents.saleId, which.saleId), eq(consents.kind, which.kind)),
      ),
    )
    .returning({ id: consents.id, version: consents.textVersion });

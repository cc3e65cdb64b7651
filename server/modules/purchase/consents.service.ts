import { and, eq, isNull } from 'drizzle-orm';
import type { ConsentKind } from '#contract/privacy/consents.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { giveConsent } from '#server/modules/sales/consents.service.ts';
import { consents } from '#server/modules/sales/sales.table.ts';

type Giving = Pick<Context, 'db' | 'now' | 'staff' | 'client' | 'ip' | 'userAgent' | 'requestId'>;

/** Which consents of a sale hold. */
export async function consentsOf(db: Context['db'], saleId: number): Promise<Record<ConsentKind, boolean>> {
  const held = await db
    .select({ kind: consents.kind })
    .from(consents)
    .where(and(eq(consents.saleId, saleId), isNull(consents.revokedAt)));
  const has = (kind: ConsentKind) => held.some((one) => one.kind === kind);
  return { datos: has('datos'), apc: has('apc') };
}

/**
 * Follows the boxes of the form: ticked, the text of today was agreed to; taken back, that is kept with its time and the
 * earlier agreement stays on record. Undefined changes nothing. The sale must be locked.
 */
export async function followConsents(
  ctx: Giving,
  saleId: number,
  boxes: Partial<Record<ConsentKind, boolean | undefined>>,
): Promise<Record<ConsentKind, boolean>> {
  const held = await consentsOf(ctx.db, saleId);
  for (const kind of ['datos', 'apc'] as const) {
    const ticked = boxes[kind];
    if (ticked === undefined || ticked === held[kind]) continue;
    if (ticked) await giveConsent(ctx, { saleId, kind, channel: 'web' });
    else await revoke(ctx, saleId, kind);
    await audit(ctx, ticked ? 'consentir' : 'retirar_consentimiento', 'precontrato', saleId, { kind });
    held[kind] = ticked;
  }
  return held;
}

const revoke = (ctx: Giving, saleId: number, kind: ConsentKind) =>
  ctx.db
    .update(consents)
    .set({ revokedAt: ctx.now })
    .where(and(eq(consents.saleId, saleId), eq(consents.kind, kind), isNull(consents.revokedAt)));

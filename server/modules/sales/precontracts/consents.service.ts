import { CONSENT_TEXTS, type ConsentKind } from '#contract/sales/consents/consents.ts';
import type { Context } from '#server/kernel/context.ts';
import { sha256 } from '#server/kernel/secrets.ts';
import { consents } from '#server/modules/sales/sale/sales.table.ts';

/** Writes down that the customer agreed to the text that holds today: which version, how, when, from where (Ley 81 de 2019). */
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

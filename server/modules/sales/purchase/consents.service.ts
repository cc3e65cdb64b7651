import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { CONSENT_KINDS, CONSENT_TEXTS, type ConsentKind } from '#contract/sales/consents/consents.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict } from '#server/kernel/errors.ts';
import { papersNow, type PaperNow } from '#server/modules/sales/documents/papers.service.ts';
import { consentsOf, giveConsent, revokeConsents } from '#server/modules/sales/consents/consents.service.ts';
import { ownSale, type Sale } from './own.service.ts';

type Giving = Pick<Context, 'db' | 'now' | 'staff' | 'client' | 'ip' | 'userAgent' | 'requestId'>;

const HELD: readonly number[] = [DOCUMENT.uploaded, DOCUMENT.inReview, DOCUMENT.approved, DOCUMENT.signed];

/** Whether a sale still accepts documents from its buyer: not after it ended. */
export const takesPapers = ({ stateId }: Pick<Sale, 'stateId'>): boolean => !hasEnded(stateId);

/**
 * The consents that a sent purchase still lacks: personal data while it accepts documents; APC until the banks have
 * answered, unless its document was signed separately.
 */
export function permitsMissing(
  sale: Pick<Sale, 'stateId' | 'paymentForm'>,
  held: Record<ConsentKind, boolean>,
  papers: readonly Pick<PaperNow, 'field' | 'stateId'>[],
): ConsentKind[] {
  if (sale.stateId === SALE.draft || !takesPapers(sale)) return [];
  const signed = papers.some(({ field, stateId }) => field === 'autorizacion_apc' && HELD.includes(stateId));
  const asksApc = sale.paymentForm === 'hipoteca' && sale.stateId <= SALE.rejectedByBanks && !signed;
  return [...(held.datos ? [] : ['datos' as const]), ...(held.apc || !asksApc ? [] : ['apc' as const])];
}

/** The missing consents with their current texts. */
export async function permitsOf(
  db: Context['db'],
  sale: Sale,
): Promise<{ kind: ConsentKind; text: string }[]> {
  const [held, papers] = await Promise.all([consentsOf(db, sale.id), papersNow(db, sale.id)]);
  return permitsMissing(sale, held, papers).map((kind) => ({ kind, text: CONSENT_TEXTS[kind].text }));
}

/** Stores a consent given after the form. Raises 404, 409 SALE_ENDED. */
export async function givePermit(ctx: Context, saleId: number, kind: ConsentKind): Promise<Sale> {
  const sale = await ownSale(ctx, saleId, true);
  if (!takesPapers(sale)) throw conflict('SALE_ENDED', 'Esta compra terminó: ya no hace falta.');
  await followConsents(ctx, sale.id, { [kind]: true });
  return sale;
}

/**
 * Applies the consent boxes of the form. A ticked box stores the consent to the current text; an unticked box stores
 * the time of withdrawal and keeps the earlier consent on record. Undefined changes nothing. The sale must be locked.
 */
export async function followConsents(
  ctx: Giving,
  saleId: number,
  boxes: Partial<Record<ConsentKind, boolean | undefined>>,
): Promise<Record<ConsentKind, boolean>> {
  const held = await consentsOf(ctx.db, saleId);
  for (const kind of CONSENT_KINDS) {
    const ticked = boxes[kind];
    if (ticked === undefined || ticked === held[kind]) continue;
    if (ticked) await giveConsent(ctx, { saleId, kind, channel: 'web' });
    else await revokeConsents(ctx, { saleId, kind });
    await audit(ctx, ticked ? 'consentir' : 'retirar_consentimiento', 'precontrato', saleId, { kind });
    held[kind] = ticked;
  }
  return held;
}

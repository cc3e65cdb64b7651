import { eq } from 'drizzle-orm';
import { SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { mailBuyer } from '#server/modules/sales/buyerAccess/buyerMail.service.ts';
import { findParties, mayReach } from '#server/modules/sales/buyers/parties.service.ts';
import { passClaim } from '#server/modules/sales/claims/claims.service.ts';
import { createChecklist } from '#server/modules/sales/documents/checklist.service.ts';
import { beginCeded, nextSaleCode } from '#server/modules/sales/sale/begun.service.ts';
import { writeSaleState } from '#server/modules/sales/sale/states.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import {
  ASSIGNMENT,
  chooseProcessor,
  recordAssignment,
} from '#server/modules/sales/workers/processors.service.ts';

/** domain.md §2, last customer action */
const SIGNED_DOCUMENT = 11;

type Sale = typeof sales.$inferSelect;

/**
 * Cedes a locked sale to another person (domain.md §3, 5-10 → 19): a new pre-contract with the same house, price and staff,
 * received, whose buyer sends their own papers; the lot's claim passes to it, and what follows the end of a sale (money,
 * banks, promise, appointments) follows here. The caller has checked the transition. Returns the new sale's id.
 */
export async function cedeSale(
  ctx: Acting,
  sale: Sale,
  { personId, paymentForm, reason }: { personId: number; paymentForm: string; reason: string },
): Promise<number> {
  const code = await nextSaleCode(ctx);
  const processorId = sale.processorId ?? (await chooseProcessor(ctx, sale.projectId));
  const id = await beginCeded(
    ctx,
    {
      code,
      cededFromId: sale.id,
      personId,
      paymentForm,
      projectId: sale.projectId,
      modelId: sale.modelId,
      priceCents: sale.priceCents,
      lotPremiumCents: sale.lotPremiumCents,
      adviserId: sale.adviserId,
      processorId,
      lawyerId: sale.lawyerId,
      origin: sale.origin,
      campaignNumber: sale.campaignNumber,
      lastActionId: SIGNED_DOCUMENT,
    },
    reason,
  );
  await createChecklist(ctx, { id, workSector: null, paymentForm });
  if (processorId !== null)
    await recordAssignment(ctx, { saleId: id, processorId, typeId: ASSIGNMENT.automatic });
  await passClaim(ctx, { from: sale.id, to: id });
  await writeSaleState(ctx, sale, SALE.ceded, {}, reason);
  await audit(ctx, 'ceder', 'precontrato', sale.id, { successor: id });
  await mailBoth(ctx, sale, { id, code });
  return id;
}

async function mailBoth(ctx: Acting, sale: Sale, next: { id: number; code: string }): Promise<void> {
  const before = await findParties(ctx, sale.id);
  const after = await findParties(ctx, next.id);
  if (!before || !after) return;
  const values = { codigo: next.code, modelo: after.model, proyecto: after.project };
  await mailBuyer(
    ctx,
    'cesion_recibida',
    { saleId: next.id, contact: after.contact, email: await mayReach(ctx, after) },
    { ...values, cedente: before.customer },
  );
  await mailBuyer(
    ctx,
    'cesion_hecha',
    { saleId: sale.id, contact: before.contact, email: await mayReach(ctx, before) },
    { ...values, codigo: sale.code, cesionario: after.customer },
  );
}

/** The sale that follows a ceded one; undefined without one. */
export const successorOf = async (db: Db, saleId: number): Promise<Sale | undefined> =>
  (await db.select().from(sales).where(eq(sales.cededFromId, saleId)))[0];

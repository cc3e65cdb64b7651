import type { SQL } from 'drizzle-orm';
import { keepUp } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { presentSale } from './present.service.ts';
import { findSaleRow } from './precontracts.record.ts';

/**
 * The response for one sale within `reach`. Without `reach` the caller was already allowed to change it. Raises 404.
 */
export async function answerSale(ctx: Context, id: number, reach?: SQL) {
  await keepUp(ctx);
  const sale = await findSaleRow(ctx, id, reach);
  if (!sale) throw notFound();
  return { data: await presentSale(ctx, sale) };
}

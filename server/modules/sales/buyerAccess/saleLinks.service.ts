import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { saleInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { revokeLinks } from './links.service.ts';

/** Revokes every link of a sale that the caller may edit, and closes it in its customers' browsers. Raises 404. */
export async function revokeSaleLinks(ctx: Context, saleId: number): Promise<void> {
  if (!(await saleInReach(ctx, 'ventas.editar', saleId))) throw notFound();
  await revokeLinks(ctx, saleId);
  await audit(ctx, 'links_revoked', 'precontrato', saleId);
}

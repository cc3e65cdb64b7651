import { and, eq } from 'drizzle-orm';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { salesInReach } from '#server/modules/sales/sales.scope.ts';
import { people, sales } from '#server/modules/sales/sales.table.ts';
import { codeWayOf, sendLink } from './codeWay.ts';
import { createLink, revokeLinks } from './links.service.ts';

/** The buyer of a sale that the caller may edit. 404. */
async function findBuyer(ctx: Context, saleId: number) {
  const [buyer] = await ctx.db
    .select({ name: people.name, email: people.email, phone: people.phone })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'ventas.editar')));
  if (!buyer) throw notFound();
  return buyer;
}

/** Sends the buyer a new link; the sentence says where it went, the link itself is not answered. 404. */
export async function sendSaleLink(ctx: Context, saleId: number): Promise<string> {
  const buyer = await findBuyer(ctx, saleId);
  await sendLink(ctx, buyer, await createLink(ctx, saleId));
  await audit(ctx, 'link_sent', 'precontrato', saleId, { way: codeWayOf(buyer) });
  return codeWayOf(buyer) === 'correo'
    ? `Se envió un enlace nuevo a ${buyer.email}.`
    : 'El cliente no tiene correo. El enlace quedó en la bandeja de salida, para que coordinación lo entregue.';
}

/** Voids every link of the sale and closes it in its customer's browsers. 404. */
export async function revokeSaleLinks(ctx: Context, saleId: number): Promise<void> {
  await findBuyer(ctx, saleId);
  await revokeLinks(ctx, saleId);
  await audit(ctx, 'links_revoked', 'precontrato', saleId);
}

import { inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/kernel/context.ts';
import { Refused } from '#server/kernel/errors.ts';
import { exchangeTokens, type ArrivedToken } from '#server/kernel/tokenExchange.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { openLink } from './links.service.ts';

const EXPIRED_PAGE = '/clientes/enlace-vencido';

/** Opens the sale of a link on its target page, and serves the error page for invalid links. */
export function arriveByLink(app: FastifyInstance): void {
  exchangeTokens(app, /^\/(clientes|comprar|tramites)(\/|$)/, follow);
  app.get(EXPIRED_PAGE, { config: { access: 'public' } }, () => {
    throw new Refused(
      401,
      'LINK_EXPIRED',
      'Este enlace venció o fue reemplazado por otro. Con tu celular o tu cédula te enviamos un código y abrimos tu compra otra vez.',
    );
  });
}

async function follow(ctx: Context, { token, path, clean }: ArrivedToken): Promise<string> {
  return (await openLink(ctx, token)) !== null || (await holdsSaleOf(ctx, path)) ? clean : EXPIRED_PAGE;
}

/** The sale of this old link is already open in this browser, so no error is shown. */
async function holdsSaleOf(ctx: Context, path: string): Promise<boolean> {
  const held = ctx.client?.saleIds ?? [];
  if (held.length === 0) return false;
  const found = await ctx.db
    .select({ id: sales.id, code: sales.code })
    .from(sales)
    .where(inArray(sales.id, [...held]));
  const parts = path.split('/');
  return found.some(({ id, code }) => parts.includes(String(id)) || (code !== null && parts.includes(code)));
}

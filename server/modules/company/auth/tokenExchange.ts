import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inArray } from 'drizzle-orm';
import { inTransaction } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { Refused } from '#server/kernel/errors.ts';
import { contextOf, newEffects, settle } from '#server/kernel/route.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { exchangeBrowserToken } from './browserTokens.service.ts';
import { openLink } from '#server/modules/sales/buyerAccess/links.service.ts';

const STAFF_PAGES = /^\/(oficina|ingresar)(\/|$)/;
const CUSTOMER_PAGES = /^\/(clientes|comprar|tramites)(\/|$)/;
const EXPIRED_PAGE = '/clientes/enlace-vencido';

/**
 * `?token=` on page paths (rulings 4, 10): taken before any page sees it, then the same address without it. The path says whose
 * token it is; under /api it means nothing.
 */
export function exchangeTokens(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'GET' || !request.url.includes('token=')) return;
    const { path, token, clean } = readAddress(request.url);
    if (token === null) return;
    if (STAFF_PAGES.test(path))
      return leave(reply, await exchange(app, request, reply, staffExchange(token, clean)));
    if (CUSTOMER_PAGES.test(path))
      return leave(reply, await exchange(app, request, reply, customerExchange(token, path, clean)));
  });

  app.get(EXPIRED_PAGE, { config: { access: 'public' } }, () => {
    throw new Refused(
      401,
      'LINK_EXPIRED',
      'Este enlace venció o fue reemplazado por otro. Con tu celular o tu cédula te enviamos un código y abrimos tu compra otra vez.',
    );
  });
}

/** The path as it was sent, its token, and the address without it. */
function readAddress(url: string) {
  const at = url.indexOf('?');
  const path = url.slice(0, at);
  const query = new URLSearchParams(url.slice(at + 1));
  const token = query.get('token');
  query.delete('token');
  const rest = query.toString();
  return { path, token, clean: rest ? `${path}?${rest}` : path };
}

const staffExchange = (token: string, clean: string) => async (ctx: Context) => {
  switch (await exchangeBrowserToken(ctx, token)) {
    case 'done':
      return clean;
    case 'ask':
      // The fragment stays in the browser; nothing was taken until the person says yes.
      return `/ingresar/cambiar?volver=${encodeURIComponent(clean)}#token=${encodeURIComponent(token)}`;
    case 'void':
      return ctx.staff ? clean : '/ingresar?aviso=enlace';
  }
};

const customerExchange = (token: string, path: string, clean: string) => async (ctx: Context) =>
  (await openLink(ctx, token)) !== null || (await holdsSaleOf(ctx, path)) ? clean : EXPIRED_PAGE;

/** An old link to what is open here anyway needs no apology. */
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

async function exchange(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (ctx: Context) => Promise<string>,
): Promise<string> {
  const now = app.house.clock.now();
  const callers = await app.house.authenticate(request, now);
  const effects = newEffects();
  const target = await inTransaction(
    contextOf(app, request, { callers, now }, app.house.database.db, effects),
    act,
  );
  await settle(reply, app, effects);
  return target;
}

const leave = (reply: FastifyReply, address: string) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 303);

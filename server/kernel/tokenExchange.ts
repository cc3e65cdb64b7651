import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from './changes.ts';
import type { Context } from './context.ts';
import { contextOf, newEffects, settle } from './route.ts';

/** A token from a page's URL: the path as sent, and the URL without the token. */
export interface ArrivedToken {
  token: string;
  path: string;
  clean: string;
}

/**
 * Handles `?token=` on the matching pages (rulings 4, 10) before a page sees it, then redirects to the URL that `take`
 * returns. URLs under /api never match.
 */
export function exchangeTokens(
  app: FastifyInstance,
  pages: RegExp,
  take: (ctx: Context, arrived: ArrivedToken) => Promise<string>,
): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'GET' || !request.url.includes('token=')) return;
    const { token, ...address } = readAddress(request.url);
    if (token === null || !pages.test(address.path)) return;
    const target = await exchange(app, request, reply, (ctx) => take(ctx, { token, ...address }));
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(target, 303);
  });
}

function readAddress(url: string) {
  const at = url.indexOf('?');
  const path = url.slice(0, at);
  const query = new URLSearchParams(url.slice(at + 1));
  const token = query.get('token');
  query.delete('token');
  const rest = query.toString();
  return { path, token, clean: rest ? `${path}?${rest}` : path };
}

async function exchange(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (ctx: Context) => Promise<string>,
): Promise<string> {
  const now = app.core.clock.now();
  const callers = await app.core.authenticate(request, now);
  const effects = newEffects();
  const target = await inTransaction(
    contextOf(app, request, { callers, now }, app.core.database.db, effects),
    act,
  );
  await settle(reply, app, effects);
  return target;
}

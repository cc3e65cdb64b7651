import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { MESSAGES } from '#contract/errors.ts';
import { cardWebhook, yappyIpn } from '#contract/money/onlineDeposits/endpoints.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import { forbidden, Refused } from '#server/kernel/errors.ts';
import { route } from '#server/kernel/route.ts';
import { takeNews } from './news.service.ts';
import { yappyNews, type News } from './providers.ts';

/** A signed call that is older or younger than this is a replay, or a clock that is wrong. */
const TOLERANCE_SECONDS = 300;
const BODY_MAX = 65_536;

/** Equal texts, compared in the same time whatever they are. */
const same = (a: string, b: string): boolean =>
  timingSafeEqual(createHmac('sha256', 'x').update(a).digest(), createHmac('sha256', 'x').update(b).digest());

/** The key of Yappy's hash: the first part of the secret that the bank gives in base64. */
export const yappyHash = (
  secret: string,
  said: { orderId: string; status: string; domain: string },
): string => {
  const [key = ''] = Buffer.from(secret, 'base64').toString('utf8').split('.');
  return createHmac('sha256', key).update(`${said.orderId}${said.status}${said.domain}`).digest('hex');
};

/** `t=1795000000,v1=hex` over the time, a point, and the bytes of the body. */
export const cardSignature = (secret: string, seconds: number, body: string | Buffer): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`;

function isSigned(secret: string | undefined, header: string, body: Buffer, now: Date): boolean {
  const seconds = Number(/^t=(\d{1,12}),v1=[0-9a-f]{64}$/.exec(header)?.[1] ?? Number.NaN);
  if (!secret || !(Math.abs(now.getTime() / 1000 - seconds) <= TOLERANCE_SECONDS)) return false;
  return same(header, cardSignature(secret, seconds, body));
}

const STATES: Readonly<Record<string, News['state']>> = {
  'payment.paid': 'paid',
  'payment.failed': 'failed',
  'payment.refunded': 'returned',
  'payment.disputed': 'returned',
};

/** What the providers call when something happened to a payment. */
export function depositWebhooks(app: FastifyInstance): void {
  const { config } = app.core.services;
  route(app, yappyIpn, async (ctx, { query }) => {
    const domain = new URL(config.appUrl).origin;
    const secret = config.YAPPY_SECRET;
    if (!secret || query.domain !== domain || !same(query.hash, yappyHash(secret, query))) throw forbidden();
    await inTransaction(ctx, (inside) => takeNews(inside, 'yappy', query.orderId, yappyNews(query.status)));
    return { success: true as const };
  });
  void app.register(async (scope) => {
    // The signature is over the bytes: it is checked before anything reads them, and nothing unsigned is parsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (request, body, done) => {
      const header = String(request.headers['x-signature'] ?? '');
      if (!isSigned(config.CARD_WEBHOOK_SECRET, header, body as Buffer, app.core.clock.now()))
        return done(forbidden());
      try {
        done(null, JSON.parse((body as Buffer).toString('utf8')));
      } catch {
        done(new Refused(422, 'INVALID', MESSAGES.INVALID));
      }
    });
    // A body without content has no signature either.
    scope.addHook('preHandler', async (request) => {
      if (request.body === undefined || request.body === null) throw forbidden();
    });
    route(scope, cardWebhook, async (ctx, { body: { type, data } }) => {
      await takeNews(ctx, 'tarjeta', data.reference, {
        state: STATES[type]!,
        id: data.id,
        fee: data.fee,
        // Another currency is another amount.
        cents: data.currency === 'USD' ? data.amount : 0,
      });
      return { success: true as const };
    });
  });
}

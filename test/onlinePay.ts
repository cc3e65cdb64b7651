import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { LightMyRequestResponse } from 'fastify';
import { cardSignature, yappyHash } from '#server/modules/money/onlineDeposits/webhooks.routes.ts';
import type { TestApp } from './app.ts';

/** A local server that speaks as much of Yappy's payment button and of a hosted card page as the application uses. */
interface FakeProviders {
  environment: Record<string, string>;
  /** Yappy orders by their reference: what was asked, and the status (E, R, C, X) once there is one. */
  orders: Map<string, { total: string; aliasYappy: string; status: string }>;
  /** Card payments by their reference. */
  cards: Map<string, { id: string; amount: number; status: string; fee: number }>;
  /** How the next calls are answered; the default works. */
  behave: 'work' | 'down' | 'refuse';
  close(): void;
}

const MERCHANT = 'COMERCIO-1';
const HASH_KEY = 'the-key-of-the-hash';
const YAPPY_SECRET = Buffer.from(`${HASH_KEY}.the-key-of-the-api`).toString('base64');
export const CARD_SECRET = 'a-secret-of-the-card-page';
const CARD_KEY = 'a-key-for-tests';

async function bodyOf(request: IncomingMessage): Promise<Record<string, never>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString('utf8')) : {};
}

export async function fakeProviders(): Promise<FakeProviders> {
  const json = (answer: ServerResponse, status: number, body: object) => {
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const fake: FakeProviders = {
    environment: {},
    orders: new Map(),
    cards: new Map(),
    behave: 'work',
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  let base = '';
  const cardOf = (reference: string) => ({
    reference,
    ...fake.cards.get(reference)!,
    url: `${base}/page/${reference}`,
  });
  async function handle(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, 'http://pay');
    const body = await bodyOf(request);
    const last = decodeURIComponent(pathname.split('/').at(-1)!);
    if (pathname.startsWith('/page/'))
      return void answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Pagar con tarjeta</h1>');
    if (fake.behave === 'down') return void request.socket.destroy();
    if (pathname === '/yappy/payments/validate/merchant')
      return json(answer, 200, body['merchantId'] === MERCHANT ? { status: { code: '0000' }, body: { epochTime: 1_795_000_000, token: 'a-token' } } : { status: { code: 'E001' } }); // prettier-ignore
    if (pathname.startsWith('/yappy/') && request.headers.authorization !== 'a-token')
      return json(answer, 200, { status: { code: 'E002' } });
    if (pathname === '/yappy/payments/payment-wc') {
      if (fake.behave === 'refuse') return json(answer, 200, { status: { code: 'E005' } });
      fake.orders.set(body['orderId']!, {
        total: body['total']!,
        aliasYappy: body['aliasYappy']!,
        status: '',
      });
      return json(answer, 200, {
        status: { code: '0000' },
        body: { transactionId: `YP-${body['orderId']}` },
      });
    }
    if (pathname.startsWith('/yappy/payments/orders/')) {
      const order = fake.orders.get(last);
      return order
        ? json(answer, 200, { status: { code: '0000' }, body: { status: order.status } })
        : json(answer, 404, {});
    }
    if (request.headers.authorization !== `Bearer ${CARD_KEY}`) return json(answer, 401, {});
    if (pathname === '/card/payments') {
      const reference = body['reference']! as string;
      if (!fake.cards.has(reference))
        fake.cards.set(reference, {
          id: `pay_${reference}`,
          amount: body['amount']!,
          status: 'pending',
          fee: 0,
        });
      return json(answer, 200, cardOf(reference));
    }
    return fake.cards.has(last) ? json(answer, 200, cardOf(last)) : json(answer, 404, {});
  }
  const server = createServer((request, answer) => void handle(request, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  fake.environment = {
    YAPPY_URL: `${base}/yappy`,
    YAPPY_MERCHANT_ID: MERCHANT,
    YAPPY_SECRET,
    CARD_URL: `${base}/card`,
    CARD_KEY,
    CARD_WEBHOOK_SECRET: CARD_SECRET,
  };
  return fake;
}

/** What Yappy's IPN says, signed unless `over` changes it. */
export function tellYappy(
  { app }: Pick<TestApp, 'app'>,
  orderId: string,
  status: string,
  over: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const said = { orderId, status, domain: 'http://llave.test' };
  const query = new URLSearchParams({ ...said, hash: yappyHash(YAPPY_SECRET, said), ...over });
  return app.inject({ method: 'GET', url: `/api/online_deposits/yappy?${query}` });
}

/** What the card page's webhook says; `at`: when it was signed. */
export function tellCard(
  { app, clock }: Pick<TestApp, 'app' | 'clock'>,
  type: string,
  data: object,
  { at = clock.now(), secret = CARD_SECRET, tamper = (body: string) => body } = {},
): Promise<LightMyRequestResponse> {
  const body = JSON.stringify({ type, data: { currency: 'USD', fee: 0, ...data } });
  return app.inject({
    method: 'POST',
    url: '/api/online_deposits/card',
    payload: tamper(body),
    headers: {
      'content-type': 'application/json',
      'x-signature': cardSignature(secret, Math.floor(at.getTime() / 1000), body),
    },
  });
}

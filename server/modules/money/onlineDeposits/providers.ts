import { z } from 'zod';
import type { Way } from '#contract/money/onlineDeposits/rules.ts';
import type { Config } from '#server/kernel/config.ts';

/** What a provider is asked to collect. */
interface Order {
  reference: string;
  cents: number;
  /** What the customer reads. */
  concept: string;
  /** Eight digits, for Yappy. */
  phone: string;
  /** Where the provider's page sends the customer back. */
  backUrl: string;
}
/** What a provider says of an order; amounts in centavos. */
export interface News {
  state: 'paid' | 'failed' | 'pending' | 'returned';
  cents?: number;
  fee?: number;
  /** The provider's own number of it. */
  id?: string;
  remark?: string;
}
interface Provider {
  /** Raises ProviderFault. */
  open(order: Order): Promise<{ id: string | null; payUrl: string | null }>;
  /** Null: it does not know the order. Raises ProviderFault. */
  find(reference: string): Promise<News | null>;
}

/** refused: an answer that a repeat does not change · silent: no answer that can be read. */
export class ProviderFault extends Error {
  readonly kind: 'refused' | 'silent';
  readonly code: string;
  constructor(kind: 'refused' | 'silent', code = '', cause?: unknown) {
    super(`payment provider: ${kind} ${code}`, { cause });
    this.kind = kind;
    this.code = code;
  }
}

/** The providers that are configured, by way. */
export function providersOf(config: Config): ReadonlyMap<Way, Provider> {
  const { YAPPY_URL, YAPPY_MERCHANT_ID, CARD_URL, CARD_KEY } = config;
  const found = new Map<Way, Provider>();
  if (YAPPY_URL && YAPPY_MERCHANT_ID) found.set('yappy', yappy(YAPPY_URL, YAPPY_MERCHANT_ID, config.appUrl));
  if (CARD_URL && CARD_KEY) found.set('tarjeta', card(CARD_URL, CARD_KEY, config.appUrl));
  return found;
}

const TIMEOUT_MS = 15_000;
const ANSWER_MAX = 65_536;

async function ask<S extends z.ZodType>(
  schema: S,
  url: string,
  init: RequestInit & { missing?: true },
): Promise<z.output<S> | null> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'content-type': 'application/json', ...init.headers },
    });
    if (init.missing && response.status === 404) return null;
    const text = await response.text();
    if (text.length > ANSWER_MAX) throw new ProviderFault('silent');
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw new ProviderFault('refused', String(response.status));
    if (!response.ok) throw new ProviderFault('silent');
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw error instanceof ProviderFault ? error : new ProviderFault('silent', '', error);
  }
}

const amount = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const Status = z.object({ code: z.string().max(20) });
const OK = '0000';
const NAMES: Readonly<Record<string, News['state']>> = { E: 'paid', R: 'failed', C: 'failed', X: 'failed' };
const REMARKS: Readonly<Record<string, string>> = {
  R: 'Yappy lo rechazó.',
  C: 'El cliente lo canceló en Yappy.',
  X: 'Se venció en Yappy sin pagarse.',
};

/** What a status of Yappy means. */
export const yappyNews = (status: string): News => ({
  state: NAMES[status] ?? 'pending',
  ...(REMARKS[status] && { remark: REMARKS[status] }),
});

/** Botón de Pago Yappy of Banco General: a token for the merchant, then an order that the customer approves in the telephone. */
function yappy(base: string, merchantId: string, appUrl: string): Provider {
  const url = base.replace(/\/$/, '');
  const domain = new URL(appUrl).origin;
  async function token() {
    const answer = await ask(
      z.object({
        status: Status,
        body: z.object({ epochTime: z.number(), token: z.string().min(1) }).optional(),
      }),
      `${url}/payments/validate/merchant`,
      { method: 'POST', body: JSON.stringify({ merchantId, urlDomain: domain }) },
    );
    if (!answer?.body) throw new ProviderFault('refused', answer?.status.code);
    return answer.body;
  }
  return {
    async open({ reference, cents, phone }) {
      const { epochTime, token: authorization } = await token();
      const answer = await ask(
        z.object({ status: Status, body: z.object({ transactionId: z.string().max(80) }).optional() }),
        `${url}/payments/payment-wc`,
        {
          method: 'POST',
          headers: { authorization },
          body: JSON.stringify({
            merchantId,
            orderId: reference,
            domain,
            paymentDate: epochTime,
            aliasYappy: phone,
            ipnUrl: `${appUrl}/api/online_deposits/yappy`,
            discount: '0.00',
            taxes: '0.00',
            subtotal: amount(cents),
            total: amount(cents),
          }),
        },
      );
      if (answer?.status.code !== OK) throw new ProviderFault('refused', answer?.status.code);
      return { id: answer.body?.transactionId ?? null, payUrl: null };
    },
    async find(reference) {
      const { token: authorization } = await token();
      const answer = await ask(
        z.object({ status: Status, body: z.object({ status: z.string().max(4) }).optional() }),
        `${url}/payments/orders/${encodeURIComponent(reference)}`,
        { headers: { authorization }, missing: true },
      );
      return answer?.body ? yappyNews(answer.body.status) : null;
    },
  };
}

const CardPayment = z.object({
  id: z.string().min(1).max(80),
  status: z.enum(['pending', 'paid', 'failed', 'refunded', 'disputed']),
  amount: z.number().int().min(0),
  fee: z.number().int().min(0).default(0),
  /** The provider's page, which asks for the card. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .optional(),
});

/** A provider whose own page asks for the card; amounts are centavos. */
function card(base: string, key: string, appUrl: string): Provider {
  const url = base.replace(/\/$/, '');
  const headers = { authorization: `Bearer ${key}` };
  return {
    async open({ reference, cents, concept, backUrl }) {
      const answer = await ask(CardPayment, `${url}/payments`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': reference },
        body: JSON.stringify({
          reference,
          amount: cents,
          currency: 'USD',
          description: concept,
          return_url: backUrl,
          webhook_url: `${appUrl}/api/online_deposits/card`,
        }),
      });
      if (!answer?.url) throw new ProviderFault('silent');
      return { id: answer.id, payUrl: answer.url };
    },
    async find(reference) {
      const answer = await ask(CardPayment, `${url}/payments/${encodeURIComponent(reference)}`, {
        headers,
        missing: true,
      });
      if (!answer) return null;
      const returned = answer.status === 'refunded' || answer.status === 'disputed';
      return {
        state: returned ? 'returned' : (answer.status as 'pending' | 'paid' | 'failed'),
        cents: answer.amount,
        fee: answer.fee,
        id: answer.id,
      };
    },
  };
}

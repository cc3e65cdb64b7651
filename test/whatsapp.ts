import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { LightMyRequestResponse } from 'fastify';
import { WEBHOOK } from '#contract/care/whatsapp/endpoints.ts';
import type { TestApp } from './app.ts';

/** A local server that speaks as much of the WhatsApp Business Cloud API as the application uses. */
export interface FakeWhatsapp {
  /** What the application needs to use it. */
  environment: Record<string, string>;
  /** Messages that the provider accepted, in order. */
  accepted: { id: string; to: string; key: string | undefined; body: Record<string, unknown> }[];
  /** How the next messages are answered; the default accepts. */
  behave: (call: number) => Behaviour;
  /** Number of calls that wanted to send. */
  calls: number;
  /** Files by media id; undefined: gone. */
  files: Map<string, { bytes: Uint8Array; mime: string }>;
  templates: object[];
  close(): void;
}
/** lost: accepted, and the answer never arrives · cut: the line breaks before · else: the provider's error code. */
export type Behaviour = 'accept' | 'lost' | 'cut' | { status: number; code: number };

export const PHONE_ID = '106540352242922';
export const SECRET = 'a-secret-of-the-app-1';
export const WORD = 'the-word-we-agreed-on';

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

export async function fakeWhatsapp(): Promise<FakeWhatsapp> {
  const json = (answer: ServerResponse, status: number, body: object) => {
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const fake: FakeWhatsapp = {
    environment: {},
    accepted: [],
    behave: () => 'accept',
    calls: 0,
    files: new Map(),
    templates: [],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  async function handle(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, 'http://api');
    const [, first = '', second] = pathname.split('/');
    const bytes = await bodyOf(request);
    if (request.headers.authorization !== 'Bearer a-token-for-tests')
      return json(answer, 401, { error: { code: 190 } });
    if (second === 'message_templates') return json(answer, 200, { data: fake.templates });
    if (second === 'media') return json(answer, 200, { id: `uploaded-${bytes.length}` });
    if (second === 'messages') {
      fake.calls += 1;
      const how = fake.behave(fake.calls);
      if (typeof how === 'object') return json(answer, how.status, { error: { code: how.code } });
      if (how === 'cut') return void request.socket.destroy();
      const body = JSON.parse(bytes.toString()) as Record<string, unknown>;
      const id = `wamid.out${fake.calls}`;
      fake.accepted.push({
        id,
        to: String(body['to']),
        key: body['biz_opaque_callback_data'] as string,
        body,
      });
      if (how === 'lost') return void request.socket.destroy();
      return json(answer, 200, { messages: [{ id }] });
    }
    const file = fake.files.get(first === 'file' ? second! : first);
    if (!file) return json(answer, 404, { error: { code: 100 } });
    if (first === 'file') return void answer.writeHead(200, { 'content-type': file.mime }).end(file.bytes);
    return json(answer, 200, {
      url: `${base}/file/${first}`,
      file_size: file.bytes.length,
      mime_type: file.mime,
    });
  }
  const server = createServer((request, answer) => void handle(request, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  fake.environment = {
    WHATSAPP_API_URL: base,
    WHATSAPP_PHONE_ID: PHONE_ID,
    WHATSAPP_ACCOUNT_ID: '102290129340398',
    WHATSAPP_TOKEN: 'a-token-for-tests',
    WHATSAPP_APP_SECRET: SECRET,
    WHATSAPP_VERIFY_TOKEN: WORD,
  };
  return fake;
}

/** One call of the provider, with the changes of one field. */
export const hook = (value: object, field = 'messages') => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '1',
      changes: [
        {
          field,
          value: { messaging_product: 'whatsapp', metadata: { phone_number_id: PHONE_ID }, ...value },
        },
      ],
    },
  ],
});

export const signed = (text: string, secret = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;

export const tell = (
  { app }: Pick<TestApp, 'app'>,
  body: object,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => {
  const payload = JSON.stringify(body);
  return app.inject({
    method: 'POST',
    url: WEBHOOK,
    payload,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signed(payload), ...headers },
  });
};

const second = (at: Date) => String(Math.floor(at.getTime() / 1000));
/** A message of a customer. */
export const textFrom = (from: string, id: string, body: string, at: Date, more: object = {}) => ({
  from,
  id,
  timestamp: second(at),
  type: 'text',
  text: { body },
  ...more,
});
export const statusOf = (id: string, status: string, to: string, at: Date, more: object = {}) => ({
  id,
  status,
  timestamp: second(at),
  recipient_id: to,
  ...more,
});

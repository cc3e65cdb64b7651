import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFeXml } from '#server/modules/money/invoices/feXml.service.ts';

/** other: another amount has the number · lost: authorized, and the answer never arrives · down: nothing is kept · list: rejected with these messages. */
type PacBehaviour = 'authorize' | 'other' | 'lost' | 'down' | 'token' | 'garbage' | readonly string[];

/** A local server that speaks the protocol of an authorized provider (docs/operations.md). */
interface FakePac {
  environment: Record<string, string>;
  /** What was authorized, in order, by ruc/branch/point/type/number. */
  authorized: Map<string, { cufe: string; xml: string }>;
  /** Every call, as METHOD path. */
  calls: string[];
  behave: (number: string) => PacBehaviour;
  close(): void;
}

const TOKEN = 'a-token-for-tests';

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const tag = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

export async function fakePac(): Promise<FakePac> {
  const json = (answer: ServerResponse, status: number, body: object) => {
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const fake: FakePac = {
    environment: {},
    authorized: new Map(),
    calls: [],
    behave: () => 'authorize',
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const answerOf = ({ cufe, xml }: { cufe: string; xml: string }) => ({
    status: 'authorized',
    cufe,
    qr: `https://dgi-fep.mef.gob.pa/Consultas/FacturasPorQR?chFE=${cufe}`,
    protocol: `P-${cufe.slice(-6)}`,
    authorized_at: '2026-11-21T15:00:05-05:00',
    xml,
  });
  async function handle(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, 'http://pac');
    const body = await bodyOf(request);
    fake.calls.push(`${request.method} ${pathname}`);
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return json(answer, 401, {});
    if (request.method === 'GET') {
      const found = fake.authorized.get(decodeURIComponent(pathname.replace('/documents/', '')));
      return found ? json(answer, 200, answerOf(found)) : json(answer, 404, {});
    }
    const name = [
      tag(body, 'dRuc'),
      tag(body, 'dSucEm'),
      tag(body, 'dPtoFacDF'),
      tag(body, 'iDoc'),
      tag(body, 'dNroDF'),
    ].join('/');
    const how = fake.behave(tag(body, 'dNroDF'));
    if (how === 'down') return void request.socket.destroy();
    if (how === 'token') return json(answer, 401, {});
    if (how === 'garbage') return json(answer, 200, { status: 'authorized', cufe: '' });
    if (typeof how === 'object')
      return json(answer, 422, {
        status: 'rejected',
        errors: how.map((message, at) => ({ code: `E${at + 1}`, message })),
      });
    if (fake.authorized.has(name))
      return json(answer, 422, { status: 'rejected', errors: [{ code: 'DUP', message: 'Número repetido' }] });
    // It must be a document that the reader of suppliers' invoices understands.
    readFeXml(Buffer.from(body));
    const cufe = `FE${createHash('sha256').update(name).digest('hex').toUpperCase().slice(0, 60)}`;
    const made = { cufe, xml: body.replace('</dVerForm>', `</dVerForm><dId>${cufe}</dId>`) };
    if (how === 'other') made.xml = made.xml.replace(/<dTotNeto>[^<]*</, '<dTotNeto>1.00<');
    fake.authorized.set(name, made);
    if (how === 'lost') return void request.socket.destroy();
    return json(answer, 200, answerOf(made));
  }
  const server = createServer((request, answer) => void handle(request, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  fake.environment = { PAC_URL: `http://127.0.0.1:${port}/`, PAC_TOKEN: TOKEN };
  return fake;
}

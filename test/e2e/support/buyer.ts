import {
  expect,
  type APIRequestContext,
  type APIResponse,
  type PlaywrightWorkerArgs,
} from '@playwright/test';
import type { RoleName } from '#contract/access.ts';
import { panamaDay } from '#contract/dates.ts';
import { papersOf, proofOf } from '#server/demo/demoPapers.ts';
import { demoPeople, type DemoPerson } from '#server/demo/people.ts';

type Multipart = NonNullable<Parameters<APIRequestContext['post']>[1]>['multipart'];

/** An HTTP client with its own cookies; adds the CSRF token to its writes. */
export interface Line {
  get<T>(path: string): Promise<T>;
  form<T>(path: string, fields: NonNullable<Multipart>): Promise<T>;
  json<T>(method: 'POST' | 'PATCH' | 'PUT', path: string, body: object): Promise<T>;
  /** Opens a mailed link like a browser. */
  open(link: string): Promise<void>;
  /** Its cookies, for a browser that continues its session. */
  cookies(): Promise<Awaited<ReturnType<APIRequestContext['storageState']>>['cookies']>;
  end(): Promise<void>;
}

export async function openLine(
  playwright: PlaywrightWorkerArgs['playwright'],
  baseURL: string,
): Promise<Line> {
  const request = await playwright.request.newContext({ baseURL });
  const token = await request.get('/api/csrf');
  const headers = { 'x-csrf-token': ((await token.json()) as { data: { token: string } }).data.token };
  const read = async <T>(answer: APIResponse): Promise<T> => {
    expect(answer.ok(), `${answer.url()}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  };
  return {
    get: async (path) => read(await request.get(path)),
    form: async (path, multipart) => read(await request.post(path, { headers, multipart })),
    json: async (method, path, data) => read(await request.fetch(path, { method, headers, data })),
    cookies: async () => (await request.storageState()).cookies,
    async open(link) {
      const { pathname, search } = new URL(link);
      expect((await request.get(pathname + search)).ok()).toBe(true);
    },
    end: () => request.dispose(),
  };
}

/** A colleague's client, for setup steps that a test does not check. */
export async function staffLine(
  playwright: PlaywrightWorkerArgs['playwright'],
  baseURL: string,
  role: RoleName,
): Promise<Line> {
  const line = await openLine(playwright, baseURL);
  const password = process.env['DEMO_PASSWORD'] ?? '';
  await line.json('POST', '/api/login', { email: `${role}@demo.llave`, password });
  return line;
}

/** A sale with a complete form, the documents of an employee and a reported separation. */
export interface Bought {
  id: number;
  code: string;
  person: DemoPerson;
  /** The buyer's documents, by field of the form. */
  papers: ReadonlyMap<string, Sent>;
}
interface Sent {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A person outside the demo's buyers: an employee with cédula and e-mail, without a purchase yet. */
async function nextPerson(staff: Line): Promise<DemoPerson> {
  const suits = ({ sector, forma_pago, tipo_documento, email }: DemoPerson) =>
    sector === 'Privado' && forma_pago === 'hipoteca' && tipo_documento === 'cedula' && email !== null;
  for (const person of demoPeople(400).slice(60).filter(suits)) {
    const query = new URLSearchParams({ q: person.nombre });
    const { data } = await staff.get<{ data: object[] }>(`/api/sale/precontracts?${query}`);
    if (data.length === 0) return person;
  }
  throw new Error('everybody has bought');
}

/** Buys a house through the API like a phone: model, lot, form with documents, payment. */
export async function buyHouse(line: Line, staff: Line): Promise<Bought> {
  const person = await nextPerson(staff);
  const now = new Date();
  const drawn = await papersOf(person, panamaDay(now));
  const papers = new Map(
    drawn.map(({ type, name, mime, bytes }) => [type, { name, mimeType: mime, buffer: bytes }]),
  );
  const proof = await proofOf(person, { centavos: 50_000, reference: `9${Date.now()}`, now });
  const models = await staff.get<{ data: { id: number }[] }>('/api/sale/project_models/list?proyecto_id=1');
  const lots = await staff.get<{ data: { id: number; activo: number }[] }>('/api/lotes/list?proyecto_id=1');
  const contact = { nombre: person.nombre, celular: person.celular };
  const free = lots.data.filter(({ activo }) => activo === 1).toReversed();
  const { precontratoId, lotId } = await holdOne(line, models.data[0]!.id, free, {
    ...contact,
    email: person.email ?? '',
  });
  const sent = await line.form<{ precontratoCodigo: string }>('/clientes/precontrato', {
    ...contact,
    precontrato_id: String(precontratoId),
    email: person.email ?? '',
    tipo_documento: 'cedula',
    cedula: person.cedula,
    sector_trabajo: person.sector,
    estatus_laboral: person.estatus_laboral ?? '',
    forma_pago: person.forma_pago,
    consentimiento_datos: '1',
    consentimiento_apc: '1',
    monto_pagado: '500.00',
    lote_id: String(lotId),
    ...Object.fromEntries(papers),
    archivo_comprobante: { name: proof.name, mimeType: proof.mime, buffer: proof.bytes },
  });
  return { id: precontratoId, code: sent.precontratoCodigo, person, papers };
}

/** Holds the first free lot that suits the model. Parallel tests may take lots meanwhile. */
async function holdOne(
  line: Line,
  modelId: number,
  lots: readonly { id: number }[],
  contact: Record<string, string>,
): Promise<{ precontratoId: number; lotId: number }> {
  for (const { id } of lots) {
    const held = await line
      .form<{ precontratoId: number }>(`/clientes/comprar/${modelId}`, { ...contact, lote_id: String(id) })
      .catch((refusal: unknown) => {
        if (!String(refusal).includes('lote_id')) throw refusal;
      });
    if (held) return { ...held, lotId: id };
  }
  throw new Error('no lot is free');
}

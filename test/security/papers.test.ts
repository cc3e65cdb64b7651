import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DEED } from '#contract/company/catalogs/states.ts';
import { USER_TYPE } from '#contract/company/users/model.ts';
import { urlOf, type EndpointSpec } from '#contract/endpoint.ts';
import { sql } from '#server/kernel/db.ts';
import { endpointsOf } from '#server/kernel/route.ts';
import { namesDocument } from '#server/modules/legal/envelopes/papers.rules.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { eq } from 'drizzle-orm';
import { useApp, type Browser } from '../app.ts';
import { browserOf } from '../buyers.ts';
import { refusalOf, send, sentLetter, BUYER, representing, makeRepresentative } from '../envelopes.ts';
import { makeUser } from '../factories.ts';
import { makePromisable, makeTemplate, nameCompany, termsFor } from '../legal.ts';
import { codeTo } from '../outbox.ts';
import { askSeal } from '../seals.ts';
import { signInAs, signInUser, type StaffBrowser } from '../signIn.ts';
import { BODIES } from './bodies.ts';

/** Legal papers of a sale that was given to nobody who asks here. */
const llave = useApp();
let lawyer: StaffBrowser;
let outside: StaffBrowser;
const ids: Record<string, number> = {};

beforeAll(async () => {
  const { db } = llave.database;
  const now = llave.clock.now();
  await nameCompany(llave);
  ids['contract_templates'] = await makeTemplate(llave);
  lawyer = await signInAs(llave, 'abogado');
  const { id: representative } = await makeRepresentative(llave, lawyer.user.id);
  const { sale, lot } = await makePromisable(llave);
  const made = await lawyer.post(`/api/sale/precontracts/${sale.id}/promises`, termsFor(representative));
  if (made.statusCode !== 201) throw new Error(made.body);
  const sent = await send(lawyer, sale.id, [BUYER, representing({ id: representative })]);
  if (sent.statusCode !== 201) throw new Error(sent.body);
  const { data } = sent.json<{ data: { id: number; signers: { id: number }[] } }>();
  const rowOf = async (statement: ReturnType<typeof sql>) =>
    (await db.execute<{ id: number }>(sql`${statement} returning id::int id`)).rows[0]!.id;
  const deed = await rowOf(sql`insert into deeds (sale_id, state_id, state_since, created_at)
    values (${sale.id}, ${DEED.toDo}, ${now}, ${now})`);
  const complaint =
    await rowOf(sql`insert into complaints (sale_id, state_id, state_since, kind, detail, filed_on, created_at)
      values (${sale.id}, 1, ${now}, 'otro', 'Reclamo', '2026-01-02', ${now})`);
  const seal = await askSeal(llave);
  await db.execute(sql`update seals set sale_id = ${sale.id} where id = ${seal.id}`);
  Object.assign(ids, {
    precontracts: sale.id,
    promises: made.json<{ data: { id: number } }>().data.id,
    addenda: 1,
    envelopes: data.id,
    signerId: data.signers[0]!.id,
    paperId: 1,
    deeds: deed,
    complaints: complaint,
    seals: seal.id,
    house_files: lot.id,
    representatives: representative,
    number: 1,
    estado: 1,
  });
  outside = await signInUser(
    llave,
    await makeUser(db, { roles: ['abogado'], userTypeId: USER_TYPE.externalLawyer }),
  );
});

interface Schema {
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  minimum?: number;
  minLength?: number;
  format?: string;
}

/** A value that a schema accepts, so that only access can refuse it. */
function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const one = schema.oneOf?.[0] ?? schema.anyOf?.find(({ type }) => type !== 'null');
  if (one) return sample(one);
  if (schema.type === 'object')
    return Object.fromEntries((schema.required ?? []).map((key) => [key, sample(schema.properties![key]!)]));
  if (schema.type === 'array') return schema.minItems ? [sample(schema.items!)] : [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'string')
    return schema.format === 'date' ? '2026-11-20' : 'abc'.padEnd(schema.minLength ?? 3, 'a');
  return Math.max(1, schema.minimum ?? 1);
}
const bodyOf = ({ path, body }: EndpointSpec) =>
  BODIES[path] ??
  (body ? sample(z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as Schema) : {});

const LEGAL =
  /^\/api\/(legal|sale\/envelopes)\/.*:|^\/api\/sale\/precontracts\/:id\/(promises|addenda|deeds|envelopes|rescission)/;
const legal = () => endpointsOf(llave.app).filter(({ path }) => LEGAL.test(path));
/** Papers of the whole company: an outside lawyer reads them, and changes none. */
const ofCompany = ({ path }: EndpointSpec) =>
  /contract_templates|representatives|deeds\/(days|rates)/.test(path);

function ask(browser: Browser, spec: EndpointSpec) {
  const of = spec.path.split('/')[3]!;
  const names = [...spec.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const url = urlOf(spec, {
    params: Object.fromEntries(names.map((name) => [name, ids[name === 'id' ? of : name]])),
  });
  return browser.send({
    method: spec.method,
    url,
    ...(/POST|PUT|PATCH/.test(spec.method) && { payload: bodyOf(spec) as object }),
  });
}

const written = async () =>
  (
    await llave.database.db.execute<{ n: number }>(
      sql`select ((select count(*) from changes) + (select count(*) from outbox_mails))::int n`,
    )
  ).rows[0]!.n;

test.each(['un abogado externo', 'procesador'] as const)(
  '%s reaches no legal paper of a sale of others',
  async (who) => {
    const browser = who === 'procesador' ? await signInAs(llave, 'procesador') : outside;
    const specs = legal().filter((spec) => !ofCompany(spec));
    expect(specs.length).toBeGreaterThan(40);
    const was = await written();
    for (const spec of specs) {
      const answer = await ask(browser, spec);
      // The form is read before the row: what needs a file or a telephone is refused for that.
      const told = `${spec.method} ${spec.path} ${answer.statusCode} ${answer.body.slice(0, 200)}`;
      if (answer.statusCode === 422) expect(answer.json<{ code: string }>().code, told).toBe('INVALID');
      else expect([403, 404], told).toContain(answer.statusCode);
    }
    expect(await written()).toBe(was);
  },
);

test('an outside lawyer changes no template, no representative and no usual days of the company', async () => {
  const specs = legal().filter((spec) => ofCompany(spec) && spec.method !== 'GET');
  expect(specs.length).toBeGreaterThan(7);
  for (const spec of specs) {
    const { statusCode, body } = await ask(outside, spec);
    expect([403, 404, 422], `${spec.method} ${spec.path} ${statusCode} ${body.slice(0, 200)}`).toContain(
      statusCode,
    );
  }
  const days = await outside.patch('/api/legal/deeds/days/1', { minimo: 1, maximo: 2 });
  expect(days.statusCode).toBe(403);
  const archived = { params: { archivado: true } };
  const archive = (browser: Browser) =>
    browser.patch(`/api/legal/representatives/${ids['representatives']}/archivado`, archived);
  expect((await archive(outside)).statusCode).toBe(403);
  expect((await archive(lawyer)).statusCode).toBe(200);
});

describe('a code that went to a former contact', () => {
  const confirm = (browser: Browser, id: number, clave: string, cedula: string) =>
    browser.form(`/clientes/documentos/${id}/codigo/confirmar`, { clave, cedula, nombre: 'Lía Mora' });

  test('opens nothing after the document was sent again, also where the purchase itself is open', async () => {
    const { buyer, envelope } = await sentLetter(llave, lawyer);
    const browser = await browserOf(llave, buyer.id);
    await browser.form(`/clientes/documentos/${envelope.id}/codigo`, {});
    const { db } = llave.database;
    const clave = await codeTo(db, buyer.email);
    await db.update(people).set({ phone: '+50761239876' }).where(eq(people.email, buyer.email));
    const [signer] = envelope.signers;
    await lawyer.post(`/api/sale/envelopes/${envelope.id}/firmantes/${signer!.id}/reenviar`);
    expect(refusalOf(await confirm(browser, envelope.id, clave, buyer.document))).toEqual([422, 'CODE']);
  });
});

test('a certificate names a document whole, not as a part of a longer one', () => {
  expect(namesDocument('LIA MORA - ID 8-712-45', '8-712-45')).toBe(true);
  expect(namesDocument('[F] NOMBRE MORA (8-712-45)', '8-712-45')).toBe(true);
  for (const other of ['PEDRO PAZ 8-712-456', 'PEDRO PAZ 18-712-45', 'PEDRO PAZ 8-712-45-1', ''])
    expect(namesDocument(other, '8-712-45'), other).toBe(false);
});

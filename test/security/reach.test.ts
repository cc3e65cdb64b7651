import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RoleName } from '#contract/access.ts';
import { urlOf, type EndpointSpec } from '#contract/endpoint.ts';
import { endpointsOf } from '#server/kernel/route.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { CUSTOMER_COOKIE } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { STAFF_COOKIE } from '#server/modules/company/auth/sessions.service.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import { useApp, type Browser } from '../app.ts';
import { browserOf } from '../buyers.ts';
import { makeProject, makeSale } from '../factories.ts';
import { withoutBuild, pageData } from '../pages.ts';
import { fileOf, makePicture } from '../papers.ts';
import { beginPurchase, completeForm, PRECONTRACT, saleOf, type Begun } from '../purchases.ts';
import { signInAs, type StaffBrowser } from '../signIn.ts';
import { BODIES } from './bodies.ts';

/** Rows of other people: nobody without access finds them, with any URL, cookie or signature. */
const llave = useApp();
let victim: Begun & { code: string; documentId: number; uploadId: string; paymentId: number; url: string };
let stranger: Begun;

beforeAll(async () => {
  withoutBuild(llave);
  const begun = await beginPurchase(llave);
  const picture = fileOf(await makePicture({ n: 3 }), 'cedula.png');
  const sent = await begun.browser.form(PRECONTRACT, completeForm(begun, { archivo_cedula: picture }));
  if (sent.statusCode !== 200) throw new Error(sent.body);
  const { code } = await saleOf(begun);
  const [paper] = await begun.db.select().from(documents).where(eq(documents.saleId, begun.id)).limit(1);
  const [payment] = await begun.db.select().from(payments).where(eq(payments.saleId, begun.id));
  const upload = await begun.browser.post(`/clientes/precontrato/${begun.id}/archivos`, {
    campo: 'archivo_cedula_reverso',
    nombre: 'ficha.png',
    tamano: 100,
  });
  if (upload.statusCode !== 200) throw new Error(upload.body);
  const page = await pageData(begun.browser, myPurchasePage, `/clientes/mi-compra/${code}`);
  victim = {
    ...begun,
    code: code!,
    documentId: paper!.id,
    paymentId: payment!.id,
    uploadId: upload.json<{ data: { id: string } }>().data.id,
    url: page.papers.find(({ file }) => file)!.file!.url!,
  };
  stranger = await beginPurchase(llave);
});

/** Every declared endpoint about one row, called for the victim's row. */
const aboutRows = (keep: (spec: EndpointSpec) => boolean) =>
  endpointsOf(llave.app).filter((spec) => /:(id|codigo)\b/.test(spec.path) && keep(spec));

function addressOf(spec: EndpointSpec): string {
  const id = spec.path.startsWith('/clientes/archivos')
    ? victim.uploadId
    : spec.path.includes('/sale/documents')
      ? victim.documentId
      : spec.path.includes('/costumer_payments')
        ? victim.paymentId
        : victim.id;
  return urlOf(spec, {
    params: { id, codigo: victim.code, campo: 'archivo_cedula', posicion: '0', reference: 'precontrato' },
    query: { desde: 0 },
  });
}

const askFor = (browser: Browser, spec: EndpointSpec) => {
  if (spec.method === 'GET' || spec.method === 'DELETE')
    return browser.send({ method: spec.method, url: addressOf(spec) });
  if (spec.path === '/clientes/archivos/:id')
    return browser.send({
      method: 'PATCH',
      url: addressOf(spec),
      payload: Buffer.from('x'),
      headers: { 'content-type': 'application/octet-stream' },
    });
  return browser.send({ method: spec.method, url: addressOf(spec), payload: BODIES[spec.path] ?? {} });
};

const before = () => llave.database.db.select().from(sales).where(eq(sales.id, victim.id));

test('a customer reaches no row of another customer through any endpoint', async () => {
  const specs = aboutRows(
    ({ path, access }) => path.startsWith('/clientes/') && ![access].flat().includes('public'),
  );
  expect(specs.length).toBeGreaterThan(10);
  const was = await before();
  for (const spec of specs) {
    const answer = await askFor(stranger.browser, spec);
    expect([spec.method, spec.path, answer.statusCode]).toEqual([spec.method, spec.path, 404]);
    expect(answer.body).not.toContain('Rosa');
  }
  expect(await before()).toEqual(was);
});

test('a customer reaches no page of another customer and cannot learn that it exists', async () => {
  for (const page of ['precontrato', 'siguiente', 'mi-compra', 'firma'])
    for (const name of [victim.code, victim.id]) {
      const real = await stranger.browser.get(`/clientes/${page}/${name}`);
      const none = await stranger.browser.get(
        `/clientes/${page}/${name === victim.id ? 987_654 : 'PC-2026-99999'}`,
      );
      expect([page, real.statusCode]).toEqual([page, 404]);
      const shown = ({ body }: { body: string }) => (JSON.parse(body) as { message: string }).message;
      expect([real.statusCode, shown(real)]).toEqual([none.statusCode, shown(none)]);
    }
});

test.each<RoleName>(['asesor', 'procesador'])('%s reaches no sale of others', async (role) => {
  const colleague = await signInAs(llave, role);
  const was = await before();
  for (const spec of aboutRows(
    ({ path }) => path.startsWith('/api/sale/') || path.startsWith('/api/files'),
  )) {
    const { statusCode } = await askFor(colleague, spec);
    expect([403, 404], `${role} ${spec.method} ${spec.path} ${statusCode}`).toContain(statusCode);
  }
  expect(await before()).toEqual(was);
  const own = new Map([
    ['documento', victim.documentId],
    ['pago', victim.paymentId],
  ]);
  for (const reference of ['precontrato', 'documento', 'pago', 'constructor', '__proto__']) {
    const id = own.get(reference) ?? victim.id;
    expect((await colleague.get(`/api/files/${id}/${reference}`)).statusCode, reference).toBe(404);
    expect((await colleague.get(`/api/comments?reference=${reference}&reference_id=${id}`)).statusCode).toBe(
      404,
    );
    const written = await colleague.post('/api/comments', { reference, reference_id: id, body: 'x' });
    expect(written.statusCode).toBe(404);
  }
  const list = await colleague.get('/api/sale/precontracts?per_page=200');
  expect(list.body).not.toContain(victim.code);
  expect((await colleague.get(`/api/sale/costumer_payments?q=${victim.code}`)).body).not.toContain(
    victim.code,
  );
});

describe('the URL of a file', () => {
  test('opens it only in the session that requested it, for ten minutes', async () => {
    expect((await victim.browser.get(victim.url)).statusCode).toBe(200);
    expect((await stranger.browser.get(victim.url)).statusCode).toBe(403);
    expect((await llave.browser().get(victim.url)).statusCode).toBe(401);
    expect((await (await signInAs(llave, 'administrador')).get(victim.url)).statusCode).toBe(403);
    const linked = await browserOf(llave, victim.id);
    expect((await linked.get(victim.url)).statusCode).toBe(403);
    const later = victim.url.replace(/hasta=\d+/, `hasta=${Date.now() + 1e12}`);
    expect((await victim.browser.get(later)).statusCode).toBe(403);
  });

  test('rejects a signature made for another file', async () => {
    const [other] = await llave.database.db
      .insert(files)
      .values({
        sha256: 'a'.repeat(64),
        mime: 'image/png',
        size: 1,
        name: 'x',
        reference: 'documento',
        referenceId: 1,
        createdAt: llave.clock.now(),
      })
      .returning();
    const swapped = victim.url.replace(/archivos\/[^?]+/, `archivos/${other!.id}`);
    expect((await victim.browser.get(swapped)).statusCode).toBe(403);
    for (const path of ['/archivos/..%2f..%2fetc%2fpasswd?hasta=1&firma=x', '/archivos/%00?hasta=1&firma=x'])
      expect((await victim.browser.get(path)).statusCode).toBe(404);
  });

  test('of an identity document is not given to a browser that only has the link', async () => {
    const linked = await browserOf(llave, victim.id);
    const page = await pageData(linked, myPurchasePage, `/clientes/mi-compra/${victim.code}`);
    expect(page.codeDue).toBe(true);
    expect(page.papers.filter(({ file }) => file).map(({ file }) => file!.url)).toEqual([null]);
  });
});

describe('cookies of one audience', () => {
  test('open nothing of the other, under any cookie name', async () => {
    const staff = await signInAs(llave, 'administrador');
    const customer = victim.browser.cookies.get(CUSTOMER_COOKIE)!;
    const swapped = (name: string, value: string) => {
      const browser = llave.browser();
      browser.cookies.set(name, value);
      return browser;
    };
    expect((await swapped(STAFF_COOKIE, customer).get('/api/user')).statusCode).toBe(401);
    expect(
      (await swapped(CUSTOMER_COOKIE, staff.token).get(`/clientes/mi-compra/${victim.code}`)).statusCode,
    ).toBe(401);
    expect((await victim.browser.get('/api/sale/precontracts')).statusCode).toBe(401);
    expect((await staff.get(`/clientes/mi-compra/${victim.code}`)).statusCode).toBe(403);
    const bearer = { authorization: `Bearer ${customer}` };
    expect((await llave.app.inject({ url: '/api/user', headers: bearer })).statusCode).toBe(401);
  });

  test('of a customer are ignored beside a Bearer header, so they cannot skip the CSRF check', async () => {
    const cookie = [...victim.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await llave.app.inject({
      method: 'POST',
      url: `/clientes/firma/${victim.code}/rechazar`,
      headers: { cookie, authorization: 'Bearer x', 'content-type': 'application/json' },
      payload: {},
    });
    expect(answer.statusCode).toBe(401);
  });
});

test('undeclared form fields change nothing', async () => {
  const begun = await beginPurchase(llave);
  const extra = {
    id: 1,
    stateId: 15,
    priceCents: 1,
    priceCentavos: '1',
    startedBy: null,
    processorId: 1,
    version: 99,
  };
  await begun.browser.patch(`/clientes/precontrato/borrador/${begun.id}`, {
    campos: { ...extra, origen: 'feria', sin_modelo: true, lote_id: '1' },
  });
  await begun.browser.form(`/clientes/comprar/${begun.model.id}`, {
    nombre: 'Rosa Díaz',
    email: begun.email,
    celular: begun.celular,
    price_centavos: '1',
    stateId: '15',
  });
  const sale = await saleOf(begun);
  expect(sale).toMatchObject({ stateId: 1, priceCents: 8_500_000, processorId: null });
  expect(Object.keys(sale.draft).toSorted()).toEqual(['celular', 'email', 'lote_id', 'nombre', 'origen']);
  expect(sale.draft['lote_id']).toBe(begun.lot.id);
});

describe('a project manager', () => {
  let manager: StaffBrowser;
  let own: { id: number };
  beforeAll(async () => {
    own = await makeProject(llave.database.db);
    manager = await signInAs(llave, { role: 'proyectos', projectIds: [own.id] });
  });

  test('changes nothing in other projects', async () => {
    const foreign = victim.project.id;
    const block = {
      project_id: foreign,
      block: 'Z',
      from: 1,
      to: 2,
      type_id: 1,
      area_m2: 100,
      premium_centavos: 0,
    };
    expect((await manager.post('/api/lotes', block)).statusCode).toBe(422);
    const team = await manager.post(`/api/projects/${foreign}/team`, { user_id: manager.user.id });
    expect(team.statusCode).toBe(404);
    const house1 = { lot_id: victim.lot.id, model_id: victim.model.id, name: 'Casa' };
    expect((await manager.post('/api/houses', house1)).statusCode).toBe(404);
    const media = await manager.form(`/api/projects/${foreign}/media`, {
      kind: 'foto',
      alt: 'Una foto',
      archivo: fileOf(await makePicture(), 'a.png'),
    });
    expect(media.statusCode).toBe(404);
    expect((await manager.get(`/api/projects/find/${foreign}`)).statusCode).toBe(404);
  });
});

test('a browser with only the link of a draft cannot change its phone number or e-mail', async () => {
  const begun = await beginPurchase(llave);
  const linked = await browserOf(llave, begun.id);
  const keep = (browser: Browser, campos: object) =>
    browser.patch(`/clientes/precontrato/borrador/${begun.id}`, { campos });
  const attempts: Record<string, string>[] = [{ email: 'otro@malo.test' }, { celular: '6999-0002' }];
  for (const campos of attempts) {
    const refused = await keep(linked, campos);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'CODE_NEEDED']);
    const sent = await linked.form(PRECONTRACT, completeForm(begun, campos));
    expect([sent.statusCode, sent.json<{ code: string }>().code]).toEqual([403, 'CODE_NEEDED']);
  }
  expect(
    (await keep(linked, { email: ` ${begun.email.toUpperCase()}`, nombre: 'Rosa Díaz' })).statusCode,
  ).toBe(200);
  expect((await keep(begun.browser, { email: 'nuevo@correo.test' })).statusCode).toBe(200);
});

test('a revoked link opens the sale in no browser, not even in the one that began it', async () => {
  const begun = await beginPurchase(llave);
  const coordinator = await signInAs(llave, 'coordinador');
  const revoke = endpointsOf(llave.app).find(
    ({ method, path }) => method === 'DELETE' && /precontracts/.test(path),
  );
  expect(revoke, 'the call that revokes').toBeDefined();
  const answer = await coordinator.send({
    method: 'DELETE',
    url: urlOf(revoke!, { params: { id: begun.id } }),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const keep = () =>
    begun.browser.patch(`/clientes/precontrato/borrador/${begun.id}`, { campos: { origen: 'x' } });
  expect([401, 404]).toContain((await keep()).statusCode);
  const shop = await begun.browser.get(`/comprar/${begun.model.id}`);
  expect(shop.body).not.toContain(begun.email);
  const again = await begun.browser.form(`/clientes/comprar/${begun.model.id}`, {
    nombre: 'Quien lo robó',
    email: 'otro@correo.test',
    celular: '6999-0001',
  });
  expect(again.json<{ precontratoId: number }>().precontratoId).not.toBe(begun.id);
  expect((await keep()).statusCode).toBe(404);
});

test('the link of one sale does not open another', async () => {
  const first = await makeSale(llave.database.db);
  const second = await makeSale(llave.database.db);
  const browser = await browserOf(llave, first.id);
  expect((await browser.get(`/clientes/mi-compra/${first.code}`)).statusCode).toBe(200);
  expect((await browser.get(`/clientes/mi-compra/${second.code}`)).statusCode).toBe(404);
});

import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { media } from '#server/modules/projects/projects/projects.table.ts';
import { useApp } from '../app.ts';
import { makeProject } from '../factories.ts';
import { withoutBuild } from '../pages.ts';
import { fileOf, makePicture } from '../papers.ts';
import { beginPurchase, completeForm, fieldsOf, PRECONTRACT, saleOf } from '../purchases.ts';
import { signInAs, type StaffBrowser } from '../signIn.ts';

/** Pages: markup typed by users, content policies, caches, and URLs without a page. */
const llave = useApp();
let administrator: StaffBrowser;
beforeAll(async () => {
  withoutBuild(llave);
  administrator = await signInAs(llave, 'administrador');
});

const HTML = { accept: 'text/html' };
const MARKUP = '</script><img src=x onerror=alert(1)>\u2028"\'<!--';

describe('markup typed by users', () => {
  test("stays text in a page's data, its head and its error", async () => {
    const project = await makeProject(llave.database.db, { name: `P ${MARKUP}`, description: MARKUP });
    const begun = await beginPurchase(llave);
    await begun.browser.patch(`/clientes/precontrato/borrador/${begun.id}`, {
      campos: { nombre: `Eva ${MARKUP}` },
    });
    for (const url of [`/proyectos/${project.slug}`, '/', `/clientes/precontrato/${begun.id}`]) {
      const page = await begun.browser.send({ method: 'GET', url, headers: HTML });
      expect([url, page.statusCode]).toEqual([url, 200]);
      expect(page.body).toContain('onerror=alert');
      expect(page.body).not.toMatch(/<img src=x|<!--/);
      for (const [script] of page.body.matchAll(/<script.*?<\/script>/gs))
        expect(script).not.toContain('\u2028');
      expect(page.body.match(/<script/g)?.length).toBe(page.body.match(/<\/script>/g)?.length);
    }
    const lost = await llave.app.inject({ url: `/clientes/${encodeURIComponent(MARKUP)}`, headers: HTML });
    expect([lost.statusCode, lost.body.includes('<img')]).toEqual([404, false]);
  });
});

describe('the content policy', () => {
  const policyOf = (headers: Record<string, unknown>) =>
    new Map(
      String(headers['content-security-policy'])
        .split(';')
        .map((part) => [part.trim().split(' ')[0], part.trim().split(' ').slice(1)] as const),
    );

  test('allows only our own scripts on every page', async () => {
    const begun = await beginPurchase(llave);
    await begun.browser.form(PRECONTRACT, completeForm(begun));
    const { code } = await saleOf(begun);
    const pages = [
      '/',
      `/proyectos/${begun.project.slug}`,
      `/comprar/${begun.model.id}`,
      `/clientes/mi-compra/${code}`,
      `/clientes/firma/${code}`,
      `/clientes/siguiente/${code}`,
      '/clientes/enlace',
      '/clientes/enlace-vencido',
      '/privacidad',
      '/no/existe',
    ];
    for (const url of pages) {
      const { headers } = await begun.browser.send({ method: 'GET', url, headers: HTML });
      const policy = policyOf(headers);
      expect([url, policy.get('default-src'), policy.get('script-src')]).toEqual([
        url,
        ["'none'"],
        ["'self'"],
      ]);
      expect([url, policy.get('base-uri'), policy.get('frame-ancestors')]).toEqual([
        url,
        ["'none'"],
        ["'none'"],
      ]);
      expect(policy.get('style-src')!.join(' ')).not.toContain('unsafe');
      expect(policy.get('form-action')).toEqual(["'self'"]);
    }
    for (const url of ['/oficina', '/ingresar', '/oficina/ventas/1']) {
      const policy = policyOf((await llave.app.inject({ url })).headers);
      expect([policy.get('script-src'), policy.get('object-src')]).toEqual([["'self'"], ["'none'"]]);
    }
    const docs = policyOf((await llave.app.inject({ url: '/api/docs' })).headers);
    expect([docs.get('default-src'), docs.has('script-src')]).toEqual([["'none'"], false]);
    const api = policyOf((await llave.app.inject({ url: '/api/openapi.json' })).headers);
    expect([api.get('default-src'), api.has('sandbox')]).toEqual([["'none'"], true]);
  });

  test('and pages of one buyer are never cached and send no referrer', async () => {
    const begun = await beginPurchase(llave);
    const personal = [
      `/comprar/${begun.model.id}`,
      `/clientes/precontrato/${begun.id}`,
      `/clientes/siguiente/${begun.id}`,
      '/clientes/siguiente',
      '/clientes/enlace',
    ];
    for (const url of personal) {
      const { headers } = await begun.browser.send({ method: 'GET', url, headers: HTML });
      expect([url, headers['cache-control'], headers['referrer-policy']]).toEqual([
        url,
        'no-store',
        'no-referrer',
      ]);
    }
    const anybody = await llave.app.inject({ url: `/comprar/${begun.model.id}`, headers: HTML });
    expect(anybody.headers['cache-control']).toBe('private, no-cache');
    for (const url of ['/api/user', '/api/csrf', '/oficina'])
      expect((await administrator.get(url)).headers['cache-control']).toBe('no-store');
  });
});

describe('pictures of an unpublished project', () => {
  test('are for staff only and in no shared cache', async () => {
    const { db } = llave.database;
    const hidden = await makeProject(db, { published: false });
    const added = await administrator.form(`/api/projects/${hidden.id}/media`, {
      kind: 'foto',
      alt: 'Todavía no',
      archivo: fileOf(await makePicture({ n: 77, type: 'jpeg' }), 'a.jpg'),
    });
    expect(added.statusCode, added.body).toBe(201);
    const { url } = added.json<{ data: { url: string } }>().data;
    const seen = await administrator.get(url);
    expect([seen.statusCode, seen.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect((await administrator.get(`${url}/compartir.jpg`)).headers['cache-control']).toBe(
      'private, no-store',
    );
    expect((await llave.app.inject({ url })).statusCode).toBe(404);
    expect((await llave.app.inject({ url: `${url}/compartir.jpg` })).statusCode).toBe(404);
    const [row] = await db.select().from(media).limit(1);
    for (const odd of [
      `/medios/${row!.sha256.toUpperCase()}`,
      '/medios/..%2f..%2fsecret',
      '/medios/__proto__',
    ])
      expect((await administrator.get(odd)).statusCode).toBe(404);
  });

  test('and its map cannot link to another site with two slashes', async () => {
    const project = await makeProject(llave.database.db);
    const change = (location_url: string) =>
      administrator.patch(`/api/projects/${project.id}`, { ...FORM, slug: project.slug, location_url });
    for (const url of ['//malo.example', '/\\malo.example', 'javascript:alert(1)', 'http://malo.example'])
      expect([url, fieldsOf(await change(url))]).toEqual([url, ['location_url']]);
    for (const url of ['/mapas/uno', 'https://mapas.example/x'])
      expect((await change(url)).statusCode, url).toBe(200);
  });
  const FORM = {
    name: 'Uno',
    province: 'Panamá',
    district: 'Panamá',
    region: 1,
    separation_centavos: 100,
    rate_percent: 5,
    down_payment_percent: 5,
    term_months: 360,
  };
});

describe('URLs and responses outside the pages', () => {
  test('no URL reaches a file that was not built', async () => {
    for (const prefix of ['/assets/', '/oficina-assets/', '/iconos/', '/medios/', '/archivos/'])
      for (const path of [
        '../../package.json',
        '..%2f..%2fpackage.json',
        '%2e%2e/%2e%2e/secret',
        '..%5c..%5csecret',
        '%00',
        'index.html/..',
        '',
      ]) {
        const { statusCode, body } = await administrator.get(`${prefix}${path}`);
        expect([prefix, path, statusCode >= 400 && statusCode < 500]).toEqual([prefix, path, true]);
        expect(body).not.toContain('devDependencies');
      }
  });

  test('a malformed URL gets our own error', async () => {
    for (const url of [
      '/api/%zz',
      '/clientes/%c0%af',
      '/oficina/%',
      `/clientes/siguiente/${'a'.repeat(500)}`,
    ]) {
      const { statusCode, body, headers } = await llave.app.inject({ url });
      expect([url, statusCode, headers['x-content-type-options']], body).toEqual([url, 404, 'nosniff']);
      expect(body).toContain('No encontramos lo que buscas.');
    }
  });

  test('metrics require the token, also on this machine', async () => {
    const file = path.join(llave.app.core.services.config.DATA_DIR, 'secrets/metrics');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const token = (await readFile(file, 'utf8')).trim();
    const ask = (authorization?: string) =>
      llave.app.inject({ url: '/metrics', ...(authorization && { headers: { authorization } }) });
    expect((await ask()).statusCode).toBe(403);
    expect((await ask('Bearer no')).statusCode).toBe(403);
    const answer = await ask(`Bearer ${token}`);
    expect([answer.statusCode, answer.body.includes('llave_http_seconds')]).toEqual([200, true]);
  });

  test('the OpenAPI description contains no secret', async () => {
    const { body } = await llave.app.inject({ url: '/api/openapi.json' });
    expect(body).not.toMatch(/a secret for tests|postgres:|argon2|llave-test-/);
  });
});

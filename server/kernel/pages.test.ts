import { existsSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { makeModel, makeProject } from '#test/factories.ts';
import { escapeJson } from './pageHtml.ts';
import { CUSTOMER_FOLDER } from './pageBundle.ts';

const llave = useApp();
beforeAll(() => {
  if (!existsSync(path.join(CUSTOMER_FOLDER, 'manifest.json'))) throw new Error('npm run build comes first');
});

const visit = (url: string, headers: Record<string, string> = {}) =>
  llave.browser().send({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });

describe('a customer page', () => {
  test('is complete before any script runs: text, data, links and pictures', async () => {
    const project = await makeProject(llave.database.db, { name: 'Valle <b>Sereno</b>' });
    await makeModel(llave.database.db, { projectId: project.id, name: 'Modelo Corotú' });
    const { statusCode, body } = await visit(`/proyectos/${project.slug}`);
    expect(statusCode).toBe(200);
    expect(body).toMatch(/^<!doctype html><html lang="es-PA">/);
    expect(body).toContain('Valle &lt;b&gt;Sereno&lt;/b&gt;</h1>');
    expect(body).toContain('Comprar ahora');
    expect(body).not.toContain('<b>Sereno');
    expect(body).toMatch(/<meta name="csrf-token" content="[\w-]{20,}">/);
  });

  test('allows its own script and its one style by hash, and nothing inline', async () => {
    const { headers, body } = await visit('/privacidad');
    const policy = String(headers['content-security-policy']);
    const [, css = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    expect(css.length).toBeGreaterThan(1000);
    expect(policy).toContain(
      `style-src 'self' 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    );
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    const executed = [...body.matchAll(/<script([^>]*)>/g)].filter(
      ([, given = '']) => !given.includes('json'),
    );
    expect(executed.map(([, given = '']) => / src="([^"]+)"/.exec(given)?.[1])).toEqual([
      expect.stringMatching(/^\/assets\/start-/),
    ]);
    expect(body).not.toMatch(/ style="| on[a-z]+="/);
  });

  test('links to existing files, compressed and cached permanently', async () => {
    const { body } = await visit('/');
    const [, start = ''] = /src="(\/assets\/start[^"]+)"/.exec(body) ?? [];
    const [, entry = ''] = /data-entry="([^"]+)"/.exec(body) ?? [];
    const [, imports = ''] = /data-imports="([^"]+)"/.exec(body) ?? [];
    for (const url of [start, entry, ...imports.split(' ')]) {
      const file = await visit(url, { 'accept-encoding': 'br' });
      expect([url, file.statusCode, file.headers['content-encoding']]).toEqual([url, 200, 'br']);
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    for (const url of ['/assets/../manifest.json', '/assets/%2e%2e/manifest.json', '/assets/nada.js'])
      expect((await visit(url)).statusCode, url).toBe(404);
  });

  test('public pages may be restored by the back button; personal pages are never stored', async () => {
    expect((await visit('/')).headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect((await visit('/clientes/mi-compra/PC-2026-00001')).headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
  });
});

describe('an error on a page URL', () => {
  test('is a page with a text for buyers', async () => {
    const { statusCode, headers, body } = await visit('/proyectos/no-existe');
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('No encontramos esta página');
    expect(body).not.toMatch(/>\s*404\s*</);
    expect(body).toContain('<meta name="robots" content="noindex, nofollow">');
  });

  test('is the standard error JSON for programs', async () => {
    const answer = await visit('/proyectos/no-existe', { accept: 'application/json' });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
  });

  test('is plain text when no page can be rendered', async () => {
    const { bundle } = llave.app.pages;
    llave.app.pages.bundle = () => Promise.reject(new Error('no build'));
    const { statusCode, headers, body } = await visit('/nada');
    llave.app.pages.bundle = bundle;
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(body).toContain('No encontramos lo que buscas.');
  });
});

test('data cannot end its script element and parses back unchanged', () => {
  const data = { text: '</script><!--<script>\u2028\u2029&' };
  expect(escapeJson(data)).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(escapeJson(data))).toEqual(data);
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveFolder } from './assets.ts';
import { csrfToken } from './csrf.ts';
import { escapeHtml } from './pageHtml.ts';
import { latestMark, textOfMark } from './realtime/feed.ts';
import { liveAddress } from './realtime/callers.ts';

const folder = path.join(import.meta.dirname, '../../dist/office');

const policy = (live: string | null) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    // The component library writes style elements and attributes; scripts stay strict.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${live === null ? '' : ` ${live}`}`,
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Serves the office's single-page app: one HTML document for every URL under /oficina and /ingresar. */
export async function registerOffice(app: FastifyInstance): Promise<void> {
  const { config } = app.core.services;
  const live = liveAddress(config);
  await serveFolder(app, {
    folder: path.join(folder, 'oficina-assets'),
    prefix: '/oficina-assets/',
    immutable: true,
  });
  // A fresh CSRF token for pages open longer than the lifetime of their first one.
  app.get('/api/csrf', { config: { access: 'public' } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    return { data: { token: csrfToken(request, reply, config) } };
  });

  // The service worker for offline use: revalidated on each load, and it may connect only to this server.
  app.get('/oficina/sw-oficina.js', { config: { access: 'public' } }, async (_request, reply) =>
    reply
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
      })
      .type('text/javascript; charset=utf-8')
      .send(await readFile(path.join(folder, 'sw-oficina.js'), 'utf8')),
  );

  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const [document, { site, stylesheet }, mark] = await Promise.all([
      readFile(path.join(folder, 'index.html'), 'utf8'),
      app.pages.site(),
      latestMark(app.core.database.db),
    ]);
    const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
    const look = [
      meta('company', site.company),
      // What changes after this page was made is fetched by this position.
      meta('changes-mark', textOfMark(mark)),
      live === null ? '' : meta('live', live),
      site.logo ? meta('company-logo', site.logo) : '',
      stylesheet ? `<link rel="stylesheet" href="${escapeHtml(stylesheet)}">` : '',
    ].join('');
    return reply
      .headers({
        'content-security-policy': policy(live),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')

      .send(
        document
          .replace('__CSRF__', escapeHtml(csrfToken(request, reply, config)))
          .replace('<title>Llave</title>', () => `<title>${escapeHtml(site.company)}</title>`)
          .replace('</head>', () => `${look}</head>`),
      );
  };
  for (const url of ['/oficina', '/oficina/*', '/ingresar', '/ingresar/*'])
    app.get(url, { config: { access: 'public' } }, send);
}

import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#server/kernel/pageHtml.ts';
import { logoPath, readLook, readSettings } from '#server/modules/company/settings/settings.service.ts';
import { findPublicProjects } from './showcase.queries.ts';

const open = { config: { access: 'public' } } as const;

/** Files that search engines and phones request from a site: robots.txt, sitemap and the like. */
export function siteRoutes(app: FastifyInstance): void {
  const { appUrl } = app.core.services.config;
  const { db } = app.core.database;

  app.get('/robots.txt', open, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          ...['/api/', '/clientes/', '/ingresar', '/oficina'].map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${appUrl}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );

  app.get('/sitemap.xml', open, async (_request, reply) => {
    const projects = await findPublicProjects(db);
    const paths = ['/', ...projects.map(({ slug }) => `/proyectos/${slug}`), '/privacidad'];
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
          .map((path) => `<url><loc>${escapeHtml(appUrl + path)}</loc></url>`)
          .join('')}</urlset>`,
      );
  });

  app.get('/manifest.webmanifest', open, async (_request, reply) => {
    const [look, { brand }] = await Promise.all([readLook(db), readSettings(db)]);
    const icon = (size: 192 | 512, purpose: string) => ({
      src: brand.logo
        ? logoPath(brand.logo.icons[size])
        : `/iconos/${purpose === 'maskable' ? 'entero' : 'icono'}-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    });
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=3600')
      .send({
        name: look.company,
        short_name: look.company.slice(0, 12),
        lang: 'es-PA',
        start_url: '/',
        display: 'browser',
        background_color: '#f6f8f7',
        theme_color: look.action,
        icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
      });
  });
}

import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#server/kernel/errors.ts';
import { isDemo } from '#server/modules/overview/setup/erase.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { DEMO_PROJECTS } from './catalogue.ts';

/** Values that each start prints, kept in DATA_DIR with mode 600 (rulings.md 12). */
export interface Told {
  password: string;
  link: string | null;
}

/** Loads the demo company and serves its maps; returns the lines to print. */
export async function ensureDemo(app: FastifyInstance, dataDir: string): Promise<string[]> {
  serveMaps(app);
  return loadDemo(app, dataDir);
}

/**
 * Loads the demo company into an empty database, in one transaction. Returns the lines to print: sign-ins, password and a
 * buyer's link. Does nothing if the database already has users.
 */
export async function loadDemo(app: FastifyInstance, dataDir: string): Promise<string[]> {
  const file = path.join(dataDir, 'demo.json');
  const { database, services } = app.core;
  const before = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Told,
    () => undefined,
  );
  if ((await database.db.$count(users)) > 0) return before && (await isDemo(database)) ? linesOf(before) : [];

  process.stdout.write('Preparando la empresa de demostración…\n');
  const password = services.config.DEMO_PASSWORD ?? `llave-${randomBytes(6).toString('hex')}`;
  // What draws and writes the company is loaded only here: later starts do not wait for it.
  const { fillDemo } = await import('./fill.ts');
  const link = await fillDemo(app, password);
  const told = { password, link };
  await writeFile(file, JSON.stringify(told), { mode: 0o600 });
  return linesOf(told);
}

export const linesOf = ({ password, link }: Told): string[] => [
  '',
  `Empresa de demostración · contraseña de todos: ${password}`,
  '  administrador@demo.llave · coordinador@… · procesador@… · contabilidad@… · asesor@… (uno por rol)',
  ...(link ? [`  Una compradora sigue su compra en: ${link}`] : []),
];

/** Serves the drawn location maps of the demo's projects, so no request goes to another host. */
function serveMaps(app: FastifyInstance): void {
  app.get<{ Params: { slug: string } }>(
    '/ubicacion/:slug',
    { config: { access: 'public' } },
    async (request, reply) => {
      const project = DEMO_PROJECTS.find(({ slug }) => slug === request.params.slug);
      if (!project) throw notFound();
      const map = await readFile(path.join(import.meta.dirname, 'assets', project.map));
      return reply
        .headers({
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
          'cache-control': 'public, max-age=86400',
        })
        .type('image/svg+xml')
        .send(map);
    },
  );
}

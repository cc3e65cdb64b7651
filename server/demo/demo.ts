import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { keepStatements } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { createLink } from '#server/modules/sales/buyerAccess/links.service.ts';
import { isDemo } from '#server/modules/overview/setup/erase.service.ts';
import { DEMO_PROJECTS } from './catalogue.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { makeProjects, makeStaff } from './company.ts';
import { makeBankData } from './bankData.ts';
import { makeBanks } from './banks.ts';
import { makeBoard } from './board.ts';
import { makeBuyers } from './buyers.ts';
import { makeChatbot } from './chatbot.ts';
import { makeCommissions } from './commissions.ts';
import { makeContracts } from './contracts.ts';
import { makeDisbursements } from './disbursements.ts';
import { makeMoney } from './money.ts';
import { orderNotices, readOldNotices } from './notices.ts';
import { makePartners } from './partners.ts';
import { makePrices } from './prices.ts';
import { makeQuotes } from './quotes.ts';
import { makeProspects } from './prospects.ts';
import { makeRefunds } from './refunds.ts';
import { makeSales, showSales } from './sales.ts';
import { makeVisits } from './visits.ts';
import { makeWaiting } from './waiting.ts';

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
  const { database, services, clock } = app.house;
  const before = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Told,
    () => undefined,
  );
  if ((await database.db.$count(users)) > 0) return before && (await isDemo(database)) ? linesOf(before) : [];

  process.stdout.write('Preparando la empresa de demostración…\n');
  const password = services.config.DEMO_PASSWORD ?? `llave-${randomBytes(6).toString('hex')}`;
  const now = clock.now();
  const shown = showSales(services.files, now);
  const link = await database.db.transaction(async (tx) => {
    keepStatements(tx);
    const parts = { db: tx, files: services.files, now };
    // First, because a database that has users refuses to become a demo.
    await tx.insert(settings).values({ key: 'demo', value: true, updatedAt: now });
    const staff = await makeStaff(parts, password);
    await makeProjects(parts, staff);
    await makePartners(app, tx, staff, now);
    const followed = await makeSales(app, tx, staff, { now, shown });
    await makeBuyers(app, tx, staff, now);
    await makeCommissions(app, tx, staff, now);
    await makeProspects(app, tx, staff, now);
    await makeBanks(app, tx, staff, now);
    await makeBankData(app, tx, staff, now);
    await makeDisbursements(app, tx, staff, now);
    await makeContracts(app, tx, staff, now);
    await makePrices(app, tx, staff, now);
    await makeMoney(app, tx, staff, now);
    await makeQuotes(app, tx, staff, now);
    await makeVisits(app, tx, staff, now);
    await makeBoard(app, tx, staff, now);
    await makeWaiting(app, tx, staff, now);
    await makeRefunds(app, tx, staff, now);
    await makeChatbot(app, tx, staff, now);
    await orderNotices(tx);
    await readOldNotices(tx, now);
    return createLink({ ...services, db: tx, now }, followed);
  });
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

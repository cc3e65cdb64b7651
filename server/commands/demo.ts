import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { buildApp } from '#server/app.ts';
import { makeLargeCompany } from '#server/demo/large/large.ts';
import { linesOf, type Told } from '#server/demo/demo.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { ConfigError, readConfig } from '#server/kernel/config.ts';
import { openDatabase, row, sql, type Database } from '#server/kernel/db.ts';
import { acquireInstanceLock, startPostgres } from '#server/kernel/embedded-postgres.ts';
import { folderStore, openFiles } from '#server/kernel/files.ts';
import { openLog } from '#server/kernel/log.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { installationSecret } from '#server/kernel/secrets.ts';
import { seed as seedProduct } from '#server/seed.ts';
import { quiet, tellAndEnd } from './told.ts';

const USAGE =
  'Uso: npm run demo -- --sales 100000 [--data carpeta] [--seed 1]   (de 1 a 1.000.000 de ventas)';

const Asked = z.object({
  sales: z.coerce.number().int().min(1).max(1_000_000),
  data: z.string().min(1).optional(),
  seed: z.coerce.number().int().min(1).default(1),
});

function readArguments(): z.infer<typeof Asked> {
  try {
    const text = { type: 'string' } as const;
    return Asked.parse(parseArgs({ options: { sales: text, data: text, seed: text } }).values);
  } catch {
    throw new ConfigError(USAGE);
  }
}

/** Whether this demo company already exists: false for an empty database. Raises ConfigError for any other content. */
async function isMade(
  database: Database,
  { sales, seed }: { sales: number; seed: number },
): Promise<boolean> {
  const found = await row<{ people: number; made: { count: number; seed: number } | null }>(
    database.db,
    sql`select (select count(*) from users)::int people, (select value from settings where key = 'demoLarge'
      and exists (select from settings where key = 'demo')) made`,
  );
  if (found!.people === 0) return false;
  if (found!.made?.count === sales && found!.made.seed === seed) return true;
  throw new ConfigError('En esa carpeta ya hay una empresa: no se toca. Elige otra con --data.');
}

async function main(): Promise<void> {
  const asked = readArguments();
  const dataDir = path.resolve(asked.data ?? path.join('.data', `demo-${asked.sales}`));
  if (process.env['DATABASE_URL'])
    throw new ConfigError(
      'La empresa de prueba se hace solo en la base de datos incorporada: quita DATABASE_URL.',
    );
  const config = readConfig({ ...process.env, DATA_DIR: dataDir });
  const postgres = await startPostgres({ dataDir, log: quiet });
  try {
    // Keeps other processes from serving it meanwhile.
    const lock = await acquireInstanceLock(postgres.url, dataDir, (lost) => {
      throw lost;
    });
    const file = path.join(dataDir, 'demo.json');
    try {
      await migrate(postgres.url, { app: postgres.app });
      await seedProduct(postgres.url);
      const database = openDatabase(postgres.url, { max: 4 });
      try {
        if (!(await isMade(database, asked))) {
          const password = config.DEMO_PASSWORD ?? `llave-${randomBytes(6).toString('hex')}`;
          // Written first, so a demo company always has its password file.
          await writeFile(file, JSON.stringify({ password, link: null } satisfies Told), { mode: 0o600 });
          await make(database, dataDir, { count: asked.sales, seed: asked.seed, password });
        }
      } finally {
        await database.close();
      }
    } finally {
      // Otherwise it would connect again and again, and the command would never end.
      await lock.release();
    }
    const told = JSON.parse(await readFile(file, 'utf8')) as Told;
    const start = `DATA_DIR=${path.relative('.', dataDir)} npm start`;
    process.stdout.write([...linesOf(told), '', `Para abrirla: ${start}`, ''].join('\n'));
  } finally {
    if (!postgres.takenOver) await postgres.stop();
  }
}

async function make(
  database: Database,
  dataDir: string,
  options: { count: number; seed: number; password: string },
): Promise<void> {
  const began = performance.now();
  const files = openFiles(folderStore(path.join(dataDir, 'files')), path.join(dataDir, 'tmp'));
  const app = await buildApp({
    config: readConfig({ DATA_DIR: dataDir }),
    database,
    clock: systemClock,
    files,
    log: openLog('error'),
    secret: await installationSecret(dataDir),
  });
  await app.core.jobs.start();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  let told = 0;
  try {
    await makeLargeCompany({ database, files, jobs: app.core.jobs }, options, {
      progress: (done) => {
        const tenth = Math.floor((done * 10) / options.count);
        if (tenth > told) process.stdout.write(`  ${tenth * 10} % de las ventas · ${seconds()} s\n`);
        told = tenth;
      },
    });
  } finally {
    // The job queue would poll a stopped database and keep the command running.
    await app.core.jobs.stop();
    await app.close();
  }
  process.stdout.write(
    `Empresa de ${options.count.toLocaleString('es-PA')} ventas lista en ${seconds()} s.\n`,
  );
}

await main().catch(tellAndEnd);

import path from 'node:path';
import { parseArgs } from 'node:util';
import { takeBackup } from '#server/kernel/backup/take.ts';
import { readConfig } from '#server/kernel/config.ts';
import { startPostgres } from '#server/kernel/embedded-postgres.ts';
import { quiet, size, tellAndEnd, Told } from './told.ts';

const USAGE = 'Uso: npm run respaldo -- [--en CARPETA]';

/** Takes a back-up of the company in DATA_DIR, whether it is being served or not. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.DATABASE_URL)
    throw new Told(
      'Con DATABASE_URL la base de datos se respalda con sus propias herramientas (pg_basebackup o pg_dump), y después DATA_DIR/files y DATA_DIR/secret. Ver docs/operations.md.',
    );
  const dataDir = path.resolve(config.DATA_DIR);
  const into = path.resolve(readArguments() ?? `${dataDir}-respaldos`);
  const postgres = await startPostgres({ dataDir, log: quiet });
  try {
    const { folder, manifest, seconds } = await takeBackup(
      { url: postgres.url, cluster: postgres.cluster, dataDir },
      into,
      new Date(),
    );
    process.stdout.write(
      `Respaldo terminado en ${seconds.toFixed(1)} s: ${folder} (${size(manifest.bytes)}, ${manifest.storedFiles} archivos de la empresa).\n` +
        `Guarda una copia en otro lugar: contiene datos personales y claves. Pruébalo con: npm run restaurar -- ${folder} --en OTRA_CARPETA\n`,
    );
  } finally {
    // One that an application is using stays.
    if (!postgres.takenOver) await postgres.stop();
  }
}

function readArguments(): string | undefined {
  try {
    return parseArgs({ options: { en: { type: 'string' } } }).values.en;
  } catch {
    throw new Told(USAGE);
  }
}

await main().catch(tellAndEnd);

import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Manifest } from '#server/kernel/backup/manifest.ts';
import { takeBackup } from '#server/kernel/backup/take.ts';
import { readConfig } from '#server/kernel/config.ts';
import { startPostgres } from '#server/kernel/embedded-postgres.ts';
import { quiet, size, tellAndEnd, Told } from './told.ts';

/** The hashes in every table that refers to stored files. Paged, so each page costs only its own rows. */
const NAMED = `select sha256 from (
  (select distinct sha256 from files where sha256 > $1 order by 1 limit $2)
  union (select sha256 from media where sha256 > $1)
  union (select variant->>'sha256' from media, jsonb_array_elements(variants) variant where variant->>'sha256' > $1)
  union (select sha256 from plan_drawings where sha256 > $1)
) named order by 1 limit $2`;

const USAGE = 'Uso: npm run respaldo -- [--en CARPETA]';

/** Takes a backup of the company in DATA_DIR, whether it is running or not. */
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
      {
        url: postgres.url,
        cluster: postgres.cluster,
        dataDir,
        named: NAMED,
        sealPassword: config.SEAL_BACKUP_PASSWORD,
      },
      into,
      new Date(),
    );
    process.stdout.write(
      `Respaldo terminado en ${seconds.toFixed(1)} s: ${folder} (${size(manifest.bytes)}, ${manifest.storedFiles} archivos de la empresa).\n` +
        `Guarda una copia en otro lugar: contiene datos personales y claves. Pruébalo con: npm run restaurar -- ${folder} --en OTRA_CARPETA\n`,
    );
    warnOf(manifest, folder);
  } finally {
    // Do not stop a server that an application is using.
    if (!postgres.takenOver) await postgres.stop();
  }
}

/** Warns about missing or altered files. The backup is complete; exit code 2 tells a script about the damaged files. */
function warnOf({ missing, altered }: Manifest, folder: string): void {
  const tell = (heading: string, names: readonly string[]) => {
    if (names.length === 0) return;
    process.exitCode = 2;
    const more =
      names.length > NAMED_MOST ? [`… y ${names.length - NAMED_MOST} más: ${folder}/respaldo.json`] : [];
    process.stderr.write(`${[heading, ...names.slice(0, NAMED_MOST), ...more].join('\n  ')}\n`);
  };
  tell(
    'ATENCIÓN: estos archivos de la empresa ya no están. Búscalos en un respaldo anterior (files/):',
    missing,
  );
  tell(
    'ATENCIÓN: estos archivos de la empresa cambiaron en el disco. Tráelos de un respaldo bueno (files/):',
    altered,
  );
}
const NAMED_MOST = 50;

function readArguments(): string | undefined {
  try {
    return parseArgs({ options: { en: { type: 'string' } } }).values.en;
  } catch {
    throw new Told(USAGE);
  }
}

await main().catch(tellAndEnd);

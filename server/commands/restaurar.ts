import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '#server/kernel/backup/restore.ts';
import { readConfig } from '#server/kernel/config.ts';
import { quiet, size, tellAndEnd, Told } from './told.ts';

const USAGE = 'Uso: npm run restaurar -- CARPETA_DEL_RESPALDO [--en CARPETA_DE_DATOS]';

/** Restores a back-up into DATA_DIR, or the folder given, where there must be no company yet. */
async function main(): Promise<void> {
  const { from, into } = readArguments();
  const dataDir = path.resolve(into ?? readConfig(process.env).DATA_DIR);
  const { manifest, seconds } = await restoreBackup(path.resolve(from), dataDir, quiet);
  process.stdout.write(
    `Restaurado en ${seconds.toFixed(1)} s el respaldo del ${manifest.takenAt} (${size(manifest.bytes)}).\n` +
      `Inícialo con: DATA_DIR=${dataDir} npm start\n`,
  );
}

function readArguments(): { from: string; into: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      options: { en: { type: 'string' } },
      allowPositionals: true,
    });
    if (positionals.length === 1) return { from: positionals[0]!, into: values.en };
  } catch {
    // what was typed is not understood: the usage says how
  }
  throw new Told(USAGE);
}

await main().catch(tellAndEnd);

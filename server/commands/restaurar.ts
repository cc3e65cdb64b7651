import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '#server/kernel/backup/restore.ts';
import { readConfig } from '#server/kernel/config.ts';
import { openSafeMode } from '#server/kernel/safeMode.ts';
import { quiet, size, tellAndEnd, Told } from './told.ts';

const USAGE =
  'Uso: npm run restaurar -- CARPETA_DEL_RESPALDO [--en CARPETA_DE_DATOS]\n' +
  '     npm run restaurar -- --activar [--en CARPETA_DE_DATOS]   (la copia es desde ahora la empresa que atiende)';

/** Restores a backup into an empty folder (DATA_DIR or --en), or ends safe mode with --activar. */
async function main(): Promise<void> {
  const { from, into } = readArguments();
  const dataDir = path.resolve(into ?? readConfig(process.env).DATA_DIR);
  if (from === undefined) return activate(dataDir);
  const { manifest, seconds } = await restoreBackup(path.resolve(from), dataDir, quiet);
  process.stdout.write(
    `Restaurado en ${seconds.toFixed(1)} s el respaldo del ${manifest.takenAt} (${size(manifest.bytes)}).\n` +
      'Está en modo seguro: no envía correos ni recordatorios hasta que digas que es la que atiende (en la oficina, o con --activar).\n' +
      `Inícialo con: DATA_DIR=${dataDir} npm start\n`,
  );
}

async function activate(dataDir: string): Promise<void> {
  const safeMode = openSafeMode(dataDir);
  if (!safeMode.active()) throw new Told(`En ${dataDir} no hay una copia en modo seguro.`);
  await safeMode.leave();
  process.stdout.write(`Activada: la empresa de ${dataDir} envía desde ahora sus correos y recordatorios.\n`);
}

function readArguments(): { from: string | undefined; into: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      options: { en: { type: 'string' }, activar: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    if (positionals.length === (values.activar ? 0 : 1)) return { from: positionals[0], into: values.en };
  } catch {
    // Unknown arguments: the usage message is thrown below.
  }
  throw new Told(USAGE);
}

await main().catch(tellAndEnd);

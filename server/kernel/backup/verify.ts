import path from 'node:path';
import { proveFile, severalAtOnce, unlessGone } from './copy.ts';
import { BackupError, PARTS, type Manifest } from './manifest.ts';
import { placeOf, storedBy, storedIn } from './store.ts';

/** How many faults the message lists; the rest are counted. */
const NAMED = 20;

/** Reads every file of a backup and compares it with the manifest. Raises BackupError with the missing or changed files. */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<void> {
  const faults: string[] = [];
  const check = async (name: string, size: number, sha256: string) => {
    const found = await unlessGone(proveFile(path.join(folder, name)));
    if (!found) faults.push(`Al respaldo le falta ${name}.`);
    else if (found.sha256 !== sha256 || found.size !== size)
      faults.push(`${name} no es como cuando se hizo el respaldo.`);
  };
  await severalAtOnce(manifest.entries, ({ path: name, size, sha256 }) => check(name, size, sha256));
  // A changed list proves nothing.
  if (faults.length === 0) {
    const inFiles = (name: string) => path.posix.join(PARTS.files, placeOf(name));
    if (manifest.format === 2)
      await severalAtOnce(storedBy(folder), ({ name, size, sha256 }) => check(inFiles(name), size, sha256));
    else await checkUnlisted(folder, manifest, faults, inFiles);
  }
  if (faults.length === 0) return;
  const more = faults.length - NAMED;
  throw new BackupError(
    [
      ...faults.slice(0, NAMED),
      ...(more > 0 ? [`Y así ${more} archivos más.`] : []),
      'No se restauró nada: usa otro respaldo.',
    ].join('\n'),
  );
}

/** For a format 1 backup without a list: checks each file against its name, and the number of files. */
async function checkUnlisted(
  folder: string,
  manifest: Manifest,
  faults: string[],
  inFiles: (name: string) => string,
): Promise<void> {
  let count = 0;
  await severalAtOnce(storedIn(path.join(folder, PARTS.files)), async (name) => {
    count += 1;
    const found = await proveFile(path.join(folder, inFiles(name)));
    if (found.sha256 !== name) faults.push(`${inFiles(name)} no es como cuando se hizo el respaldo.`);
  });
  if (count < manifest.storedFiles)
    faults.push(`Al respaldo le faltan ${manifest.storedFiles - count} de sus archivos en ${PARTS.files}.`);
}

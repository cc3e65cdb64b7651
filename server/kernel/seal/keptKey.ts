import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The file of the certificate that this system made, inside DATA_DIR (mode 600): a folder is not in a back-up. */
export const OWN_FILE = path.join('sello', 'propio.pem');
/** The same in a back-up, and in DATA_DIR after a restore: encrypted with SEAL_BACKUP_PASSWORD. */
export const KEPT_FILE = 'sello.cifrado';

const keyFrom = (password: string, salt: Uint8Array) =>
  scryptSync(password, salt, 32, { N: 1 << 15, r: 8, p: 1, maxmem: 64 << 20 });

/** Encrypts with a password (scrypt, AES-256-GCM): salt, nonce, tag, text. */
function encrypted(text: Uint8Array, password: string): Buffer {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(password, salt), iv);
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([salt, iv, cipher.getAuthTag(), body]);
}

/** The text. Raises an Error for a wrong password or a changed file. */
function decrypted(bytes: Buffer, password: string): Buffer {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyFrom(password, bytes.subarray(0, 16)),
    bytes.subarray(16, 28),
    { authTagLength: 16 },
  );
  decipher.setAuthTag(bytes.subarray(28, 44));
  return Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]);
}

const read = (file: string) =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * What a back-up keeps of the key that this system made: encrypted, never in plain. Without a password only what an
 * earlier restore left encrypted; undefined when there is nothing to keep.
 */
export async function keyForBackup(
  dataDir: string,
  password: string | undefined,
): Promise<Buffer | undefined> {
  const own = password === undefined ? undefined : await read(path.join(dataDir, OWN_FILE));
  return own ? encrypted(own, password!) : read(path.join(dataDir, KEPT_FILE));
}

/** The key that a restored back-up brought; undefined without one or without its password. Raises an Error for a wrong one. */
export async function keyFromBackup(
  dataDir: string,
  password: string | undefined,
): Promise<string | undefined> {
  const kept = password === undefined ? undefined : await read(path.join(dataDir, KEPT_FILE));
  return kept && decrypted(kept, password!).toString('utf8');
}

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A new random token: 256 bits, URL-safe. Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The hash of a token, for the database. */
export const hashToken = (token: string) => hash('sha256', token, 'base64url');

export const sha256 = (bytes: string | Uint8Array) => hash('sha256', bytes, 'hex');

/** Cache of derived keys: a list signs a URL for every file. */
const derived = new Map<string, Buffer>();
function keyFor(secret: string, purpose: string): Buffer {
  const known = derived.get(`${purpose}\0${secret}`);
  if (known) return known;
  const key = createHmac('sha256', secret).update(purpose).digest();
  if (derived.size < 100) derived.set(`${purpose}\0${secret}`, key);
  return key;
}

/** Signs short texts with a key derived from the installation's secret for one purpose. */
export function signer(secret: string, purpose: string) {
  const key = keyFor(secret, purpose);
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign,
    verify(text: string, signature: string): boolean {
      const expected = Buffer.from(sign(text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

/** Encrypts short texts (AES-256-GCM) with a key derived from the installation's secret for one purpose. */
export function sealer(secret: string, purpose: string) {
  const key = createHmac('sha256', secret).update(`seal:${purpose}`).digest();
  return {
    seal(text: string): string {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    /** The text; undefined if it was not sealed with this key or was changed. */
    open(sealed: string): string | undefined {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < 28) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
        decipher.setAuthTag(bytes.subarray(12, 28));
        return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** A secret created once and kept in a file that only its owner can read (mode 600). */
async function keptSecret(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, newToken(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}

/** The installation's secret, created at the first start and kept in DATA_DIR. */
export const installationSecret = (dataDir: string) => keptSecret(path.join(dataDir, 'secret'));

/** The token for /metrics if METRICS_TOKEN is not set: other users of the same machine must not read it. */
export const metricsSecret = (dataDir: string) => keptSecret(path.join(dataDir, 'secrets', 'metrics'));

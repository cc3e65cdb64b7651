import { readFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { certificatesIn } from './identity.ts';

/** The recognized issuers of SEAL_TRUST, as PEM. None when it is not set; a file that cannot be read recognizes nobody. */
export async function recognizedIssuers({ SEAL_TRUST }: Pick<Config, 'SEAL_TRUST'>): Promise<string[]> {
  if (!SEAL_TRUST) return [];
  const pem = await readFile(SEAL_TRUST, 'utf8').catch(() => '');
  return certificatesIn(pem).map(String);
}

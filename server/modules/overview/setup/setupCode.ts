import { randomInt } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { hashToken } from '#server/kernel/secrets.ts';

/** The settings row with the code's hash. It is not a setting, and no API call returns it. */
export const CODE_KEY = 'setup_code';
/** Without letters that look alike: 20 of 31 characters, 99 bits. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const FILE = 'codigo-inicial';

const newCode = () => Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
export const codeHash = (code: string) => hashToken(`setup:${code}`);

/**
 * The code that allows creating the first administrator. The file in DATA_DIR has mode 600, so that each start prints
 * the same code; the database stores its hash.
 */
export async function keepSetupCode(db: Db, dataDir: string, now: Date): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, FILE);
  await writeFile(file, newCode(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const code = (await readFile(file, 'utf8')).trim();
  const value = codeHash(code);
  await db
    .insert(settings)
    .values({ key: CODE_KEY, value, updatedAt: now })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: now } });
  return code;
}

/** The hash of the setup code; undefined if no start has created one. */
export async function expectedHash(db: Db): Promise<string | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.key, CODE_KEY));
  return typeof row?.value === 'string' ? row.value : undefined;
}

/** Deletes the used code's file. After a crash the next start deletes it. */
export const forgetCodeFile = (dataDir: string) => rm(path.join(dataDir, FILE), { force: true });

import { randomInt } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { hashToken } from '#server/kernel/secrets.ts';

/** The row that holds the code's hash; it is no setting and no call reaches it. */
export const CODE_KEY = 'setup_code';
/** No letter that is taken for another: 20 of 31, 99 bits. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const FILE = 'codigo-inicial';

const newCode = () => Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
export const codeHash = (code: string) => hashToken(`setup:${code}`);

/**
 * The one code with which the first administrator is made: kept in DATA_DIR with mode 600, so that each start prints the
 * same; the database holds its hash.
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

/** The hash that a code must have; undefined where no start has made one. */
export async function expectedHash(db: Db): Promise<string | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.key, CODE_KEY));
  return typeof row?.value === 'string' ? row.value : undefined;
}

/** The code has served. What a crash leaves of the file is removed at the next start. */
export const forgetCodeFile = (dataDir: string) => rm(path.join(dataDir, FILE), { force: true });

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs a program of somebody else (poppler's `pdfsig`, `openssl`) on these files, in a folder of its own. Answers what it
 * said and whether it was content; null where it is not installed.
 */
export async function outside(
  program: string,
  args: readonly string[],
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<{ said: string; content: boolean } | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'llave-fuera-'));
  try {
    for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(folder, name), bytes);
    const { stdout, stderr } = await run(program, args, { cwd: folder, env: { ...process.env, LANG: 'C' } });
    return { said: stdout + stderr, content: true };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (code === 'ENOENT') return null;
    return { said: stdout + stderr, content: false };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

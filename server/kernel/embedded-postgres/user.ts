import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError } from './error.ts';

/** The system user that PostgreSQL runs as; null if the application is not root and PostgreSQL runs as the same user. */
export type RunAs = { uid: number; gid: number } | null;

const NAME = 'llave';

/** The system user `llave`, created if missing: PostgreSQL refuses to run as root. */
export async function systemUser(): Promise<{ uid: number; gid: number }> {
  let said = '';
  // Two starts at once may both run useradd: the password file is locked for a moment, then the user exists.
  // A service manager's PATH often lacks the folders where useradd is.
  for (let tries = 0; tries < 20; tries++) {
    const found = lookUp();
    if (found) return found;
    const made = spawnSync(
      'useradd',
      [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir=/var/lib/llave',
        '--shell=/usr/sbin/nologin',
        NAME,
      ],
      { env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` } },
    );
    said = made.error?.message ?? made.stderr.toString().trim();
    if (made.error || made.status === 0) continue;
    await pause(100);
  }
  throw new EmbeddedPostgresError(
    `No se pudo crear el usuario de sistema «${NAME}» para PostgreSQL (${said}). ` +
      `Créalo con: useradd --system ${NAME}; o inicia Llave con un usuario que no sea root.`,
  );
}

function lookUp(): { uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const asked = spawnSync('id', [flag, NAME]);
    return asked.status === 0 ? Number(asked.stdout.toString()) : 0;
  });
  return uid && gid ? { uid, gid } : undefined;
}

/** Whether the user can enter a folder. Asks the system, because of modes, groups and access lists. */
export function canEnter(folder: string, runAs: RunAs): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { cwd: '/', ...runAs }).status === 0;
}

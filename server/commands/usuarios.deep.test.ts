import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { and, eq, inArray } from 'drizzle-orm';
import { roleGrants } from '#server/modules/company/staff/staff.table.ts';
import { useApp } from '#test/app.ts';
import { CHILD_ARGS } from '#test/childEnv.ts';
import { makeUser } from '#test/factories.ts';

const llave = useApp();
const script = path.join(import.meta.dirname, 'usuarios.ts');

/** Runs the command on the test database. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { connectionString } = llave.database.pool.options;
  const env = {
    ...process.env,
    DATABASE_URL: connectionString,
    DATABASE_OWNER_URL: llave.ownerUrl,
    APP_URL: 'https://llave.example',
  };
  const ran = await promisify(execFile)(process.execPath, [...CHILD_ARGS, script, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  return { code: ran.code, out: ran.stdout, err: ran.stderr };
}

const PASSWORD = 'cuatro caballos de madera';
const post = (url: string, payload: object) => llave.app.inject({ method: 'POST', url, payload });

describe('npm run usuarios', () => {
  test('creates an administrator and prints a link that sets the password', async () => {
    const { code, out, err } = await run('--email', 'Jefa@Empresa.test', '--name', 'La Jefa');
    expect([code, err]).toEqual([0, '']);
    const [, token] = /https:\/\/llave\.example\/ingresar\/recuperar#invitacion=(\S+)/.exec(out)!;
    expect((await post('/api/password/reset', { token, password: PASSWORD })).statusCode).toBe(200);
    const login = await post('/api/login', { email: 'jefa@empresa.test', password: PASSWORD });
    const user = await llave.app.inject({
      url: '/api/user',
      headers: { authorization: `Bearer ${login.json<{ token: string }>().token}` },
    });
    expect(user.json()).toMatchObject({
      data: { name: 'La Jefa', roles: [{ display_name: 'Administrador' }] },
    });
  });

  test('prints a new link for an existing administrator and refuses any other account', async () => {
    const administrator = await makeUser(llave.database.db, { roles: ['administrador'] });
    const other = await makeUser(llave.database.db, { roles: ['asesor'] });
    expect((await run('--email', administrator.email, '--name', 'X')).out).toContain('#invitacion=');
    const refused = await run('--email', other.email, '--name', 'X');
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('no administra');
  });

  test('restores permissions removed from the administrator role', async () => {
    const { db } = llave.database;
    const held = () => db.$count(roleGrants, eq(roleGrants.roleId, 1));
    const whole = await held();
    await db
      .delete(roleGrants)
      .where(and(eq(roleGrants.roleId, 1), inArray(roleGrants.permission, ['ventas.ver', 'pagos.aprobar'])));
    const { code, out } = await run('--restaurar-roles');
    expect([code, out]).toEqual([0, 'El rol Administrador tiene otra vez sus permisos: 2 cambiaron.\n']);
    expect(await held()).toBe(whole);
    expect((await run('--restaurar-roles')).out).toContain('ya tiene todos');
  });

  test('prints the usage when an argument is missing or unknown', async () => {
    const wrong = [['--otra'], [], ['--email', 'nada', '--name', 'X']];
    for (const args of wrong) {
      const { code, err } = await run(...args);
      expect(code).toBe(1);
      expect(err).toContain('npm run usuarios -- --email');
      expect(err).not.toContain('    at ');
    }
  });
});

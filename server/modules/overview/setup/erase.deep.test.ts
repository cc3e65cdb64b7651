import { sql } from 'drizzle-orm';
import { readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { row, rows } from '#server/kernel/db.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { forgetAll } from '#server/kernel/lately.ts';
import { useApp, type TestApp } from '#test/app.ts';
import { loadWholeDemo } from '#test/demo.ts';
import { makeSale } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { prepareSetup } from './start.service.ts';

const PASSWORD = 'demo-llave-2026';
const NEW = {
  current: PASSWORD,
  company: ' promotora valle SERENO ',
  name: 'Ana Pérez',
  email: 'ana@casas.test',
  password: 'tres gatos en la azotea',
};
/** Row count of every table. */
async function counted({ database }: TestApp): Promise<Record<string, number>> {
  const tables = await rows<{ name: string }>(
    database.db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await row<{ n: number }>(
        database.db,
        sql`select count(*)::int n from ${sql.identifier(name)}`,
      );
      return [name, found!.n] as const;
    }),
  );
  return Object.fromEntries(counts);
}
const erase = (browser: StaffBrowser, body: object = {}) =>
  browser.post('/api/setup/erase_demo', { ...NEW, ...body });

describe('erasing the demo', () => {
  const llave = useApp({ DEMO_PASSWORD: PASSWORD });
  let administrator: StaffBrowser;
  let fresh: Record<string, number>;
  let files = '';
  let dataDir = '';

  beforeAll(async () => {
    dataDir = llave.app.core.services.config.DATA_DIR;
    files = path.join(dataDir, 'files');
    fresh = await counted(llave);
    await prepareSetup(llave.database.db, dataDir);
    await loadWholeDemo(llave);
    forgetAll();
    const user = await row<StaffBrowser['user']>(
      llave.database.db,
      sql`select id, name, email from users where email = 'administrador@demo.llave'`,
    );
    administrator = await signInUser(llave, user!);
  });

  test('needs an administrator, the password and the company’s name', async () => {
    const auditor = await signInAs(llave, 'auditor');
    expect((await erase(auditor)).statusCode).toBe(403);
    expect((await erase(administrator, { current: 'otra cosa' })).json()).toMatchObject({
      code: 'PASSWORD',
      errors: [{ field: 'current' }],
    });
    expect((await erase(administrator, { company: 'Otra' })).json()).toMatchObject({
      errors: [{ field: 'company' }],
    });
    expect((await erase(administrator, { password: 'contraseña ana' })).statusCode).toBe(422);
    expect((await administrator.get('/api/setup/demo')).json()).toMatchObject({
      data: {
        demo: true,
        company: 'Promotora Valle Sereno',
        goes: expect.arrayContaining([expect.anything()]),
      },
    });
  });

  test('a connection lost in the middle leaves everything unchanged', async () => {
    const before = await counted(llave);
    await llave.asOwner(`create function die() returns trigger language plpgsql as $$
      begin if (select count(*) from sales) = 0 then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`);
    await llave.asOwner(`create trigger die before insert on users for each row execute function die()`);
    const answer = await erase(administrator);
    expect(answer.statusCode).toBe(503);
    await llave.asOwner('drop trigger die on users');
    await llave.asOwner('drop function die()');
    const { throttles: _, ...rest } = before;
    expect(await counted(llave)).toMatchObject(rest);
    expect((await administrator.get('/api/user')).statusCode).toBe(200);
    expect(await stat(path.join(dataDir, 'demo.json')).then(() => 'there')).toBe('there');
  });

  test('deletes all demo data at once, and the caller is the first administrator of the new company', async () => {
    const other = await signInAs(llave, 'coordinador');
    const answers = await Promise.all([erase(administrator), erase(administrator)]);
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
    expect((await administrator.get('/api/user')).json()).toMatchObject({
      data: { id: 1, name: 'Ana Pérez', email: 'ana@casas.test', roles: [{ display_name: 'Administrador' }] },
    });
    expect((await other.get('/api/user')).statusCode).toBe(401);
    const login = await llave.browser().post('/api/login', { email: NEW.email, password: NEW.password });
    expect(login.statusCode).toBe(200);
    const now = await counted(llave);
    // As after the first start, except for the user, the sessions and the rows written by the erasure.
    const { users, user_roles, staff_sessions, audit_log, settings: set, throttles, changes, ...rest } = now;
    expect({ users, user_roles }).toEqual({ users: 1, user_roles: 1 });
    // The feed tells the other browsers that everything changed.
    expect(changes).toBe(1);
    expect(audit_log).toBeLessThan(8);
    expect([set, staff_sessions, throttles].every((count) => count! < 6)).toBe(true);
    for (const [name, count] of Object.entries(rest)) expect([name, count]).toEqual([name, fresh[name]]);
    const keys = (await llave.database.db.select({ key: settings.key }).from(settings)).map(({ key }) => key);
    expect(keys).not.toContain('demo');
    expect(keys).not.toContain('company');
  });

  test('ids start again, and histories refuse changes as before', async () => {
    const sale = await makeSale(llave.database.db);
    expect(sale.id).toBe(1);
    expect(await row(llave.database.db, sql`select next_code('PC', 2026) as code`)).toEqual({
      code: 'PC-2026-00001',
    });
    await expect(llave.database.db.execute(sql`delete from audit_log`)).rejects.toThrow('Failed query');
    await expect(llave.database.db.execute(sql`truncate changes`)).rejects.toThrow('Failed query');
  });

  test('old files are deleted afterwards, newer ones stay, and a start no longer prints the demo sign-ins', async () => {
    const store = (await readdir(files, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name));
    expect(store.length).toBeGreaterThan(50);
    for (const name of store) await utimes(path.join(files, name), new Date(0), new Date(0));
    const bytes = await readFile(path.join(files, store[0]!));
    const { sha256 } = await llave.app.core.services.files.keep(bytes, 'x', 'image/webp');
    await runJobs(llave, { name: 'setup.remove_demo_files' });
    const left = (await readdir(files, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name));
    expect(left.map((name) => path.basename(name))).toEqual([sha256]);
    expect(await stat(path.join(dataDir, 'demo.json')).catch(() => 'gone')).toBe('gone');
    await writeFile(path.join(dataDir, 'demo.json'), '{"password":"x","link":null}');
    expect(await prepareSetup(llave.database.db, dataDir)).toBeNull();
    expect(await stat(path.join(dataDir, 'demo.json')).catch(() => 'gone')).toBe('gone');
  });

  test('a company that is not a demo can never be erased or turned into a demo', async () => {
    const mine = await signInUser(llave, { ...administrator.user, id: 1 });
    expect(
      (await mine.post('/api/setup/erase_demo', { ...NEW, current: NEW.password })).json(),
    ).toMatchObject({
      code: 'NO_DEMO',
    });
    await expect(llave.database.db.execute(sql`select erase_demo(array['x'])`)).rejects.toThrow(
      'Failed query',
    );
    await expect(
      llave.database.db.insert(settings).values({ key: 'demo', value: true, updatedAt: llave.clock.now() }),
    ).rejects.toThrow('Failed query');
    expect(await llave.database.db.$count(settings)).toBeGreaterThan(0);
    expect((await row<{ n: number }>(llave.database.db, sql`select count(*)::int n from sales`))!.n).toBe(1);
  });
});

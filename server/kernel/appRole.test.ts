import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { createTestDatabase } from '#test/db.ts';
import { makeSale } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';
import { ownDatabase } from './appRole.ts';
import { rows, sql } from './db.ts';
import { migrate } from './migrate.ts';

const llave = useApp();
const attempt = (statement: string) =>
  llave.database.db.execute(sql.raw(statement)).then(
    () => 'done',
    (error: { cause?: { code?: string } }) => error.cause?.code ?? 'other',
  );
/** PostgreSQL's error code for "insufficient privilege". */
const DENIED = '42501';

describe('the database role of the application', () => {
  test('has no special rights and owns only the job queue', async () => {
    const { db } = llave.database;
    expect(
      await rows(
        db,
        sql`select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as special
          from pg_roles where rolname = current_user`,
      ),
    ).toEqual([{ special: false }]);
    expect(
      await rows(
        db,
        sql`select distinct n.nspname as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relowner = current_user::regrole and n.nspname <> 'pg_toast'`,
      ),
    ).toEqual([{ schema: 'jobs' }]);
  });

  test('cannot change a history or disable its triggers', async () => {
    await makeSale(llave.database.db);
    await signInAs(llave, 'administrador');
    for (const statement of [
      'update audit_log set action = action',
      'delete from audit_log',
      'truncate audit_log',
      'update changes set to_state = to_state',
      'delete from change_details',
      'delete from signatures',
      'delete from consents',
      'delete from price_changes',
      'update bank_transfers set id = id',
      'delete from payment_reversals',
      'truncate sales cascade',
      'alter table audit_log disable trigger all',
      'alter table audit_log owner to current_user',
      'drop trigger audit_log_append_only on audit_log',
      "set session_replication_role = 'replica'",
      'create table mine (id int)',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
      "copy audit_log to program 'cat'",
      "select pg_read_file('/etc/passwd')",
      'select * from drizzle.__drizzle_migrations',
      'set role llave',
    ])
      expect([statement, await attempt(statement)]).toEqual([statement, DENIED]);
  });

  test('cannot mark a real company as a demo in order to erase it', async () => {
    await signInAs(llave, 'administrador');
    expect(
      await attempt("insert into settings (key, value, updated_at) values ('demo', 'true', now())"),
    ).toBe('23001');
    expect(await attempt("select erase_demo(array['users'])")).toBe('23001');
  });

  test('takes over a job queue that an earlier version created as the owner', async () => {
    const made = await createTestDatabase();
    const ask = async (url: string, statement: string) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      return client.query(statement).finally(() => client.end());
    };
    try {
      const name = new URL(made.url).username;
      await ask(
        made.ownerUrl,
        `alter schema jobs owner to current_user; create table jobs.old (id serial primary key);
         create type jobs.kind as enum ('a'); create function jobs.one() returns int language sql as 'select 1'`,
      );
      await expect(ask(made.url, 'insert into jobs.old default values')).rejects.toThrow('permission denied');
      await migrate(made.ownerUrl, { app: { name } });
      await ask(made.url, 'insert into jobs.old default values; alter table jobs.old add column more text');
      await ask(made.url, 'drop function jobs.one(); create table jobs.next (id int)');
    } finally {
      await made.drop();
    }
  });
});

test('with an external database, the owner migrates and the other role works; with one URL, one role does both', () => {
  const one = 'postgres://casa:x@db/llave';
  expect(ownDatabase({ DATABASE_URL: one })).toEqual({ owner: one, app: undefined });
  const owner = 'postgres://duena:y@db/llave';
  expect(ownDatabase({ DATABASE_URL: one, DATABASE_OWNER_URL: owner })).toEqual({
    owner,
    app: { name: 'casa', url: one },
  });
});

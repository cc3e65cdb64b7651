import type { Client } from 'pg';

/** The database role that the application works with. The role that migrates owns every table. */
export interface AppRole {
  name: string;
  /** For a role created here (embedded database). Without a password the role must already exist. */
  password?: string;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Bits of pg_trigger.tgtype: the statement that a trigger fires on. */
const REFUSED = [
  { bit: 8, right: 'delete' },
  { bit: 16, right: 'update' },
] as const;

/**
 * Grants the application's role only what it needs: the rows of every table, but no change to histories (tables with a
 * `refuse_change` trigger), no TRUNCATE and no tables of its own except the job queue. So it cannot disable a rule.
 * Safe to repeat. The caller holds the migration lock and passes the owner's connection.
 */
export async function grantAppRole(owner: Client, { name, password }: AppRole): Promise<void> {
  const role = quoted(name);
  await owner.query('begin');
  try {
    if (password !== undefined) {
      const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name]);
      await owner.query(
        `${rowCount ? 'alter' : 'create'} role ${role} login password ${text(password)} nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
      );
    }
    const { rows: histories } = await owner.query<{ relation: string; type: number }>(
      `select tgrelid::regclass::text relation, bit_or(tgtype::int) as type from pg_trigger
       where tgfoid = 'refuse_change'::regproc and not tgisinternal group by 1`,
    );
    await owner.query(
      [
        'revoke create on schema public from public',
        `revoke all on all tables in schema public from ${role}`,
        `grant usage on schema public to ${role}`,
        `grant select, insert, update, delete on all tables in schema public to ${role}`,
        `grant usage, select, update on all sequences in schema public to ${role}`,
        // Security-definer functions act as the owner: only the application may call them.
        `grant execute on all functions in schema public to ${role}`,
        ...histories.flatMap(({ relation, type }) =>
          REFUSED.filter(({ bit }) => type & bit).map(
            ({ right }) => `revoke ${right} on ${relation} from ${role}`,
          ),
        ),
      ].join(';\n'),
    );
    await giveJobs(owner, name);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

/** Gives the role the job queue's schema: the queue manages its own tables. Earlier versions created it as the owner. */
async function giveJobs(owner: Client, name: string): Promise<void> {
  const role = quoted(name);
  const { rows } = await owner.query<{ statement: string }>(
    `select format('alter table %s owner to ${role}', c.oid::regclass) as statement from pg_class c
       join pg_roles r on r.oid = c.relowner
       where c.relnamespace = 'jobs'::regnamespace and c.relkind in ('r', 'p', 'v') and r.rolname <> $1
     union all
     select format('alter routine %s owner to ${role}', p.oid::regprocedure) from pg_proc p
       join pg_roles r on r.oid = p.proowner where p.pronamespace = 'jobs'::regnamespace and r.rolname <> $1
     union all
     select format('alter type %s owner to ${role}', t.oid::regtype) from pg_type t
       join pg_roles r on r.oid = t.typowner
       where t.typnamespace = 'jobs'::regnamespace and t.typtype in ('e', 'd') and r.rolname <> $1`,
    [name],
  );
  for (const { statement } of rows) await owner.query(statement);
  await owner.query(`alter schema jobs owner to ${role}`);
}

/** Roles for an external PostgreSQL: the owner's URL, and the application's role where it is a different one. */
export function ownDatabase({
  DATABASE_URL,
  DATABASE_OWNER_URL,
}: {
  DATABASE_URL?: string | undefined;
  DATABASE_OWNER_URL?: string | undefined;
}): { owner: string | undefined; app: (AppRole & { url: string }) | undefined } {
  if (!DATABASE_URL || !DATABASE_OWNER_URL) return { owner: DATABASE_URL, app: undefined };
  return {
    owner: DATABASE_OWNER_URL,
    app: { name: decodeURIComponent(new URL(DATABASE_URL).username), url: DATABASE_URL },
  };
}

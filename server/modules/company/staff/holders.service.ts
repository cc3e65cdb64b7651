import { sql } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { rows, type Db } from '#server/kernel/db.ts';

/** Active users with a role that grants a permission, by name; with `id`, that one user or nobody. */
export const holdersOf = (db: Db, permission: Permission, id?: number) =>
  rows<{ id: number; name: string }>(
    db,
    sql`select u.id, u.name from users u where u.active ${id === undefined ? sql`` : sql`and u.id = ${id}`}
      and exists (select from user_roles r join role_grants g on g.role_id = r.role_id
        where r.user_id = u.id and g.permission = ${permission}) order by u.name, u.id`,
  );

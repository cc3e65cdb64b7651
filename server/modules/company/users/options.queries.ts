import { USER_TYPE } from '#contract/company/users/model.ts';
import { sql } from 'drizzle-orm';
import { USER_TYPES } from '#contract/company/users/model.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { ordered, type Order } from '#server/modules/company/staff/options.service.ts';

interface Person {
  id: number;
  name: string;
  email: string;
}

const colleagueTypes = sql.raw(
  USER_TYPES.filter(({ colleague }) => colleague)
    .map(({ id }) => id)
    .join(', '),
);

/** Active colleagues as options; `roleType`: only of this organizational role. */
export const findColleagues = (db: Db, order: Order, roleType?: number) =>
  rows<Person>(
    db,
    ordered(
      sql`select id, name, email::text from users where active and user_type_id in (${colleagueTypes})
        and ${roleType === undefined ? sql`true` : sql`organizational_role_type_id = ${roleType}`}`,
      order,
    ),
  );

/** Condition: an active inspector, by user type or by role. */
export const isAgent = sql`(u.active and (u.user_type_id = ${USER_TYPE.inspector} or exists (select from user_roles ur
  join roles r on r.id = ur.role_id where ur.user_id = u.id and r.name = 'inspector')))`;

export const findAgents = (db: Db, order: Order) =>
  rows<{ id: number; name: string }>(
    db,
    ordered(sql`select u.id, u.name from users u where ${isAgent}`, order),
  );

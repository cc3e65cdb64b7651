import { sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { offsetOf, type PageQuery } from '#contract/paging.ts';
import type { InspectorRow, UserFilter, UserRow, UserState } from '#contract/company/users/people.ts';
import { userTypeName } from '#contract/company/users/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { alphabetic, containing, type Db, hasPart, row, rows } from '#server/kernel/db.ts';
import { knownColumns } from '#server/kernel/known.ts';
import { isAgent } from './options.queries.ts';

/** Condition: out of office on that day, both days included; a missing start or end is open. */
const away = (today: string) => sql`(coalesce(u.away_from, u.away_to) is not null
  and ${today} between coalesce(u.away_from, '0001-01-01') and coalesce(u.away_to, '9999-12-31'))`;

const stateOn = (today: string) => sql`case when not u.active then 'desactivado'
  when u.password_hash is null then 'invitado' when ${away(today)} then 'ausente' else 'activo' end`;

const lastUse = sql`(select max(s.last_used_at) from staff_sessions s where s.user_id = u.id)`;

interface Found {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  typeId: number;
  roles: { id: number; display_name: string }[];
  roleTypeId: number | null;
  roleType: string | null;
  partnerId: number | null;
  partner: string | null;
  state: UserState;
  awayFrom: string | null;
  awayTo: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}

const selected = (today: string) => sql`select u.id, u.name, u.email::text, u.phone, u.user_type_id "typeId",
  coalesce((select json_agg(json_build_object('id', r.id, 'display_name', r.display_name) order by r.id)
    from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id), '[]') roles,
  u.organizational_role_type_id "roleTypeId",
  (select c.label from catalog_items c where c.catalog = 'organizational_role_type' and c.id = u.organizational_role_type_id) "roleType",
  p.id "partnerId", p.name partner, ${stateOn(today)} state, u.away_from "awayFrom", u.away_to "awayTo",
  ${lastUse} "lastUsedAt", u.created_at "createdAt"
  from users u left join partners p on p.id = u.partner_id`;

const iso = (instant: string | null) => (instant === null ? null : new Date(instant).toISOString());

const present = (one: Found): UserRow => ({
  id: one.id,
  name: one.name,
  email: one.email,
  phone: one.phone,
  user_type: { id: one.typeId, name: userTypeName(one.typeId) },
  roles: one.roles,
  organizational_role:
    one.roleTypeId === null ? null : { id: one.roleTypeId, name: one.roleType ?? String(one.roleTypeId) },
  partner: one.partnerId === null ? null : { id: one.partnerId, name: one.partner ?? '' },
  state: one.state,
  away_from: one.awayFrom,
  away_to: one.awayTo,
  last_used_at: iso(one.lastUsedAt),
  created_at: new Date(one.createdAt).toISOString(),
});

const ORDER = {
  name: alphabetic(sql`u.name`),
  email: sql`u.email`,
  last_used_at: lastUse,
  created_at: sql`u.created_at`,
} as const;

function conditions(filter: Partial<UserFilter>, today: string): SQL {
  const { q } = filter;
  const given = [
    q ? sql`(${hasPart(sql`u.name`, q)} or u.email::text ilike ${containing(q)})` : undefined,
    filter.rol_id &&
      sql`exists (select from user_roles ur where ur.user_id = u.id and ur.role_id = ${filter.rol_id})`,
    filter.tipo_id && sql`u.user_type_id = ${filter.tipo_id}`,
    filter.proyecto_id &&
      sql`exists (select from project_team t where t.user_id = u.id and t.project_id = ${filter.proyecto_id})`,
    filter.estado && sql`${stateOn(today)} = any(${sql.param(filter.estado)}::text[])`,
  ].filter((one) => one !== undefined && one !== 0);
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`;
}

/** A page of the users, by name by default, and the total. */
export async function pageOfUsers(db: Db, filter: UserFilter, now: Date) {
  const today = panamaDay(now);
  const where = conditions(filter, today);
  const direction = filter.order_type === 'desc' ? sql`desc nulls last` : sql`asc nulls first`;
  const [list, counted] = await Promise.all([
    rows<Found>(
      db,
      sql`${selected(today)} where ${where} order by ${ORDER[filter.order_column ?? 'name']} ${direction}, u.id
        limit ${filter.per_page} offset ${offsetOf(filter)}`,
    ),
    row<{ total: number }>(db, sql`select count(*)::int total from users u where ${where}`),
  ]);
  return { list: list.map(present), total: counted?.total ?? 0 };
}

/** One user as in the list; undefined when unknown. */
export async function findUserRow(db: Db, id: number, now: Date): Promise<UserRow | undefined> {
  const found = await row<Found>(db, sql`${selected(panamaDay(now))} where u.id = ${id}`);
  return found && present(found);
}

/** Further data for a user's page, with facts from higher features. */
export const findUserRest = ({ db, knows }: Pick<Context, 'db' | 'knows'>, id: number) =>
  row<{
    projects: { id: number; name: string }[];
    lawyer: { id: number; name: string } | null;
    invitedAt: string | null;
    deactivatedAt: string | null;
    deactivatedBy: { id: number; name: string } | null;
    version: number;
    openProcessor?: number;
    openAdviser?: number;
  }>(
    db,
    sql`select
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name)
        from project_team t join projects p on p.id = t.project_id where t.user_id = users.id), '[]') projects,
      (select json_build_object('id', l.id, 'name', l.full_name) from lawyers l
        where l.user_id = users.id and l.archived_at is null) lawyer,
      users.invited_at "invitedAt", users.deactivated_at "deactivatedAt",
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end "deactivatedBy", users.version,
      ${knownColumns({ knows }, 'usuario')}
      from users left join users b on b.id = users.deactivated_by where users.id = ${id}`,
  );

/** A page of the inspectors with their projects, and the total. */
export async function pageOfInspectors(
  db: Db,
  filter: PageQuery & {
    q?: string | undefined;
    proyecto_id?: number | undefined;
    order_type?: 'asc' | 'desc' | undefined;
  },
  now: Date,
) {
  const { q, proyecto_id } = filter;
  const where = sql`${isAgent} and ${conditions({ ...filter, q, proyecto_id }, panamaDay(now))}`;
  const direction = filter.order_type === 'desc' ? sql`desc` : sql`asc`;
  const [list, counted] = await Promise.all([
    rows<InspectorRow>(
      db,
      sql`select u.id, u.name, u.email::text, u.phone, ${stateOn(panamaDay(now))} state, u.away_to,
        coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name)
          from project_team t join projects p on p.id = t.project_id where t.user_id = u.id), '[]') projects
        from users u where ${where} order by ${alphabetic(sql`u.name`)} ${direction}, u.id
        limit ${filter.per_page} offset ${offsetOf(filter)}`,
    ),
    row<{ total: number }>(db, sql`select count(*)::int total from users u where ${where}`),
  ]);
  return { list, total: counted?.total ?? 0 };
}

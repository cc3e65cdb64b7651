import { USER_TYPE } from '#contract/company/users/model.ts';
import { and, eq, sql } from 'drizzle-orm';
import { documentKey } from '#contract/identity.ts';
import { offsetOf } from '#contract/paging.ts';
import type { LawyerFilter, LawyerForm, LawyerRow } from '#contract/company/lawyers/lawyers.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import {
  alphabetic,
  containing,
  hasPart,
  inOrder,
  row,
  rows,
  violatedConstraint,
} from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { lawyers } from './lawyers.table.ts';
import { ownRefused } from '#server/modules/company/users/manage.service.ts';
import { ordered, type Order } from '#server/modules/company/staff/options.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

type Reading = Pick<Context, 'db' | 'staff'>;

const selected = sql`select l.id, l.full_name, l.document, l.idoneidad, l.firm, l.phone, l.email::text,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end "user",
  l.archived_at is not null archived, l.version
  from lawyers l left join users u on u.id = l.user_id`;

/** An external lawyer sees only their own row (rulings.md 33). */
const inReach = ({ staff }: Reading) =>
  staff?.colleague === false ? sql`l.user_id = ${staff.userId}` : sql`true`;

const ORDER = { full_name: alphabetic(sql`l.full_name`), firm: alphabetic(sql`l.firm`) };

/** A page of the lawyers, by name by default, and the total. */
export async function pageOfLawyers(ctx: Reading, filter: LawyerFilter) {
  const { q } = filter;
  const where = sql`${inReach(ctx)} and ${filter.archivados === '1' ? sql`true` : sql`l.archived_at is null`} and ${
    q
      ? sql`(${hasPart(sql`l.full_name`, q)} or ${hasPart(sql`l.firm`, q)} or l.idoneidad ilike ${containing(q)})`
      : sql`true`
  }`;
  const [list, counted] = await Promise.all([
    rows<LawyerRow>(
      ctx.db,
      sql`${selected} where ${where} order by ${inOrder(filter, ORDER, sql`l.id`, ['full_name', 'asc'])}
        limit ${filter.per_page} offset ${offsetOf(filter)}`,
    ),
    row<{ total: number }>(ctx.db, sql`select count(*)::int total from lawyers l where ${where}`),
  ]);
  return { list, total: counted?.total ?? 0 };
}

/** One lawyer. Raises 404. */
export async function getLawyer(ctx: Reading, id: number): Promise<LawyerRow> {
  const found = await row<LawyerRow>(ctx.db, sql`${selected} where l.id = ${id} and ${inReach(ctx)}`);
  if (!found) throw notFound();
  return found;
}

const columnsOf = (form: LawyerForm) => ({
  fullName: form.full_name,
  document: form.document,
  documentKey: form.document && documentKey('cedula', form.document),
  idoneidad: form.idoneidad,
  firm: form.firm,
  phone: form.phone,
  email: form.email,
  userId: form.user_id,
});

const TAKEN: Readonly<Record<string, { field: string; message: string }>> = {
  lawyers_user: { field: 'user_id', message: 'Ese usuario ya es de otro abogado.' },
  lawyers_idoneidad: { field: 'idoneidad', message: 'Ya hay un abogado con esa idoneidad.' },
  lawyers_document: { field: 'document', message: 'Ya hay un abogado con ese documento.' },
};

/** Awaits a write. Raises 409 TAKEN at the field with a duplicate value. */
async function saving<A>(work: PromiseLike<A>): Promise<A> {
  try {
    return await work;
  } catch (error) {
    const taken = TAKEN[violatedConstraint(error) ?? ''];
    if (!taken) throw error;
    throw new Refused(409, 'TAKEN', taken.message, { errors: [taken] });
  }
}

/** Only administrators link a lawyer to a user, because the link gives access to sales. */
async function checkUser(ctx: Context, userId: number | null, before: number | null): Promise<void> {
  if (userId === before) return;
  if (!ctx.staff?.grants.has('administracion.editar'))
    throw ownRefused('El usuario de un abogado lo elige quien administra.', 'user_id');
  if (userId === null) return;
  const fits = sql`(${users.userTypeId} = ${USER_TYPE.externalLawyer} or exists (select from user_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = ${users.id} and r.name = 'abogado'))`;
  if ((await ctx.db.$count(users, and(eq(users.id, userId), users.active, fits))) === 0)
    throw invalid([{ field: 'user_id', message: 'Elige un usuario activo con rol de abogado.' }]);
}

/** Adds a lawyer. Returns the id. Raises 403 at user_id, 409 TAKEN at its field. */
export async function createLawyer(ctx: Context, form: LawyerForm): Promise<number> {
  await checkUser(ctx, form.user_id, null);
  const [made] = await saving(
    ctx.db
      .insert(lawyers)
      .values({ ...columnsOf(form), createdAt: ctx.now })
      .returning({ id: lawyers.id }),
  );
  await audit(ctx, 'created', 'lawyer', made!.id, { name: form.full_name, user: form.user_id });
  return made!.id;
}

async function lockLawyer(ctx: Context, id: number, version?: number) {
  await getLawyer(ctx, id);
  const [found] = await ctx.db.select().from(lawyers).where(eq(lawyers.id, id)).for('no key update');
  if (!found) throw notFound();
  if (version !== undefined && version !== found.version)
    throw conflict('STALE', undefined, { version: found.version });
  return found;
}

/** Changes a lawyer's data. Raises 404, 403 at user_id, 409 STALE, TAKEN. */
export async function changeLawyer(
  ctx: Context,
  id: number,
  form: LawyerForm & { version?: number | undefined },
): Promise<void> {
  const before = await lockLawyer(ctx, id, form.version);
  await checkUser(ctx, form.user_id, before.userId);
  await saving(
    ctx.db
      .update(lawyers)
      .set({ ...columnsOf(form), version: before.version + 1 })
      .where(eq(lawyers.id, id)),
  );
  await audit(ctx, 'changed', 'lawyer', id, { name: form.full_name, user: form.user_id });
}

/** Archives or restores a lawyer. Raises 404, 409 STALE, TAKEN. */
export async function archiveLawyer(
  ctx: Context,
  id: number,
  { archived, version }: { archived: boolean; version?: number | undefined },
): Promise<void> {
  const before = await lockLawyer(ctx, id, version);
  if ((before.archivedAt !== null) === archived) return;
  await saving(
    ctx.db
      .update(lawyers)
      .set({ archivedAt: archived ? ctx.now : null, version: before.version + 1 })
      .where(eq(lawyers.id, id)),
  );
  await audit(ctx, archived ? 'archived' : 'restored', 'lawyer', id);
}

/** Active lawyers as options; `withUser`: only those who can sign in. An external lawyer sees only their own row. */
export function findLawyerOptions(ctx: Reading, order: Order, withUser: boolean) {
  const own = ctx.staff?.colleague === false ? sql`user_id = ${ctx.staff.userId}` : sql`true`;
  return rows<{ id: number; name: string }>(
    ctx.db,
    ordered(
      sql`select id, full_name as name from lawyers where archived_at is null and ${own}
        and ${withUser ? sql`exists (select from users u where u.id = user_id and u.active)` : sql`true`}`,
      order,
    ),
  );
}

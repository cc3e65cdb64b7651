import { SALE } from '#contract/sales/sale/rules.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, rows, type Db } from '#server/kernel/db.ts';
import { personInReach, saleInReachOf, wholePersonInReach } from './people.scope.ts';
import type { PersonValues } from './people.table.ts';

type SqlInstant = string;

const VALUES = sql.raw(`p.name, p.document_type "documentType", p.document_number "documentNumber",
  p.document_key "documentKey", p.phone, p.email::text email`);

export interface PersonRow extends PersonValues {
  id: number;
  version: number;
  mergedIntoId: number | null;
  createdAt: SqlInstant;
  /** All records of the person are in the caller's scope of the permission. */
  mayEdit: boolean;
  mayApprove: boolean;
  /** A sale of the person is under review or later: the buyer's data is fixed. */
  underReview: boolean;
}

/** One person within scope; `lock` locks the row until the end of the transaction. */
export const findPerson = (
  ctx: Pick<Context, 'db' | 'staff'>,
  id: number,
  { permission = 'ventas.ver', lock = false }: { permission?: Permission; lock?: boolean } = {},
): Promise<PersonRow | undefined> =>
  row<PersonRow>(
    ctx.db,
    sql`select p.id, p.version, ${VALUES}, p.merged_into_id "mergedIntoId", p.created_at "createdAt",
        ${wholePersonInReach(ctx, 'ventas.editar', sql`p.id`)} "mayEdit",
        ${wholePersonInReach(ctx, 'ventas.aprobar', sql`p.id`)} "mayApprove",
        (exists (select from sales s where s.person_id = p.id and s.state_id > ${SALE.received})
          or exists (select from sale_buyers b join sales s on s.id = b.sale_id where b.person_id = p.id and s.state_id > ${SALE.received})) "underReview"
      from people p where p.id = ${id} and p.merged_into_id is null and ${personInReach(ctx, permission, sql`p.id`)}
      ${lock ? sql`for no key update of p` : sql``}`,
  );

export interface PersonSaleRow {
  id: number;
  code: string | null;
  stateId: number;
  projectId: number;
  project: string;
  modelId: number;
  model: string;
  lot: string | null;
  priceCents: number;
  adviserId: number | null;
  adviser: string | null;
  lastActionId: number;
  lastActionAt: SqlInstant;
  createdAt: SqlInstant;
}

/** Sales of a person within scope, newest first, and the number of sales and prospects outside it. */
export const salesOfPerson = (ctx: Pick<Context, 'db' | 'staff'>, id: number): Promise<PersonSaleRow[]> =>
  rows(
    ctx.db,
    sql`select s.id, s.code, s.state_id "stateId", s.project_id "projectId", r.name project, s.model_id "modelId", m.name model,
        (select l.name from lot_claims c join lots l on l.id = c.lot_id where c.sale_id = s.id order by c.id desc limit 1) lot,
        s.price_cents "priceCents", s.adviser_id "adviserId", u.name adviser, s.last_action_id "lastActionId",
        s.last_action_at "lastActionAt", s.created_at "createdAt"
      from sales s join projects r on r.id = s.project_id join house_models m on m.id = s.model_id
      left join users u on u.id = s.adviser_id
      where s.id in (select id from sales where person_id = ${id} union select sale_id from sale_buyers where person_id = ${id})
        and ${saleInReachOf(ctx, 'ventas.ver')} order by s.id desc limit 100`,
  );

export const countAllOf = async (db: Db, id: number): Promise<{ sales: number; prospects: number }> =>
  (await row<{ sales: number; prospects: number }>(
    db,
    sql`select (select count(*)::int from sales where person_id = ${id})
        + (select count(*)::int from sale_buyers where person_id = ${id}) sales,
      (select count(*)::int from prospects where person_id = ${id}) prospects`,
  ))!;

/** Family members that the person entered in sales within scope. */
export const familyOfPerson = (
  ctx: Pick<Context, 'db' | 'staff'>,
  id: number,
): Promise<
  { saleId: number; code: string | null; name: string; document: string | null; relationshipId: number }[]
> =>
  rows(
    ctx.db,
    sql`select s.id "saleId", s.code, f.name, f.document_number document, f.relationship_id "relationshipId"
      from sales s join sale_family f on f.sale_id = s.id
      where s.person_id = ${id} and ${saleInReachOf(ctx, 'ventas.ver')} order by s.id desc, f.position limit 100`,
  );

/** People linked to this one by a decided pair, if the caller may see them. */
export const linkedTo = (
  ctx: Pick<Context, 'db' | 'staff'>,
  id: number,
): Promise<
  {
    id: number;
    personId: number;
    name: string;
    link: 'codeudor' | 'familiar';
    relationshipId: number | null;
  }[]
> =>
  rows(
    ctx.db,
    sql`select c.id, p.id "personId", p.name, c.link, c.relationship_id "relationshipId" from coincidences c
      join people p on p.id = case when c.left_id = ${id} then c.right_id else c.left_id end
      where (c.left_id = ${id} or c.right_id = ${id}) and c.state = 'vinculada' and p.merged_into_id is null
        and ${personInReach(ctx, 'ventas.ver', sql`p.id`)} order by c.id`,
  );

export const pendingOf = async (ctx: Pick<Context, 'db' | 'staff'>, id: number): Promise<number> =>
  (await row<{ total: number }>(
    ctx.db,
    sql`select count(*)::int total from coincidences c
      join people p on p.id = case when c.left_id = ${id} then c.right_id else c.left_id end
      where (c.left_id = ${id} or c.right_id = ${id}) and c.state = 'pendiente' and p.merged_into_id is null
        and ${personInReach(ctx, 'ventas.ver', sql`p.id`)}`,
  ))!.total;

export const changesOf = (
  db: Db,
  id: number,
): Promise<
  {
    id: number;
    field: string;
    before: string | null;
    after: string | null;
    who: string | null;
    at: SqlInstant;
  }[]
> =>
  rows(
    db,
    sql`select c.id, c.field, c.before, c.after, u.name who, c.at from person_changes c
      left join users u on u.id = c.user_id where c.person_id = ${id} order by c.id desc limit 200`,
  );

export interface MergeRow {
  id: number;
  survivorId: number;
  survivor: string;
  mergedId: number;
  merged: string;
  moved: Record<string, number[]>;
  by: string | null;
  at: SqlInstant;
}

/** Merges that are not undone, newest first. */
export const mergesOf = (db: Db, where: SQL): Promise<MergeRow[]> =>
  rows(
    db,
    sql`select g.id, g.survivor_id "survivorId", s.name survivor, g.merged_id "mergedId", m.name merged, g.moved, u.name "by",
        g.merged_at "at"
      from person_merges g join people s on s.id = g.survivor_id join people m on m.id = g.merged_id
      left join users u on u.id = g.merged_by where g.undone_at is null and ${where} order by g.id desc limit 50`,
  );

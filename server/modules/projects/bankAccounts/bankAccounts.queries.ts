import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { listBankAccounts } from '#contract/projects/bankAccounts/endpoints.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { type Db, hasPart, inOrder } from '#server/kernel/db.ts';
import { bankAccounts, projectBankAccounts } from './bankAccounts.table.ts';

type Filter = z.output<typeof listBankAccounts.query>;

const columns = {
  id: bankAccounts.id,
  bankId: bankAccounts.bankId,
  name: bankAccounts.name,
  number: bankAccounts.number,
  typeId: bankAccounts.typeId,
  kindId: bankAccounts.kindId,
  currency: bankAccounts.currency,
  holder: bankAccounts.holder,
  accountingAccountId: bankAccounts.accountingAccountId,
  archivedAt: bankAccounts.archivedAt,
  version: bankAccounts.version,
  projects: sql<{ id: number; nombre: string; compradores: boolean }[]>`coalesce((
    select json_agg(json_build_object('id', p.id, 'nombre', p.name, 'compradores', l.for_buyers) order by p.name)
    from project_bank_accounts l join projects p on p.id = l.project_id
    where l.account_id = bank_accounts.id), '[]')`,
};

/** Row scope of bank accounts for a permission; todo: all, otherwise the accounts of the caller's projects. */
export function accountsInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (reach?.scope === 'todo') return undefined;
  return reach
    ? sql`exists (select from project_bank_accounts l where l.account_id = ${bankAccounts.id}
        and l.project_id = any(${sql.param([...reach.projectIds])}))`
    : sql`false`;
}

/** Accounts that match `where`, with the projects that use them. */
export const findAccounts = (db: Db, where: SQL | undefined) =>
  db.select(columns).from(bankAccounts).where(where).orderBy(asc(bankAccounts.name), asc(bankAccounts.id));
export type AccountRow = Awaited<ReturnType<typeof findAccounts>>[number];

/** A page of accounts and the total; `q` searches name, holder and number. */
export async function pageOfAccounts(
  ctx: Context,
  filter: Filter,
): Promise<{ list: AccountRow[]; total: number }> {
  const { db } = ctx;
  const text = filter.q?.trim();
  const digits = `%${(text ?? '').replace(/[^0-9A-Za-z]/g, '')}%`;
  const where = and(
    accountsInReach(ctx, 'contabilidad.ver'),
    filter.archivadas ? undefined : isNull(bankAccounts.archivedAt),
    filter.banco_id === undefined ? undefined : sql`${bankAccounts.bankId} = ${filter.banco_id}::bigint`,
    text
      ? sql`(${hasPart(sql`${bankAccounts.name} || ' ' || ${bankAccounts.holder}`, text)}
          or (${digits} <> '%%' and regexp_replace(${bankAccounts.number}, '[^0-9A-Za-z]', '', 'g') ilike ${digits}))`
      : undefined,
  );
  const list = await db
    .select(columns)
    .from(bankAccounts)
    .where(where)
    .orderBy(
      inOrder(filter, { nombre: bankAccounts.name, id: bankAccounts.id }, bankAccounts.id, ['nombre', 'asc']),
    )
    .limit(filter.per_page)
    .offset(offsetOf(filter));
  return { list, total: await db.$count(bankAccounts, where) };
}

/** The accounts of a project in its order. */
export const findLinked = (db: Db, projectId: number, where?: SQL) =>
  db
    .select({
      id: bankAccounts.id,
      bankId: bankAccounts.bankId,
      name: bankAccounts.name,
      number: bankAccounts.number,
      typeId: bankAccounts.typeId,
      kindId: bankAccounts.kindId,
      currency: bankAccounts.currency,
      holder: bankAccounts.holder,
      archivedAt: bankAccounts.archivedAt,
      forBuyers: projectBankAccounts.forBuyers,
    })
    .from(projectBankAccounts)
    .innerJoin(bankAccounts, eq(bankAccounts.id, projectBankAccounts.accountId))
    .where(and(eq(projectBankAccounts.projectId, projectId), where))
    .orderBy(asc(projectBankAccounts.position), asc(bankAccounts.id));

import { and, eq, isNull, sql } from 'drizzle-orm';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { invalid } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { accountsInReach } from './bankAccounts.queries.ts';
import { bankAccounts } from './bankAccounts.table.ts';

/** bank_account_type_accounts: accounts that a company pays from. */
const OPERATING = 1;

/** The operating account that payments of a project usually leave from: its own first, then one of its promotora's. */
const usualAccount = (db: Db, projectId: number) =>
  row<{ id: number }>(
    db,
    sql`select a.id from project_bank_accounts l join bank_accounts a on a.id = l.account_id join projects p on p.id = l.project_id
      where a.kind_id = ${OPERATING} and a.archived_at is null
        and (p.id = ${projectId} or p.promoter_id = (select promoter_id from projects where id = ${projectId}))
      order by p.id = ${projectId} desc, l.position, a.id limit 1`,
  );

/**
 * The company's account that a payment of a project leaves from, with the name of its bank: the chosen one, or the usual one.
 * Null where the company has not said which: the books then use their account of operating banks. Raises 422 at the field.
 */
export async function payingAccount(
  ctx: Context,
  projectId: number,
  chosen: { id: number | null | undefined; field: string },
): Promise<{ id: number; bank: string } | null> {
  const id = chosen.id ?? (await usualAccount(ctx.db, projectId))?.id;
  if (id === undefined) return null;
  const [found] = await ctx.db
    .select({ id: bankAccounts.id, bankId: bankAccounts.bankId })
    .from(bankAccounts)
    .where(
      and(
        eq(bankAccounts.id, id),
        isNull(bankAccounts.archivedAt),
        chosen.id == null ? undefined : accountsInReach(ctx, 'contabilidad.ver'),
      ),
    );
  if (!found) throw invalid([{ field: chosen.field, message: 'Elige una cuenta bancaria que esté en uso.' }]);
  return { id: found.id, bank: (await catalogLabels(ctx.db, banks)).get(found.bankId) ?? '' };
}

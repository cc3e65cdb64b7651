import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import type { AtFilter } from '#contract/money/books/model.ts';
import { CASH_CODE } from '#contract/money/books/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { counterparts } from './statements.queries.ts';
import { accountsAt, type AccountMonth } from './totals.queries.ts';

/** Money in the bank accounts by the books at the end of a day, in centavos; petty cash is not in it. */
export const bankBalance = async (ctx: Context, filter: AtFilter, day: string): Promise<number> =>
  (await accountsAt(ctx, filter, day))
    .filter(({ id, code }) => code.startsWith(CASH_CODE) && id !== ACCOUNT.pettyCash)
    .reduce((sum, one) => sum + one.debit - one.credit, 0);

/** What moved in the bank accounts between two days, by counter-account and month: credits less debits came in. */
export const movedInBanks = (
  ctx: Context,
  filter: AtFilter,
  from: string,
  until: string,
): Promise<AccountMonth[]> => counterparts(ctx, filter, from, until, [ACCOUNT.pettyCash]);

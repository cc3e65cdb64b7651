import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { LOAN_STATE as L, RELEASE_STATE as R } from '#contract/money/interimLoans/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { idOf, rows, sql } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';

/** The lot of a sale beside each loan that holds a mortgage over it, and its release where there is one. */
export const loansOver = (saleId: number) => sql`from lot_claims c join lots l on l.id = c.lot_id
      join houses h on h.lot_id = l.id and h.archived_at is null join interim_loans on interim_loans.project_id = l.project_id
      left join interim_releases r on r.loan_id = interim_loans.id and r.lot_id = l.id and r.state_id <> ${idOf(R.voided)}
      where c.sale_id = ${saleId} and c.released_at is null
        and (interim_loans.state_id = ${idOf(L.inForce)} or (interim_loans.state_id = ${idOf(L.closed)} and r.id is not null))`;

/** The banks whose mortgage over the lot of a sale is not lifted. Checks no scope. */
export async function lendersOf({ db }: Pick<Context, 'db'>, saleId: number): Promise<string[]> {
  const names = await catalogLabels(db, banks);
  const found = await rows<{ bankId: number }>(
    db,
    sql`select interim_loans.bank_id "bankId" ${loansOver(saleId)} and r.state_id is distinct from ${idOf(R.lifted)}
      order by interim_loans.id`,
  );
  return found.map(({ bankId }) => names.get(bankId) ?? 'Banco');
}

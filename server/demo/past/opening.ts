import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { VOUCHER_STATE } from '#contract/money/ledger/vouchers.ts';
import { PERIOD_STATE, periodOf } from '#contract/money/ledger/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, rows, sql } from '#server/kernel/db.ts';
import { changePeriod } from '#server/modules/money/ledger/periods.service.ts';
import { changeVoucherState, createVoucher } from '#server/modules/money/ledger/vouchers.service.ts';
import { voucherLine as line } from '../voucherLine.ts';

/** What a house had cost when the books began, in hundredths of its price. */
const COST = [
  [ACCOUNT.land, 14],
  [ACCOUNT.housesInProgress, 50],
  [ACCOUNT.infrastructureInProgress, 8],
] as const;
/** In cents. */
const BANKS = 180_000_000;
const CAPITAL = 250_000_000;

interface Lot {
  id: number;
  projectId: number;
  cents: number;
}

/** The opening of the books: the money, and what the houses of the past had cost. The accountant types it, management approves. */
export async function openBooks(types: Context, approves: Context, lastSale: number): Promise<void> {
  const book = await row<{ id: number; opensOn: string }>(
    types.db,
    sql`select book_id id, opens_on "opensOn" from ledger_books where opens_on is not null`,
  );
  if (!book) return;
  const lots = await rows<Lot>(
    types.db,
    sql`select c.lot_id id, s.project_id "projectId", s.price_cents cents from sales s
      join lot_claims c on c.sale_id = s.id and c.released_at is null
      where s.id <= ${lastSale} and s.state_id between ${SALE.inDeed} and ${SALE.closed} order by c.lot_id`,
  );
  const lines = COST.flatMap(([account, percent]) =>
    lots.map(({ id, projectId, cents }) =>
      line(account, Math.round((cents * percent) / 100), { project_id: projectId, lot_id: id }),
    ),
  );
  const account = await row<{ id: number }>(
    types.db,
    sql`select id from bank_accounts where accounting_account_id = ${ACCOUNT.operatingBanks} order by id limit 1`,
  );
  lines.push(line(ACCOUNT.operatingBanks, BANKS, { bank_account_id: account?.id ?? null }));
  lines.push(line(ACCOUNT.capital, -CAPITAL));
  const owed = lines.reduce((sum, { debit_centavos, credit_centavos }) => sum + (debit_centavos ?? 0) - (credit_centavos ?? 0), 0); // prettier-ignore
  lines.push(line(ACCOUNT.earnings, -owed));
  const id = await createVoucher(types, {
    book_id: book.id,
    kind: 'apertura',
    day: book.opensOn,
    description: 'Saldos de apertura',
    lines,
  });
  await changeVoucherState(types, id, { estado_id: VOUCHER_STATE.sent });
  await changeVoucherState(approves, id, { estado_id: VOUCHER_STATE.approved });
  // The first sale came a month later.
  await changePeriod(approves, book.id, periodOf(book.opensOn), { estado_id: PERIOD_STATE.closed });
}

import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { addDays, addMonths, HOUR_MS, panamaDay, showMonth } from '#contract/dates.ts';
import { VOUCHER_STATE, type VoucherLine } from '#contract/money/ledger/vouchers.ts';
import type { Db } from '#server/kernel/db.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { changeBook } from '#server/modules/money/ledger/books.service.ts';
import { changeVoucherState, createVoucher } from '#server/modules/money/ledger/vouchers.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { contextAt, type Actor } from './actors.ts';
import { makeReconciliations } from './reconciliations.ts';
import { voucherLine as line } from './voucherLine.ts';

const TYPES: Actor = { signIn: 'contabilidad', role: 'contabilidad' };
const APPROVES: Actor = { signIn: 'administrador', role: 'administrador' };
/** Before the first sale of the demo's past. */
const MONTHS = 16;
/** Payroll of a month in centavos, and what is withheld of it for the CSS. */
const PAYROLL = 1_845_000;
const CSS = 179_887;
const DEPRECIATION = 41_250;
/** accounting_accounts: salaries, accumulated depreciation and its expense. */
const [SALARIES, ACCUMULATED, EXPENSE] = [42, 57, 58];

/** Vouchers of three months: payroll and depreciation in the books, the last ones waiting for their approval. */
export async function makeBooks(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const at = (hoursAgo: number, actor: Actor) =>
    contextAt(app, db, staff, new Date(now.getTime() - hoursAgo * HOUR_MS), actor);
  const [company] = await db
    .select({ id: partners.id })
    .from(partners)
    .where(eq(partners.kind, 'contratante'))
    .orderBy(asc(partners.id));
  if (!company) return;
  const [bank] = await db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(eq(bankAccounts.name, 'Planilla'));
  const first = `${panamaDay(now).slice(0, 7)}-01`;
  await changeBook(at(0, APPROVES), company.id, addMonths(first, -MONTHS));
  for (const back of [3, 2, 1]) {
    const month = addMonths(first, -back);
    const day = addDays(addMonths(month, 1), -1);
    const hoursAgo = back * 24 * 30;
    const type = async (description: string, lines: VoucherLine[]) => {
      const id = await createVoucher(at(hoursAgo, TYPES), {
        book_id: company.id,
        kind: 'comprobante',
        day,
        description: `${description} de ${showMonth(month).toLowerCase()}`,
        lines,
      });
      await changeVoucherState(at(hoursAgo - 1, TYPES), id, { estado_id: VOUCHER_STATE.sent });
      return id;
    };
    const payroll = await type('Planilla', [
      line(SALARIES, PAYROLL),
      line(ACCOUNT.payroll, -CSS),
      line(ACCOUNT.operatingBanks, CSS - PAYROLL, { bank_account_id: bank?.id ?? null }),
    ]);
    const wear = await type('Depreciación', [line(EXPENSE, DEPRECIATION), line(ACCUMULATED, -DEPRECIATION)]);
    // The last depreciation waits for its approval.
    for (const id of back === 1 ? [payroll] : [payroll, wear])
      await changeVoucherState(at(hoursAgo - 2, APPROVES), id, { estado_id: VOUCHER_STATE.approved });
  }
  await makeReconciliations(app, db, staff, now, { companyId: company.id, paid: PAYROLL - CSS });
}

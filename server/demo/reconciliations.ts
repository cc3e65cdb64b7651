import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { addDays, addMonths, HOUR_MS, panamaDay, panamaInstant, showDay } from '#contract/dates.ts';
import { RECONCILIATION_STATE as S } from '#contract/money/bankReconciliations/rules.ts';
import { periodOf } from '#contract/money/ledger/rules.ts';
import { VOUCHER_STATE } from '#contract/money/ledger/vouchers.ts';
import { moneyText } from '#contract/money.ts';
import type { Db } from '#server/kernel/db.ts';
import { adjustLine } from '#server/modules/money/bankReconciliations/adjustments.service.ts';
import { answerReconciliation } from '#server/modules/money/bankReconciliations/bankReconciliations.queries.ts';
import {
  changeReconciliation,
  startReconciliation,
} from '#server/modules/money/bankReconciliations/bankReconciliations.service.ts';
import { acceptProposals } from '#server/modules/money/bankReconciliations/matches.service.ts';
import { changeVoucherState, createVoucher } from '#server/modules/money/ledger/vouchers.service.ts';
import { importStatement } from '#server/modules/money/statements/statements.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { contextAt, type Actor } from './actors.ts';
import { voucherLine } from './voucherLine.ts';

const WORKS: Actor = { signIn: 'contabilidad', role: 'contabilidad' };
const REVIEWS: Actor = { signIn: 'administrador', role: 'administrador' };
const [FUNDS, FEE, CHEQUE] = [1_700_000, 2_500, 18_650];

/**
 * The payroll account, month by month: two months reviewed, the last one half done. `companyId` is the book, `paid` what
 * the payroll of a month took out of the account on its last day.
 */
export async function makeReconciliations(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
  { companyId, paid }: { companyId: number; paid: number },
): Promise<void> {
  const [account] = await db.select().from(bankAccounts).where(eq(bankAccounts.name, 'Planilla'));
  if (!account) return;
  const on = (day: string, actor: Actor) => {
    const instant = panamaInstant(day, '10:00');
    return contextAt(app, db, staff, instant < now ? instant : new Date(now.getTime() - HOUR_MS), actor);
  };
  const first = `${panamaDay(now).slice(0, 7)}-01`;
  let balance = 0;
  let id = 0;
  for (const back of [3, 2, 1]) {
    const month = addMonths(first, -back);
    const last = addDays(addMonths(month, 1), -1);
    const after = (days: number) => addDays(last, days);
    await voucher(on(addDays(month, 1), WORKS), on(addDays(month, 2), REVIEWS), companyId, {
      day: addDays(month, 1),
      description: 'Traslado a la cuenta de planilla',
      cents: FUNDS,
      account: account.id,
      against: ACCOUNT.operatingBanks,
    });
    await voucher(on(addDays(month, 20), WORKS), on(addDays(month, 21), REVIEWS), companyId, {
      day: addDays(month, 20),
      description: `Cheque ${300 + back} de una liquidación`,
      cents: -CHEQUE,
      account: account.id,
      against: ACCOUNT.payroll,
    });
    const lines: [string, string, string, number][] = [
      [addDays(month, 1), `77${back}1`, 'TRASLADO DE FONDOS', FUNDS],
      // The cheque of the month before is cashed in this one.
      ...(back < 3
        ? [
            [addDays(month, 4), String(301 + back), 'CHEQUE PAGADO', -CHEQUE] as [
              string,
              string,
              string,
              number,
            ],
          ]
        : []),
      [last, `77${back}2`, 'PAGO DE PLANILLA', -paid],
      [last, '', 'COMISION POR SERVICIO', -FEE],
    ];
    const opening = balance;
    balance = lines.reduce((sum, [, , , cents]) => sum + cents, balance);
    await statement(on(after(2), WORKS), account.id, opening, lines);
    if (back === 3)
      id = await startReconciliation(on(after(3), WORKS), {
        account_id: account.id,
        period: periodOf(month),
      });
    if (back === 1) {
      // Half done: one match is taken, the rest waits.
      const ctx = on(after(3), WORKS);
      const { proposals } = await answerReconciliation(ctx, id);
      await acceptProposals(ctx, id, proposals.slice(0, 1));
      return;
    }
    await acceptProposals(on(after(3), WORKS), id, undefined);
    const fee = (await answerReconciliation(on(after(3), WORKS), id)).bank.find(
      ({ offers }) => offers.length > 0,
    );
    if (fee) {
      await adjustLine(on(after(3), WORKS), id, {
        line_id: Number(fee.key.slice(1)),
        kind: 'cargo',
        account_id: null,
        of: null,
      });
      const { bank } = await answerReconciliation(on(after(3), WORKS), id);
      const asked = bank.find(({ key }) => key === fee.key)!.adjustment!.voucher_id!;
      await changeVoucherState(on(after(4), REVIEWS), asked, { estado_id: VOUCHER_STATE.approved });
    }
    await changeReconciliation(on(after(5), WORKS), id, { estado_id: S.finished });
    await changeReconciliation(on(after(6), REVIEWS), id, { estado_id: S.reviewed });
    id = (await answerReconciliation(on(after(6), WORKS), id)).next!.id;
  }
}

type Ctx = ReturnType<typeof contextAt>;

async function voucher(
  types: Ctx,
  approves: Ctx,
  bookId: number,
  one: { day: string; description: string; cents: number; account: number; against: number },
): Promise<void> {
  const id = await createVoucher(types, {
    book_id: bookId,
    kind: 'comprobante',
    day: one.day,
    description: one.description,
    lines: [
      voucherLine(ACCOUNT.operatingBanks, one.cents, { bank_account_id: one.account }),
      voucherLine(one.against, -one.cents),
    ],
  });
  await changeVoucherState(types, id, { estado_id: VOUCHER_STATE.sent });
  await changeVoucherState(approves, id, { estado_id: VOUCHER_STATE.approved });
}

async function statement(
  ctx: Ctx,
  accountId: number,
  opening: number,
  lines: readonly [string, string, string, number][],
): Promise<void> {
  let balance = opening;
  const rows = lines.map(([day, reference, words, cents]) => {
    balance += cents;
    const amounts = cents > 0 ? `,"${moneyText(cents)}"` : `"${moneyText(-cents)}",`;
    return `${showDay(day)},${reference},${words},${amounts},"${moneyText(balance)}"`;
  });
  const text = ['Fecha,Referencia,Descripción,Débito,Crédito,Saldo', ...rows].join('\n');
  const file = await ctx.files.keep(Buffer.from(text), 'extracto-planilla.csv', 'text/csv');
  await importStatement(
    { ...ctx, uploads: new Map([['archivo', [{ ...file, field: 'archivo' }]]]) },
    { cuenta_id: accountId },
  );
}

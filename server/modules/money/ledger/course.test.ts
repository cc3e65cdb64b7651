import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { rows } from '#server/kernel/db.ts';
import { approved, PAID, quarter, step } from '#test/accounts.ts';
import { useApp } from '#test/app.ts';
import { accountant, makeParties } from '#test/contracts.ts';
import { deep } from '#test/deep.ts';
import { makeModel, makePartner, makeProject, makeSale } from '#test/factories.ts';
import { moneyTeam, openOf, pay, planOf, reverse, show, type Team } from '#test/payments.ts';
import { compareBooks, writeBooks } from './ledger.jobs.ts';

const house = useApp();
const db = () => house.database.db;
let team: Team;
let modelId: number;

/** A small generator, so that a failure repeats. */
function randomly(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.trunc((state / 2_147_483_648) * below);
  };
}

beforeAll(async () => {
  await makeParties(house);
  team = await moneyTeam(house);
  const { id: promoterId } = await makePartner(db(), 'contratante', 'Promotora del curso');
  const { id: projectId } = await makeProject(db(), { promoterId });
  modelId = (await makeModel(db(), { projectId })).id;
});

/** What must be true of the books at any time, each as rows that break it. */
const BROKEN = {
  balance: sql`select entry_id from journal_lines group by 1 having sum(debit_cents) <> sum(credit_cents)`,
  numbers: sql`select book_id, year from journal_entries group by 1, 2 having max(number) <> count(*) or min(number) <> 1`,
  kept: sql`select * from ledger_differences()`,
  // Of each customer: what the books hold is what the receipts brought and reversals took.
  customers: sql`select s.id from sales s
    left join (select sale_id, sum(credit_cents - debit_cents) cents from journal_lines where account_id in (${ACCOUNT.separations}, ${ACCOUNT.deposits}) group by 1) l on l.sale_id = s.id
    where coalesce(l.cents, 0) <> (select coalesce(sum(p.bank_cents - coalesce(r.cents, 0)), 0) from payments p
      left join payment_reversals r on r.payment_id = p.id where p.sale_id = s.id and p.receipt_number is not null)`,
  contractors: sql`select c.id from contracts c
    left join (select contract_id, sum(credit_cents - debit_cents) filter (where account_id = ${ACCOUNT.contractors}) owed,
        sum(credit_cents - debit_cents) filter (where account_id = ${ACCOUNT.retention}) held from journal_lines group by 1) l on l.contract_id = c.id
    where coalesce(l.owed, 0) <> (select coalesce(sum(net_cents), 0) from progress_accounts a where a.contract_id = c.id and a.state_id = 4)
      or coalesce(l.held, 0) <> (select coalesce(sum(retained_cents), 0) from progress_accounts a where a.contract_id = c.id and a.state_id in (4, 5))`,
  // A reversal has one entry, which stands in the same book.
  reversals: sql`select r.id from journal_entries r join journal_entries e on e.id = r.reversal_of where e.book_id <> r.book_id or r.day < e.day`,
};

/** What is broken, by name. */
async function faults() {
  const found: unknown[] = [];
  for (const [name, broken] of Object.entries(BROKEN))
    for (const one of await rows(db(), broken)) found.push([name, one]);
  return found;
}

describe('random courses of payments and accounts', () => {
  for (const seed of Array.from({ length: deep(1, 25) }, (_, at) => 7 + at * 31))
    test(`leave books that balance and agree with their records (${seed})`, async () => {
      const next = randomly(seed);
      const sales = [];
      for (let at = 0; at < 2; at += 1) {
        const sale = await makeSale(db(), { modelId });
        await planOf(team.enters, sale.id, { monto: '900.00', meses: 3, primera_fecha: '2026-12-01' });
        sales.push(sale.id);
      }
      const paid: number[] = [];
      let account: number | null = null;
      for (let step_ = 0; step_ < deep(10, 30); step_ += 1) {
        const what = next(10);
        if (what < 5) {
          const [due] = openOf(await show(team.enters, sales[next(sales.length)]!));
          if (!due) continue;
          const cents = next(3) === 0 ? 1 + next(due.due_centavos - 1) : due.due_centavos + next(2) * 100;
          await pay(team, due.id, cents, { fecha: `2026-11-${String(1 + next(20)).padStart(2, '0')}` });
          paid.push(due.id);
        } else if (what < 7 && paid.length > 0) {
          const [id] = paid.splice(next(paid.length), 1);
          await reverse(team.reverses, id!);
        } else if (what === 7) {
          if (account === null) account = (await approved(await quarter())).id;
          else {
            await step(accountant, account, next(2) === 0 ? 5 : 6, { ...PAID, motivo: 'Se midió mal' });
            account = null;
          }
        } else await (next(2) === 0 ? writeBooks(house.acting()) : compareBooks(house.acting()));
      }
      await Promise.all([writeBooks(house.acting()), compareBooks(house.acting())]);
      expect(await faults()).toEqual([]);
    });
});

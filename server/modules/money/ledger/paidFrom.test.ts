import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { rows } from '#server/kernel/db.ts';
import {
  bankAccounts,
  projectBankAccounts,
} from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { approved, PAID, quarter, step } from '#test/accounts.ts';
import { useApp } from '#test/app.ts';
import { followBooks } from '#test/books.ts';
import { accountant, makeParties, project, promotora } from '#test/contracts.ts';
import { makeProject } from '#test/factories.ts';
import { serial } from '#test/serial.ts';

const house = useApp();
const db = () => house.database.db;
const next = serial();

/** An account of the company at a bank, with its own account of the chart. */
async function account(over: Partial<typeof bankAccounts.$inferInsert> = {}): Promise<number> {
  const [made] = await db()
    .insert(bankAccounts)
    .values({
      bankId: 1,
      name: `Operativa ${next()}`,
      number: `04-77-${next()}`,
      typeId: 1,
      kindId: 1,
      holder: 'Promotora',
      createdAt: house.clock.now(),
      ...over,
    })
    .returning();
  return made!.id;
}
/** The account of the chart and the bank account that a payment left. */
const left = async (id: number) => {
  await followBooks(house);
  const [line] = await rows<{ account: number; bank: number | null }>(
    db(),
    sql`select l.account_id account, l.bank_account_id bank from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.source_record = 'cuenta_obra' and e.source_id = ${id} and e.event = 'pagada' and l.credit_cents > 0`,
  );
  return line && [line.account, line.bank === null ? null : Number(line.bank)];
};
const paid = (id: number, params: object = {}) =>
  step(accountant, id, 5, { ...PAID, banco: undefined, ...params });

beforeAll(async () => {
  await makeParties(house);
  await db().update(projects).set({ promoterId: promotora }).where(eq(projects.id, project.id));
});

test('a payment leaves the chosen account of the company, else the usual one of its promotora, else the general one', async () => {
  const general = await approved(await quarter());
  const none = await paid(general.id);
  expect(none.json().errors).toMatchObject([{ field: 'params[banco]' }]);
  expect((await paid(general.id, { banco: 'Banistmo' })).statusCode).toBe(200);
  expect(await left(general.id)).toEqual([ACCOUNT.operatingBanks, null]);

  // Of the promotora, by another of its projects; one that only collects is not paid from.
  const sister = await makeProject(db(), { promoterId: promotora });
  const [collecting, usual] = [
    await account({ kindId: 2 }),
    await account({ accountingAccountId: ACCOUNT.trust }),
  ];
  for (const accountId of [collecting, usual])
    await db().insert(projectBankAccounts).values({ projectId: sister.id, accountId });
  const second = await approved(await quarter());
  expect((await paid(second.id)).json().data.payment.bank).toBe('Banco General');
  expect(await left(second.id)).toEqual([ACCOUNT.trust, usual]);

  const chosen = await account();
  const archived = await account({ archivedAt: house.clock.now() });
  const third = await approved(await quarter());
  const refused = await paid(third.id, { cuenta_id: archived });
  expect(refused.json().errors).toMatchObject([{ field: 'params[cuenta_id]' }]);
  expect((await paid(third.id, { cuenta_id: 999_999 })).statusCode).toBe(422);
  expect((await paid(third.id, { cuenta_id: chosen })).statusCode).toBe(200);
  expect(await left(third.id)).toEqual([ACCOUNT.operatingBanks, chosen]);
  // What was posted before an account was known stays as it was.
  expect(await left(general.id)).toEqual([ACCOUNT.operatingBanks, null]);
});

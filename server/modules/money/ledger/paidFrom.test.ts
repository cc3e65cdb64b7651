import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { COMMISSION } from '#contract/sales/commissions/rules.ts';
import { PERMIT } from '#contract/works/permits/rules.ts';
import { rows } from '#server/kernel/db.ts';
import {
  bankAccounts,
  projectBankAccounts,
} from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { approved, PAID, quarter, step } from '#test/accounts.ts';
import { useApp } from '#test/app.ts';
import { followBooks } from '#test/books.ts';
import { commissionsIn } from '#test/commissions.ts';
import { accountant, makeParties, project, promotora } from '#test/contracts.ts';
import { makeProject } from '#test/factories.ts';
import { serial } from '#test/serial.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
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
      createdAt: llave.clock.now(),
      ...over,
    })
    .returning();
  return made!.id;
}
/** The account of the chart and the bank account that a payment left. */
const left = async (id: number, record = 'cuenta_obra', event = 'pagada') => {
  await followBooks(llave);
  const [line] = await rows<{ account: number; bank: number | null }>(
    db(),
    sql`select l.account_id account, l.bank_account_id bank from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.source_record = ${record} and e.source_id = ${id} and e.event = ${event} and l.credit_cents > 0`,
  );
  return line && [line.account, line.bank === null ? null : Number(line.bank)];
};
const paid = (id: number, params: object = {}) =>
  step(accountant, id, 5, { ...PAID, banco: undefined, ...params });

beforeAll(async () => {
  await makeParties(llave);
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
  const archived = await account({ archivedAt: llave.clock.now() });
  const third = await approved(await quarter());
  const refused = await paid(third.id, { cuenta_id: archived });
  expect(refused.json().errors).toMatchObject([{ field: 'params[cuenta_id]' }]);
  expect((await paid(third.id, { cuenta_id: 999_999 })).statusCode).toBe(422);
  expect((await paid(third.id, { cuenta_id: chosen })).statusCode).toBe(200);
  expect(await left(third.id)).toEqual([ACCOUNT.operatingBanks, chosen]);
  // What was posted before an account was known stays as it was.
  expect(await left(general.id)).toEqual([ACCOUNT.operatingBanks, null]);
});

test('a commission, the fee of a permit and petty cash leave the chosen account, else the usual one of the project', async () => {
  const site = await makeProject(db(), { promoterId: promotora });
  const [usual, chosen] = [await account({ accountingAccountId: ACCOUNT.trust }), await account()];
  await db().insert(projectBankAccounts).values({ projectId: site.id, accountId: usual });
  const boss = await signInAs(llave, 'gerencia');
  const fund = async (over: object) => {
    const custodian_id = accountant.user.id;
    const form = {
      name: `Caja ${next()}`,
      company_id: promotora,
      project_id: site.id,
      custodian_id,
      cents: 100_00,
    };
    return boss.post('/api/payables/petty_cash', { ...form, ...over });
  };
  expect((await fund({ bank_account_id: 999_999 })).json().errors[0].field).toBe('bank_account_id');
  for (const [over, from] of [
    [{}, [ACCOUNT.trust, usual]],
    [{ bank_account_id: chosen }, [ACCOUNT.operatingBanks, chosen]],
  ] as const)
    expect(await left((await fund(over)).json().data.id, 'caja_menuda', 'abierta')).toEqual(from);

  const office = await signInAs(llave, 'permisos');
  const permit = await office.post('/api/permission/detalles_plano', {
    entidad: 'MIVIOT',
    costo: 50_00,
    proyecto_id: site.id,
    tipo_id: 1,
  });
  const { id } = permit.json().data;
  const enter = (params: object) =>
    office.patch(`/api/permission/detalles_plano/${id}/estado`, {
      params: { estado_id: PERMIT.entered, ...params },
    });
  // Who sees no accounts chooses none.
  expect((await enter({ cuenta_id: chosen })).statusCode).toBe(422);
  expect((await enter({})).statusCode).toBe(200);
  expect(await left(id, 'permiso', 'tasa')).toEqual([ACCOUNT.trust, usual]);

  const commissions = commissionsIn(llave);
  const { sale, project: sold } = await commissions.sold();
  await db().update(projects).set({ promoterId: promotora }).where(eq(projects.id, sold.id));
  await commissions.separated(sale.id);
  const part = (await commissions.linesOf(sale.id)).find(({ stateId }) => stateId === COMMISSION.released)!;
  await commissions.pay(part.id, `K-${next()}`, chosen);
  expect(await left(part.id, 'comision')).toEqual([ACCOUNT.operatingBanks, chosen]);
});

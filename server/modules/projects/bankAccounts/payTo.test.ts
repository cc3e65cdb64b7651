import { expect, test } from 'vitest';
import { makeProject } from '#test/factories.ts';
import { payToOf } from './bankAccounts.service.ts';
import { bankAccounts, projectBankAccounts } from './bankAccounts.table.ts';
import { useApp } from '#test/app.ts';

const llave = useApp();

test('buyers see the account chosen for them, and never an archived one', async () => {
  const { db } = llave.database;
  const { id: projectId } = await makeProject(db);
  expect(await payToOf(db, projectId)).toBeNull();
  const [one, other] = await db
    .insert(bankAccounts)
    .values(
      ['1111-22', '3333-44'].map((number) => ({
        bankId: 1,
        name: 'Recaudo',
        number,
        typeId: 2,
        kindId: 2,
        holder: 'Promotora, S.A.',
        createdAt: llave.clock.now(),
      })),
    )
    .returning();
  await db.insert(projectBankAccounts).values([
    { projectId, accountId: one!.id, position: 0 },
    { projectId, accountId: other!.id, position: 1, forBuyers: true },
  ]);
  expect(await payToOf(db, projectId)).toEqual({
    bank: 'Banco General',
    holder: 'Promotora, S.A.',
    number: '3333-44',
    type: 'Ahorros',
    currency: 'USD',
  });
  await db.update(bankAccounts).set({ archivedAt: llave.clock.now() });
  expect(await payToOf(db, projectId)).toBeNull();
});

import { expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import type { homeTasks } from '#contract/overview/home/tasks.ts';
import { useApp } from '#test/app.ts';
import { beginDeed } from '#test/deeds.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();

test('a deed and its sale ask for a step once, of the lawyer who has them', async () => {
  const lawyer = await signInAs(llave, 'abogado');
  const other = await signInAs(llave, 'abogado');
  const { sale } = await beginDeed(llave, lawyer);
  const tasks = async (by: StaffBrowser) =>
    (await by.get('/api/office/home/tasks'))
      .json<Answer<typeof homeTasks>>()
      .data.tasks.filter(({ sale_id }) => sale_id === sale.id)
      .map(({ kind, text, phone }) => [kind, text, phone]);
  // The telephone of the sale is with the deed.
  expect(await tasks(lawyer)).toEqual([['escritura', 'Preparar la minuta', expect.stringMatching(/^\+507/)]]);
  expect(await tasks(other)).toEqual([]);
  const mine = async (by: StaffBrowser) =>
    (await by.get('/api/sale/precontracts?turno=mio&per_page=100'))
      .json<{ data: { id: number }[] }>()
      .data.filter(({ id }) => id === sale.id).length;
  expect([await mine(lawyer), await mine(other)]).toEqual([1, 0]);
});

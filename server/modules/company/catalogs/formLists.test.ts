import { expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import { formLists, shippedItems } from '#contract/company/catalogs/formLists.ts';
import { useApp } from '#test/app.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();

test('the forms of the office get the lists as the administrator edited them', async () => {
  const adviser = await signInAs(llave, 'asesor');
  const lists = async () =>
    (await adviser.get('/api/office/form_lists')).json<Answer<typeof formLists>>().data;
  const before = await lists();
  for (const name of ['origen', 'parentescos', 'income_ranges', 'motivos_desistimiento'] as const)
    expect(before[name]).toEqual(shippedItems(name));

  const administrator = await signInAs(llave, 'administrador');
  const base = '/api/administrations/catalogs/origen/items';
  const added = await administrator.post(base, { label: 'Radio Única' });
  expect(added.statusCode, added.body).toBe(201);
  expect((await administrator.post(`${base}/2/archive`)).statusCode).toBe(200);
  const { origen } = await lists();
  expect(origen?.find(({ label }) => label === 'Radio Única')).toMatchObject({
    word: 'radio_unica',
    archived: false,
  });
  expect(origen?.find(({ id }) => id === 2)).toMatchObject({ word: 'facebook', archived: true });
});

test('a user without sales gets none of them', async () => {
  const builder = await signInAs(llave, 'contratista');
  expect((await builder.get('/api/office/form_lists')).statusCode).toBe(403);
});

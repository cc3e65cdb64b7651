import { expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();

test('the processors are a map from id to name, without excluded ones, for users who see sales', async () => {
  const { db } = llave.database;
  const ana = await makeUser(db, { name: 'Ana', roles: ['procesador'] });
  const luis = await makeUser(db, { name: 'Luis', roles: ['procesador'] });
  await makeUser(db, { name: 'Se fue', roles: ['procesador'], active: false });
  const adviser = await signInAs(llave, 'asesor');
  const path = '/api/sale/processors/list';
  const map = async (query = '') => (await adviser.get(path + query)).json<{ data: object }>().data;
  expect(await map()).toEqual({ [ana.id]: 'Ana', [luis.id]: 'Luis' });
  expect(await map(`?exclude=${ana.id}`)).toEqual({ [luis.id]: 'Luis' });
  expect(await map(`?exclude=${ana.id},${luis.id}`)).toEqual({});
  expect(await map('?exclude=')).toEqual({ [ana.id]: 'Ana', [luis.id]: 'Luis' });
  expect((await adviser.get(`${path}?exclude=1;2`)).statusCode).toBe(422);
  expect((await (await signInAs(llave, 'inspector')).get(path)).statusCode).toBe(403);
});

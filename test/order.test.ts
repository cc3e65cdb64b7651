import { beforeAll, expect, test } from 'vitest';
import { auditLog, outboxMails } from '#server/kernel/kernel.table.ts';
import { START, useApp } from './app.ts';
import { makeProject } from './factories.ts';
import { signInAs, type StaffBrowser } from './signIn.ts';

const house = useApp();
let admin: StaffBrowser;

beforeAll(async () => {
  const { db } = house.database;
  admin = await signInAs(house, 'administrador');
  for (const name of ['Barrio A', 'Barrio B', 'Barrio C']) {
    await makeProject(db, { name });
    await db.insert(outboxMails).values({
      kind: 'enlace',
      to: 'ana@llave.test',
      subject: name,
      body: name,
      state: 'kept',
      createdAt: START,
    });
    await db
      .insert(auditLog)
      .values({ at: START, actorKind: 'system', action: 'crear', entity: 'proyecto', entityId: '1' });
  }
});

test.for(['/api/outbox', '/api/audit'])('%s gives its oldest first when asked', async (path) => {
  const ids = async (query: string) =>
    (await admin.get(`${path}?${query}`)).json<{ data: { id: number }[] }>().data.map(({ id }) => id);
  const newest = await ids('order_column=id');
  expect(newest.length).toBeGreaterThan(2);
  expect(newest).toEqual(newest.toSorted((a, b) => b - a));
  expect((await ids('order_column=id&order_type=asc'))[0]).toBe(Math.min(...newest));
});

test('projects go by their name, or by the order in which they came', async () => {
  const names = async (query: string) =>
    (await admin.get(`/api/projects?${query}`))
      .json<{ data: { name: string }[] }>()
      .data.map(({ name }) => name);
  expect(await names('order_type=asc')).toEqual(['Barrio A', 'Barrio B', 'Barrio C']);
  expect(await names('order_type=desc')).toEqual(['Barrio C', 'Barrio B', 'Barrio A']);
  expect(await names('order_column=id&order_type=desc')).toEqual(['Barrio C', 'Barrio B', 'Barrio A']);
});

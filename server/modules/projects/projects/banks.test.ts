import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let administrator: StaffBrowser;

beforeAll(async () => {
  administrator = await signInAs(llave, 'administrador');
});

interface Banks {
  data: {
    id: number;
    bank: { id: number; name: string };
    archived: boolean;
    version: number;
    executives: {
      id: number;
      name: string;
      main: boolean;
      archived: boolean;
      version: number;
      phone: string;
    }[];
  }[];
}

const add = (projectId: number, bank_id: number) =>
  administrator.post(`/api/projects/${projectId}/banks`, { bank_id });

describe('the banks of a project', () => {
  test('a project accepts only a bank that gives mortgages, once', async () => {
    const { id } = await makeProject(llave.database.db);
    const lenders = (await administrator.get('/api/projects/lenders')).json<{ data: { id: number }[] }>()
      .data;
    expect(lenders.map((one) => one.id)).toContain(19);
    expect(lenders.map((one) => one.id)).not.toContain(17);
    expect((await add(id, 17)).json()).toMatchObject({ errors: [{ field: 'bank_id' }] });
    expect((await add(id, 1)).json<Banks>().data).toMatchObject([{ bank: { id: 1, name: 'Banco General' } }]);
    const twice = await add(id, 1);
    expect([twice.statusCode, twice.json()]).toMatchObject([
      409,
      { code: 'BANK_TAKEN', errors: [{ field: 'bank_id' }] },
    ]);
  });

  test('a bank has one main executive: the first by default, then the last one chosen', async () => {
    const { id } = await makeProject(llave.database.db);
    const [bank] = (await add(id, 2)).json<Banks>().data;
    const url = `/api/projects/banks/${bank!.id}/executives`;
    await administrator.post(url, { name: 'Ana Ruiz', phone: '6123-4567', email: 'ANA@banco.test' });
    const both = await administrator.post(url, { name: 'Luis Pérez', main: true });
    expect(both.json<Banks>().data[0]!.executives).toMatchObject([
      { name: 'Luis Pérez', main: true },
      { name: 'Ana Ruiz', main: false, phone: '+50761234567', email: 'ana@banco.test' },
    ]);
    const [luis, ana] = both.json<Banks>().data[0]!.executives;
    const changed = await administrator.patch(`/api/projects/executives/${ana!.id}`, {
      name: 'Ana Ruiz',
      main: true,
      version: 1,
    });
    expect(changed.json<Banks>().data[0]!.executives.map((one) => [one.name, one.main])).toEqual([
      ['Ana Ruiz', true],
      ['Luis Pérez', false],
    ]);
    const stale = await administrator.patch(`/api/projects/executives/${ana!.id}`, {
      name: 'Ana',
      version: 1,
    });
    expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'STALE', current: { version: 2 } }]);
    const archived = await administrator.patch(`/api/projects/executives/${luis!.id}`, {
      name: 'Luis Pérez',
      archived: true,
    });
    expect(archived.json<Banks>().data[0]!.executives).toMatchObject([
      { archived: false },
      { archived: true, main: false },
    ]);
  });

  test('eight concurrent requests for the main executive leave one', async () => {
    const { id } = await makeProject(llave.database.db);
    const [bank] = (await add(id, 3)).json<Banks>().data;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        administrator.post(`/api/projects/banks/${bank!.id}/executives`, {
          name: `Ejecutivo ${at}`,
          main: true,
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 201));
    const [after] = (await administrator.get(`/api/projects/${id}/banks`)).json<Banks>().data;
    expect(after!.executives.filter(({ main }) => main)).toHaveLength(1);
  });

  test('banks are copied from another project without duplicates', async () => {
    const { db } = llave.database;
    const [from, to] = [await makeProject(db), await makeProject(db)];
    const [general] = (await add(from.id, 1)).json<Banks>().data;
    await administrator.post(`/api/projects/banks/${general!.id}/executives`, { name: 'Ana Ruiz' });
    await add(from.id, 4);
    await add(to.id, 4);
    const copy = () => administrator.post(`/api/projects/${to.id}/banks/copy`, { from_project_id: from.id });
    expect((await copy()).json()).toMatchObject({
      success: 'Se copió 1 banco.',
      data: [{ bank: { id: 4 } }, { bank: { id: 1 }, executives: [{ name: 'Ana Ruiz', main: true }] }],
    });
    expect((await copy()).json()).toMatchObject({ success: 'No faltaba ninguno: no se copió nada.' });
  });

  test('banks are reordered and archived only with the current version', async () => {
    const { id } = await makeProject(llave.database.db);
    await add(id, 5);
    const [first, second] = (await add(id, 6)).json<Banks>().data;
    const order = (ids: number[]) =>
      administrator.send({ method: 'PUT', url: `/api/projects/${id}/banks/order`, payload: { ids } });
    expect((await order([first!.id])).statusCode).toBe(409);
    expect((await order([second!.id, first!.id])).json<Banks>().data.map((one) => one.bank.id)).toEqual([
      6, 5,
    ]);
    const change = { notes: '', archived: true, version: 1 };
    expect(
      (await administrator.patch(`/api/projects/banks/${first!.id}`, change)).json<Banks>().data,
    ).toMatchObject([{ bank: { id: 6 } }, { bank: { id: 5 }, archived: true }]);
    expect((await administrator.patch(`/api/projects/banks/${first!.id}`, change)).statusCode).toBe(409);
  });

  test('the banks of a project out of scope give 404', async () => {
    const { id } = await makeProject(llave.database.db);
    const [bank] = (await add(id, 7)).json<Banks>().data;
    const made = await administrator.post(`/api/projects/banks/${bank!.id}/executives`, { name: 'Ana Ruiz' });
    const manager = await signInAs(llave, 'proyectos');
    expect((await manager.get(`/api/projects/${id}/banks`)).statusCode).toBe(404);
    const first = await manager.post(`/api/projects/${id}/banks`, { bank_id: 1 });
    const answers = await Promise.all([
      manager.patch(`/api/projects/banks/${bank!.id}`, { notes: '', archived: true }),
      manager.post(`/api/projects/banks/${bank!.id}/executives`, { name: 'Otro' }),
      manager.patch(`/api/projects/executives/${made.json<Banks>().data[0]!.executives[0]!.id}`, {
        name: 'Otro',
      }),
    ]);
    expect([first, ...answers].map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    const own = await makeProject(llave.database.db);
    const other = await signInAs(llave, { role: 'proyectos', projectIds: [own.id] });
    expect(
      (await other.post(`/api/projects/${own.id}/banks/copy`, { from_project_id: id })).json(),
    ).toMatchObject({
      errors: [{ field: 'from_project_id' }],
    });
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { CATALOGS } from '#contract/company/catalogs/lists.ts';
import type { CatalogItem } from '#contract/company/catalogs/model.ts';
import { useApp, type Browser } from '#test/app.ts';
import { signInAs } from '#test/signIn.ts';
import { catalogLabels, findCatalogItem, seedCatalogs } from './catalogs.service.ts';

const llave = useApp();
let admin: Browser;
let adviser: Browser;
beforeAll(async () => {
  admin = await signInAs(llave, 'administrador');
  adviser = await signInAs(llave, 'asesor');
});

const base = '/api/administrations/catalogs';
type Answer = Awaited<ReturnType<Browser['get']>>;
const one = (answer: Answer) => answer.json<{ data: CatalogItem }>().data;
const many = (answer: Answer) => answer.json<{ data: CatalogItem[] }>().data;
const rows = (answer: Answer) => answer.json<{ data: Record<string, unknown>[] }>().data;
const put = (url: string, payload: object) => admin.send({ method: 'PUT', url, payload });

describe('routes of existing clients', () => {
  const answered = CATALOGS.flatMap((catalog) =>
    catalog.list ? [[catalog.list.path, catalog] as const] : [],
  );

  test.each(answered)(
    '%s returns its seed in order, with its columns and no others',
    async (path, catalog) => {
      const answer = await admin.get(path);
      expect(answer.statusCode).toBe(200);
      const columns = ['id', catalog.label, ...Object.keys(catalog.extra ?? {})].toSorted();
      expect(rows(answer).map(({ id }) => id)).toEqual(catalog.rows.map(([id]) => id));
      const labels = catalog.rows.map(([, label, extra]) =>
        catalog.prefix ? `${String(extra?.[catalog.prefix])} ${label}` : label,
      );
      expect(rows(answer).map((row) => row[catalog.label])).toEqual(labels);
      for (const row of rows(answer)) expect(Object.keys(row).toSorted()).toEqual(columns);
    },
  );

  test('only cash is disabled', async () => {
    const answer = await adviser.get('/api/bank_payment_types/list');
    expect(rows(answer).filter(({ disabled }) => disabled)).toEqual([
      { id: 5, name: 'Efectivo', disabled: true },
    ]);
  });

  test('order_type and order_column work, and an unknown column is refused', async () => {
    const path = '/api/sale/document_status/list';
    const ids = async (query: string) => rows(await adviser.get(`${path}?${query}`)).map(({ id }) => id);
    expect((await ids('order_type=asc')).slice(0, 3)).toEqual([1, 2, 3]);
    expect((await ids('order_type=desc')).slice(0, 3)).toEqual([11, 10, 9]);
    expect((await ids('order_column=name')).slice(0, 3)).toEqual([4, 2, 3]); // Aprobado, Cargado, En revisión
    expect((await ids('order_column=name_id&order_type=desc'))[0]).toBe(6); // vencido
    const refused = await adviser.get(`${path}?order_column=extra`);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ code: 'INVALID', errors: [{ field: 'order_column' }] });
  });

  test('anonymous users and roles without the permission are refused; lists for all staff are open to all staff', async () => {
    const contractor = await signInAs(llave, 'contratista');
    const path = '/api/sale/states_precontract/list';
    expect((await llave.browser().get(path)).statusCode).toBe(401);
    expect((await contractor.get(path)).statusCode).toBe(403);
    expect((await contractor.get('/api/bank_type/list')).statusCode).toBe(200);
  });

  test('a catalog that no client uses has no list call', async () => {
    expect((await admin.get('/api/parentescos/list')).statusCode).toBe(404);
    expect((await admin.get('/api/lotes/tipos')).statusCode).toBe(404);
  });

  test('accounts have their code, activities their weight, and one contract type is the default', async () => {
    const accounts = rows(await admin.get('/api/administrations/accounting_accounts/list'));
    expect(accounts[0]).toEqual({ id: 1, name: '1.1.01 Caja menuda' });
    expect(accounts).toContainEqual({ id: 43, name: '6.1.07 Garantías post-venta' });
    const types = rows(await admin.get('/api/tipo_contratos/list'));
    expect(types.map(({ id, selected }) => [id, selected]).slice(0, 3)).toEqual([
      [1, 1],
      [2, 0],
      [3, 0],
    ]);
    const activities = rows(await admin.get('/api/contracts/contract_activities'));
    expect(activities).toHaveLength(15);
    expect(activities.reduce((sum, { peso }) => sum + Number(peso), 0)).toBe(100);
    const some = rows(await admin.get('/api/contracts/contract_activities?name=PLOMERIA'));
    expect(some).toEqual([
      { id: 3, nombre: 'Plomería bajo losa', peso: 4 },
      { id: 10, nombre: 'Plomería', peso: 5 },
    ]);
  });

  test('each list needs its own permission', async () => {
    const path = '/api/sale/writing_status/list';
    expect((await adviser.get(path)).statusCode).toBe(403);
    expect((await adviser.get('/api/bank_account_types/list')).statusCode).toBe(403);
    expect((await adviser.get('/api/tipo_contratos/list')).statusCode).toBe(403);
    expect((await adviser.get('/api/type_lots/list')).statusCode).toBe(200);
    const inspector = await signInAs(llave, 'inspector');
    expect((await inspector.get('/api/tipo_contratos/list')).statusCode).toBe(200);
    expect((await inspector.get('/api/states_jobs/list')).statusCode).toBe(200);
    expect((await inspector.get('/api/sale/cells_state/list')).statusCode).toBe(403);
    const contractor = await signInAs(llave, 'contratista');
    for (const open of ['ticket/departments', 'ticket/priorities', 'periods', 'payment_type_modules'])
      expect((await contractor.get(`/api/${open}/list`)).statusCode, open).toBe(200);
  });
});

describe('the administrator', () => {
  test('sees every catalog with its number of rows', async () => {
    const lists = rows(await admin.get(base));
    expect(lists.map(({ name }) => name)).toEqual(CATALOGS.map(({ name }) => name));
    expect(lists[0]).toEqual({
      name: 'states_precontract',
      title: 'Estados del pre-contrato',
      module: 'ventas',
      module_label: 'Ventas',
      kind: 'fixed',
      active: 19,
      archived: 0,
    });
    expect((await adviser.get(base)).statusCode).toBe(403);
    expect((await admin.get(`${base}/otra`)).statusCode).toBe(404);
  });

  test('renames a state: the list shows it, the audit log has it, and a restart keeps it', async () => {
    const url = `${base}/states_precontract/items/2`;
    const changed = one(await admin.patch(url, { label: '  Recibida  ', version: 1 }));
    expect(changed).toMatchObject({ id: 2, label: 'Recibida', version: 2 });
    await seedCatalogs(llave.database.db);
    const list = rows(await adviser.get('/api/sale/states_precontract/list'));
    expect(list[1]).toEqual({ id: 2, name: 'Recibida' });
    const { rows: log } = await llave.database.pool.query(
      `select action, data from audit_log where entity = 'catalog_item' and entity_id = 'states_precontract/2'`,
    );
    expect(log).toEqual([
      {
        action: 'change',
        data: { from: { label: 'Recibido', extra: {} }, to: { label: 'Recibida', extra: {} } },
      },
    ]);
  });

  test('is told when somebody else changed the row meanwhile', async () => {
    const url = `${base}/latest_actions/items/1`;
    expect((await admin.patch(url, { label: 'Nuevo', version: 1 })).statusCode).toBe(200);
    const stale = await admin.patch(url, { label: 'Sin llamar', version: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ code: 'CONFLICT', current: { label: 'Nuevo', version: 2 } });
  });

  test('cannot add rows to, archive rows of, or change columns of a catalog that the system depends on', async () => {
    for (const answer of [
      await admin.post(`${base}/document_status/items`, { label: 'Perdido' }),
      await admin.post(`${base}/document_status/items/7/archive`),
      await admin.patch(`${base}/document_status/items/7`, { extra: { name_id: 'nada' } }),
    ]) {
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({
        code: 'CATALOG_FIXED',
        message: 'El sistema depende de estas filas: solo se pueden cambiar sus nombres y su orden.',
      });
    }
  });

  test('adds a bank at the end, archives it, and restores it', async () => {
    const added = await admin.post(`${base}/bank_type/items`, {
      label: 'Banco del Istmo',
      extra: { hipotecas: true },
    });
    expect(added.statusCode).toBe(201);
    const bank = one(added);
    expect(bank).toMatchObject({
      id: 1000,
      label: 'Banco del Istmo',
      extra: { hipotecas: true },
      position: 29,
    });
    const offered = async () => rows(await adviser.get('/api/bank_type/list')).at(-1);
    expect(await offered()).toEqual({ id: 1000, nombre: 'Banco del Istmo' });

    const url = `${base}/bank_type/items/${bank.id}`;
    const archived = one(await admin.post(`${url}/archive`));
    expect(archived.archived_at).not.toBeNull();
    expect(one(await admin.post(`${url}/archive`))).toEqual(archived);
    expect(await offered()).toEqual({ id: 28, nombre: 'Otro' });
    expect((await catalogLabels(llave.database.db, { name: 'bank_type' })).get(1000)).toBe('Banco del Istmo');
    expect(many(await admin.get(`${base}/bank_type`)).at(-1)).toEqual(archived);

    expect(one(await admin.post(`${url}/restore`)).archived_at).toBeNull();
    expect(await offered()).toEqual({ id: 1000, nombre: 'Banco del Istmo' });
  });

  test('cannot give two rows the same name, not even by restoring', async () => {
    const taken = await admin.post(`${base}/motivos_desistimiento/items`, { label: 'precio' });
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({ code: 'LABEL_TAKEN', errors: [{ field: 'label' }] });
    await admin.post(`${base}/motivos_desistimiento/items/3/archive`);
    expect((await admin.post(`${base}/motivos_desistimiento/items`, { label: 'Precio' })).statusCode).toBe(
      201,
    );
    const restored = await admin.post(`${base}/motivos_desistimiento/items/3/restore`);
    expect(restored.json()).toMatchObject({ code: 'LABEL_TAKEN' });
  });

  test('districts of two provinces may share a name, and need their province', async () => {
    const add = (extra: object) => admin.post(`${base}/distritos/items`, { label: 'Santa Fe', extra });
    expect((await add({ provincia_id: 2 })).statusCode).toBe(201);
    expect((await add({ provincia_id: 9 })).statusCode).toBe(409);
    expect((await add({})).json()).toMatchObject({ errors: [{ field: 'extra[provincia_id]' }] });
    expect((await add({ provincia_id: 2, color: 'rojo' })).statusCode).toBe(422);
  });

  test('a new origin gets its own name_id, which stays when the origin is renamed', async () => {
    const origin = one(await admin.post(`${base}/origen/items`, { label: 'Expo Vivienda 2026' }));
    expect(origin.extra).toEqual({ name_id: 'expo_vivienda_2026' });
    const url = `${base}/origen/items/${origin.id}`;
    expect(one(await admin.patch(url, { label: 'Expo 2026' })).extra).toEqual({
      name_id: 'expo_vivienda_2026',
    });
    expect((await admin.patch(url, { extra: { name_id: 'expo' } })).json()).toMatchObject({
      errors: [{ field: 'extra[name_id]' }],
    });
    const { db } = llave.database;
    const found = await Promise.all(
      [String(origin.id), 'expo_vivienda_2026', ' EXPO 2026 ', 'otra'].map((text) =>
        findCatalogItem(db, { name: 'origen' }, text),
      ),
    );
    expect(found.map((row) => row?.id)).toEqual([origin.id, origin.id, origin.id, undefined]);
  });

  test('reorders a catalog, and is told when its rows have changed', async () => {
    const url = `${base}/tipo_pagos/order`;
    const reversed = [9, 8, 7, 6, 5, 4, 3, 2, 1];
    expect(many(await put(url, { ids: reversed })).map(({ id }) => id)).toEqual(reversed);
    expect(rows(await adviser.get('/api/tipo_pagos/list')).map(({ id }) => id)).toEqual(reversed);
    for (const ids of [reversed.slice(1), [...reversed, 10], [...reversed.slice(1), 2], []]) {
      const stale = await put(url, { ids });
      expect(stale.statusCode).toBe(409);
      expect(stale.json<{ current: unknown[] }>().current).toHaveLength(9);
    }
  });

  test('concurrent additions get different ids and positions', async () => {
    const labels = Array.from({ length: 8 }, (_, at) => `Tipo ${at}`);
    const added = await Promise.all(
      labels.map(async (label) => one(await admin.post(`${base}/type_lots/items`, { label }))),
    );
    expect(added.map(({ id }) => id).toSorted()).toEqual(Array.from({ length: 8 }, (_, at) => 1000 + at));
    expect(new Set(added.map(({ position }) => position)).size).toBe(8);
    const repeat = { 'idempotency-key': 'una-sola-vez' };
    const [first, second] = await Promise.all(
      [1, 2].map(() => admin.post(`${base}/type_lots/items`, { label: 'Repetido' }, repeat)),
    );
    expect(one(first!)).toEqual(one(second!));
  });

  test.each([
    ['', 'sin nombre'],
    ['   ', 'solo espacios'],
    ['¡!', 'sin letras'],
    ['x'.repeat(81), 'muy largo'],
    ['a\u0000b', 'con un NUL'],
    ['a\nb', 'con un salto de línea'],
  ])('a label %j is refused (%s)', async (label) => {
    const answer = await admin.post(`${base}/bank_type/items`, { label });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'INVALID', errors: [{ field: 'label' }] });
  });

  test('each action needs its own permission', async () => {
    const management = await signInAs(llave, 'gerencia'); // administracion.ver and exportar
    expect((await management.get(base)).statusCode).toBe(200);
    const refused = [
      await management.post(`${base}/bank_type/items`, { label: 'Otro más' }),
      await management.patch(`${base}/bank_type/items/1`, { label: 'Otro más' }),
      await management.send({ method: 'PUT', url: `${base}/bank_type/order`, payload: { ids: [] } }),
      await management.post(`${base}/bank_type/items/1/archive`),
      await management.post(`${base}/bank_type/items/1/restore`),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
  });

  test('an account has a unique code in the format of the chart of accounts', async () => {
    const url = `${base}/accounting_accounts/items`;
    const add = (label: string, codigo: string) => admin.post(url, { label, extra: { codigo } });
    const account = one(await add('Caja chica de obra', '1.1.05'));
    expect(account).toMatchObject({ label: 'Caja chica de obra', extra: { codigo: '1.1.05' } });
    const taken = await add('Otra', '1.1.05');
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({ code: 'LABEL_TAKEN', errors: [{ field: 'extra[codigo]' }] });
    expect((await add('Otra', 'uno')).json()).toMatchObject({
      errors: [{ field: 'extra[codigo]', message: 'Usa la forma 1.1.01.' }],
    });
    expect(rows(await admin.get('/api/administrations/accounting_accounts/list')).at(-1)).toEqual({
      id: account.id,
      name: '1.1.05 Caja chica de obra',
    });
  });

  test('an unknown row gives 404', async () => {
    expect((await admin.patch(`${base}/bank_type/items/999`, { label: 'Nada' })).statusCode).toBe(404);
    expect((await admin.post(`${base}/nada/items`, { label: 'Nada' })).statusCode).toBe(404);
    expect((await admin.post(`${base}/bank_type/items/999/archive`)).statusCode).toBe(404);
  });
});

test('a seed row is inserted even if a user gave its name to another row', async () => {
  const { db, pool } = llave.database;
  await pool.query(`delete from catalog_items where catalog = 'parentescos' and id = 13`);
  await pool.query(`update catalog_items set label = 'otro' where catalog = 'parentescos' and id = 1`);
  await seedCatalogs(db);
  const labels = await catalogLabels(db, { name: 'parentescos' });
  expect([labels.get(1), labels.get(13)]).toEqual(['otro', 'Otro (13)']);
});

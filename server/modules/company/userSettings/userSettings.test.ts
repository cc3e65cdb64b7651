import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_VIEWS, type TableState, type TableView } from '#contract/company/userSettings/settings.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { useApp } from '#test/app.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let adviser: StaffBrowser;
let coordinator: StaffBrowser;

const at = (browser: StaffBrowser, rest = '') => `/api/user_settings/${browser.user.id}${rest}`;
const table = (browser: StaffBrowser, name = 'precontratos') => at(browser, `/tables/${name}`);
const put = (browser: StaffBrowser, url: string, payload: object) =>
  browser.send({ method: 'PUT', url, payload });
const state = async (browser: StaffBrowser, name?: string) =>
  (await browser.get(table(browser, name))).json<{ data: TableState }>().data;
const view = { name: 'En revisión', search: { estado_id: [3], order_column: 'state_since' } };
const add = async (browser: StaffBrowser, body: object, name?: string) =>
  (await browser.post(`${table(browser, name)}/views`, body)).json<{ data: TableView }>().data;

beforeAll(async () => {
  adviser = await signInAs(llave, 'asesor');
  coordinator = await signInAs(llave, 'coordinador');
});

describe('settings of old clients', () => {
  test('start empty, are stored, and change one by one', async () => {
    expect((await adviser.get(at(adviser))).json()).toEqual({
      data: { expand_costumer_detail: false, coincidences_columns_width: {} },
    });
    const opened = await adviser.post(at(adviser, '/expand_costumer_detail'), { value: true });
    expect(opened.json()).toEqual({
      data: { expand_costumer_detail: true, coincidences_columns_width: {} },
    });
    const wide = { nombre: 240, cedula: 120 };
    const widened = await adviser.post(at(adviser, '/update_coincidences_columns_width'), { value: wide });
    const both = { data: { expand_costumer_detail: true, coincidences_columns_width: wide } };
    expect(widened.json()).toEqual(both);
    expect((await adviser.get(at(adviser))).json()).toEqual(both);
  });

  test('keys that act alone are on until their owner switches them off', async () => {
    const keys = async (browser: StaffBrowser) => (await browser.get(at(browser, '/keys'))).json();
    expect(await keys(adviser)).toEqual({ data: { single_keys: true } });
    const off = await put(adviser, at(adviser, '/keys'), { single_keys: false });
    expect(off.json()).toEqual({ data: { single_keys: false } });
    expect(await keys(adviser)).toEqual({ data: { single_keys: false } });
    expect(await keys(coordinator)).toEqual({ data: { single_keys: true } });
  });

  test('another user’s settings give 403 in every call, for known and unknown users', async () => {
    for (const id of [coordinator.user.id, 987_654]) {
      const base = `/api/user_settings/${id}`;
      const answers = [
        await adviser.get(base),
        await adviser.get(`${base}/keys`),
        await put(adviser, `${base}/keys`, { single_keys: false }),
        await adviser.post(`${base}/expand_costumer_detail`, { value: true }),
        await adviser.post(`${base}/update_coincidences_columns_width`, { value: { a: 100 } }),
        await adviser.get(`${base}/tables/precontratos`),
        await put(adviser, `${base}/tables/precontratos`, {}),
        await adviser.post(`${base}/tables/precontratos/views`, view),
        await put(adviser, `${base}/tables/precontratos/order`, { ids: [] }),
        await adviser.patch(`${base}/views/1`, { name: 'Otra' }),
        await adviser.send({ method: 'DELETE', url: `${base}/views/1` }),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from(answers, () => 403));
    }
    expect((await llave.browser().get(at(adviser))).statusCode).toBe(401);
  });

  test.each([
    [{ value: 'si' }, 'expand_costumer_detail'],
    [{ value: { nombre: 5 } }, 'update_coincidences_columns_width'],
    [{ value: { 'con espacio': 100 } }, 'update_coincidences_columns_width'],
    [
      { value: Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`c${n}`, 100])) },
      'update_coincidences_columns_width',
    ],
  ])('%j is refused by %s', async (body, call) => {
    expect((await adviser.post(at(adviser, `/${call}`), body)).statusCode).toBe(422);
  });
});

describe('table settings', () => {
  test('are stored per user and table, for all devices', async () => {
    expect(await state(adviser, 'lotes')).toEqual({ prefs: null, views: [], may_share: false });
    const prefs = {
      hidden: ['celular'],
      order: ['id', 'estado'],
      widths: { id: 300 },
      density: 'compact',
      per_page: 100,
      default_view: null,
    };
    expect((await put(adviser, table(adviser, 'lotes'), prefs)).statusCode).toBe(200);
    expect((await state(adviser, 'lotes')).prefs).toEqual(prefs);
    expect((await state(coordinator, 'lotes')).prefs).toBeNull();
    for (const bad of [{ density: 'nada' }, { per_page: 1000 }, { widths: { id: 1 } }, { hidden: ['='] }])
      expect((await put(adviser, table(adviser, 'lotes'), bad)).statusCode).toBe(422);
    expect((await put(adviser, table(adviser, 'No vale'), {})).statusCode).toBe(404);
  });

  test('are limited to a hundred tables', async () => {
    const many = await signInAs(llave, 'asesor');
    await llave.database.pool.query(
      `insert into user_tables (user_id, table_name, prefs, updated_at)
       select $1, 't' || n, '{}', now() from generate_series(1, 100) n`,
      [many.user.id],
    );
    expect((await put(many, table(many, 'otra'), {})).statusCode).toBe(422);
    expect((await put(many, table(many, 't7'), {})).statusCode).toBe(200);
  });
});

describe('saved views', () => {
  test('only their owner can save, rename, reorder and delete them', async () => {
    const one = await add(adviser, view);
    expect(one).toMatchObject({ ...view, own: true, owner: null, shared: false, columns: null, version: 1 });
    const two = await add(adviser, { name: 'Mías', search: { mias: '1' }, columns: ['id', 'estado'] });
    const taken = await adviser.post(`${table(adviser)}/views`, { name: 'EN REVISIÓN', search: {} });
    expect([taken.statusCode, taken.json<{ code: string }>().code]).toEqual([409, 'NAME_TAKEN']);

    const change = (browser: StaffBrowser, id: number, body: object) =>
      browser.patch(at(browser, `/views/${id}`), body);
    expect((await change(adviser, one.id, { name: 'Por revisar', version: 1 })).statusCode).toBe(200);
    const stale = await change(adviser, one.id, { name: 'Otra vez', version: 1 });
    expect(stale.json()).toMatchObject({ code: 'STALE', current: { name: 'Por revisar', version: 2 } });
    expect((await change(adviser, two.id, { name: 'por revisar' })).statusCode).toBe(409);
    expect((await change(coordinator, one.id, { name: 'Ajena' })).statusCode).toBe(404);

    const order = await put(adviser, `${table(adviser)}/order`, { ids: [two.id, one.id] });
    expect(order.json<{ data: TableState }>().data.views.map(({ name }) => name)).toEqual([
      'Mías',
      'Por revisar',
    ]);
    for (const ids of [[one.id], [one.id, one.id], [one.id, 999_999]])
      expect((await put(adviser, `${table(adviser)}/order`, { ids })).statusCode).toBe(409);

    const remove = (browser: StaffBrowser, id: number) =>
      browser.send({ method: 'DELETE', url: at(browser, `/views/${id}`) });
    expect((await remove(coordinator, one.id)).statusCode).toBe(404);
    expect((await remove(adviser, one.id)).statusCode).toBe(200);
    expect((await remove(adviser, one.id)).statusCode).toBe(404);
    expect((await state(adviser)).views.map(({ id }) => id)).toEqual([two.id]);
  });

  test('users who lead can share them, colleagues see them, and the audit log has it', async () => {
    expect((await state(coordinator)).may_share).toBe(true);
    const shared = await add(coordinator, { ...view, name: 'De todos', shared: true });
    expect(
      (await adviser.post(`${table(adviser)}/views`, { ...view, name: 'X', shared: true })).statusCode,
    ).toBe(403);
    const seen = (await state(adviser)).views.find(({ id }) => id === shared.id);
    expect(seen).toMatchObject({ name: 'De todos', own: false, owner: coordinator.user.name });
    const mine = await add(adviser, { name: 'De todos', search: {} });
    expect((await adviser.patch(at(adviser, `/views/${mine.id}`), { shared: true })).statusCode).toBe(403);
    // A contractor is not a colleague.
    const contractor = await signInAs(llave, 'contratista');
    expect((await state(contractor)).views).toEqual([]);
    const lines = await llave.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'vista'), eq(auditLog.entityId, String(shared.id))));
    expect(lines).toMatchObject([{ action: 'shared', actorId: String(coordinator.user.id) }]);
  });

  test('are limited in number, also for concurrent requests, and in size', async () => {
    const keen = await signInAs(llave, 'asesor');
    for (let n = 1; n < MAX_VIEWS; n += 1) await add(keen, { name: `Vista ${n}`, search: {} });
    const last = await Promise.all(
      ['a', 'b', 'c'].map((name) => keen.post(`${table(keen)}/views`, { name, search: {} })),
    );
    expect(last.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422]);
    const big = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, 'x'.repeat(150)]));
    for (const search of [big, { q: 'x'.repeat(201) }, { q: { a: 1 } }, { 'a b': 1 }])
      expect((await adviser.post(`${table(adviser)}/views`, { name: 'Y', search })).statusCode).toBe(422);
    for (const name of ['', '   ', 'x'.repeat(41), 'a\nb'])
      expect((await adviser.post(`${table(adviser)}/views`, { name, search: {} })).statusCode).toBe(422);
  });
});

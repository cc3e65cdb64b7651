import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MaterialRequest, PurchaseOrder } from '#contract/works/purchasing/model.ts';
import { useApp } from '#test/app.ts';
import { DAY, makeMaterialSite, ORDERS, REQUESTS, STOCK } from '#test/materials.ts';
import { one, refusal } from '#test/worksite.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { purchasingNight } from './purchasing.jobs.ts';
import { purchaseOrders } from './purchasing.table.ts';

interface BoardColumn {
  state: { id: number };
  total: number;
  rows: MaterialRequest[];
}

const llave = useApp();
let site: Awaited<ReturnType<typeof makeMaterialSite>>;
beforeAll(async () => {
  site = await makeMaterialSite(llave);
});
const codes = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
const read = async (id: number) => one<MaterialRequest>(await site.buyer.get(`${REQUESTS}/${id}`));
const readOrder = async (id: number) => one<PurchaseOrder>(await site.buyer.get(`${ORDERS}/${id}`));

describe('a request', () => {
  test('is asked by one person and approved by another, who sees the budget of the house beside it', async () => {
    const { ask, move, manager, resident, cement } = site;
    const draft = await ask([{ material_id: cement, quantity: 30 }]);
    expect(draft).toMatchObject({ state: { id: 1 }, estimate_centavos: null });
    expect(draft.code).toMatch(/^SM-2026-\d{5}$/);
    expect(draft.lines[0]).toMatchObject({ budget: 80, taken: 0, over: 0, price_centavos: null });
    expect(refusal(await move(manager, draft.id, 3))[0]).toBe(422);
    one(await move(resident, draft.id, 2));
    const asked = await llave.database.db
      .select()
      .from(notices)
      .where(eq(notices.about, `solicitud_material:${draft.id}`));
    expect(asked.map(({ userId }) => userId)).toContain(manager.user.id);
    expect((await move(resident, draft.id, 3)).statusCode).toBe(403);
    const twice = await Promise.all([move(manager, draft.id, 3), move(manager, draft.id, 3)]);
    expect(codes(twice)).toEqual([200, 422]);
    const seen = await read(draft.id);
    expect(seen).toMatchObject({ state: { id: 3 }, over_budget: false, estimate_centavos: 30 * 995 });
  });

  test('nobody approves their own, also by two roles', async () => {
    const { move, manager, cement, project } = site;
    const own = one<MaterialRequest>(
      await manager.post(REQUESTS, {
        project_id: project.id,
        lines: [{ material_id: cement, quantity: 1 }],
      }),
    );
    one(await move(manager, own.id, 2));
    expect(refusal(await move(manager, own.id, 3))).toEqual([
      422,
      'Quien pide los materiales no puede aprobarlos: pídelo a otra persona.',
    ]);
  });

  test('beyond the budget of the house, or without one, gerencia approves with a reason', async () => {
    const { ask, move, manager, boss, resident, sand } = site;
    const { id } = await ask([{ material_id: sand, quantity: 13 }]);
    one(await move(resident, id, 2));
    expect(refusal(await move(manager, id, 3, { motivo: 'Se perdió' }))).toEqual([
      422,
      'Pasa del presupuesto en Arena: lo aprueba gerencia.',
    ]);
    expect(refusal(await move(boss, id, 3))[0]).toBe(422);
    const approved = one<MaterialRequest>(await move(boss, id, 3, { motivo: 'Se la llevó la lluvia' }));
    expect(approved).toMatchObject({ over_budget: true, over_reason: 'Se la llevó la lluvia' });
    expect(approved.lines[0]!.over).toBe(1);
    // What is approved already counts against the next one.
    const next = await ask([{ material_id: sand, quantity: 1 }]);
    expect(next.lines[0]).toMatchObject({ taken: 13, over: 1 });
    // Works of the whole project have no list.
    const common = await ask([{ material_id: sand, quantity: 1 }], { house_id: null });
    expect(common.lines[0]).toMatchObject({ budget: null, over: 1 });
  });

  test('of two requests that together pass the budget, the second is refused', async () => {
    const { ask, move, manager, resident, blocks } = site;
    const made = [
      await ask([{ material_id: blocks, quantity: 700 }]),
      await ask([{ material_id: blocks, quantity: 700 }]),
    ];
    for (const { id } of made) one(await move(resident, id, 2));
    const both = await Promise.all(made.map(({ id }) => move(manager, id, 3)));
    expect(codes(both)).toEqual([200, 422]);
  });

  test('stands on the board in the column of its state, what is needed first on top', async () => {
    const { ask, move, manager, resident, cement, houseId } = site;
    const day = async (needed_on: string | null) =>
      (await ask([{ material_id: cement, quantity: 1 }], { needed_on })).id;
    const [late, soon, never] = [await day('2027-03-01'), await day('2027-01-11'), await day(null)];
    const columns = async (query: string) =>
      (await manager.get(`${REQUESTS}/board?${query}`)).json().data as BoardColumn[];
    const column = async (state: number) =>
      (await columns(`vivienda_id=${houseId}`)).find((one) => one.state.id === state)!;
    const places = (await column(1)).rows
      .map(({ id }) => id)
      .filter((id) => [late, soon, never].includes(id));
    expect(places).toEqual([soon, late, never]);
    const before = await column(2);
    one(await move(resident, soon, 2));
    const after = await column(2);
    expect(after.total).toBe(before.total + 1);
    expect(after.rows.map(({ id }) => id)).toContain(soon);
    expect((await columns('q=nada-asi')).every(({ total, rows }) => total === 0 && rows.length === 0)).toBe(
      true,
    );
  });

  test('faults come at their field, and a contractor and another project see nothing', async () => {
    const { resident, contractor, project, cement, ask } = site;
    const bad = await resident.post(REQUESTS, {
      project_id: project.id,
      house_id: 999_999,
      lines: [{ material_id: cement, quantity: 1 }],
    });
    expect(bad.statusCode).toBe(422);
    expect(bad.body).toContain('house_id');
    const { id } = await ask([{ material_id: cement, quantity: 1 }]);
    expect((await contractor.get(`${REQUESTS}/${id}`)).statusCode).toBe(404);
    expect((await contractor.get(REQUESTS)).json().data).toEqual([]);
    const board = (await contractor.get(`${REQUESTS}/board`)).json().data as BoardColumn[];
    expect(board.flatMap(({ total, rows }) => [total, ...rows]).filter(Boolean)).toEqual([]);
    expect((await contractor.get(ORDERS)).json().data).toEqual([]);
    expect((await contractor.get(STOCK)).json().data).toEqual([]);
    expect((await contractor.get('/api/works/materials')).statusCode).toBe(404);
    expect(
      (
        await contractor.post(REQUESTS, {
          project_id: project.id,
          lines: [{ material_id: cement, quantity: 1 }],
        })
      ).statusCode,
    ).toBe(422);
  });
});

describe('quotations and orders', () => {
  test('stand side by side; a dearer choice needs its reason, and each line is ordered once', async () => {
    const { approved, quote, buyer, supplier, supplier2, blocks, cement, resident } = site;
    const request = await approved([
      { material_id: blocks, quantity: 100 },
      { material_id: cement, quantity: 10 },
    ]);
    one(await quote(request, supplier.id, [70, 990]));
    expect(refusal(await quote(request, supplier.id, [70, 990]))[0]).toBe(409);
    const quoted = one<MaterialRequest>(await quote(request, supplier2.id, [60, 1000]));
    expect(quoted.state.id).toBe(5);
    const [dear, cheap] = quoted.quotations;
    expect(dear).toMatchObject({ subtotal_centavos: 16_900, itbms_centavos: 1183, lowest: false });
    expect(cheap).toMatchObject({ total_centavos: 17_120, lowest: true, complete: true });
    // Without prices a resident sees neither quotations nor totals.
    expect(one<MaterialRequest>(await resident.get(`${REQUESTS}/${request.id}`)).quotations).toEqual([]);
    const [first, second] = request.lines;
    const order = (body: object) => buyer.post(`${REQUESTS}/${request.id}/orders`, body);
    expect(refusal(await order({ quotation_id: dear!.id }))).toEqual([
      422,
      'Hay un precio más bajo: escribe por qué eliges esta.',
    ]);
    const lowest = (line: number) =>
      [dear!, cheap!].find(({ lines }) => lines.some(({ line_id, lowest: low }) => low && line_id === line))!
        .id;
    const races = await Promise.all([
      order({ quotation_id: lowest(first!.id), line_ids: [first!.id] }),
      order({ quotation_id: lowest(first!.id), line_ids: [first!.id] }),
    ]);
    expect(codes(races)).toEqual([201, 409]);
    expect((await read(request.id)).state.id).toBe(5);
    const rest = one<PurchaseOrder>(await order({ quotation_id: lowest(second!.id) }));
    expect(rest.lines).toHaveLength(1);
    expect((await read(request.id)).state.id).toBe(6);
    expect((await buyer.get(`${ORDERS}/${rest.id}/pdf`)).headers['content-type']).toBe('application/pdf');
    expect((await resident.get(`${ORDERS}/${rest.id}/pdf`)).statusCode).toBe(403);
    // A voided order frees its lines.
    one(
      await buyer.patch(`${ORDERS}/${rest.id}/status`, {
        params: { estado_id: 7, motivo: 'Sin existencias' },
      }),
    );
    expect(await read(request.id)).toMatchObject({ state: { id: 5 } });
    one(await order({ quotation_id: cheap!.id, reason: 'El otro no tiene' }));
    expect((await read(request.id)).state.id).toBe(6);
  });

  test('two orders at once get consecutive numbers of the year', async () => {
    const { approved, quote, buyer, supplier } = site;
    const requests = [await approved(), await approved()];
    const quoted = [];
    for (const request of requests)
      quoted.push(one<MaterialRequest>(await quote(request, supplier.id, [990])));
    const orders = await Promise.all(
      quoted.map(({ id, quotations }) =>
        buyer.post(`${REQUESTS}/${id}/orders`, { quotation_id: quotations[0]!.id }),
      ),
    );
    const numbers = orders.map((answer) => Number(one<PurchaseOrder>(answer).code.slice(-5)));
    expect(Math.abs(numbers[0]! - numbers[1]!)).toBe(1);
  });
});

describe('what arrives', () => {
  test('comes in parts; a short count is kept with its sentence and told; the request closes when all is there', async () => {
    const { ordered, dispatch, receive, inspector, cement, project, buyer } = site;
    const order = await ordered();
    const requestId = order.request!.id;
    one(await dispatch(order, [20]));
    expect((await read(requestId)).state.id).toBe(7);
    expect(refusal(await dispatch(order, [31]))).toEqual([422, 'Faltan por despachar 30.']);
    one(await dispatch(order, [30]));
    expect((await read(requestId)).state.id).toBe(8);
    const short = one<PurchaseOrder>(await receive(inspector, order, [47]));
    expect(short.receipts[0]!.lines[0]).toMatchObject({
      expected: 50,
      quantity: 47,
      difference: 'Llegaron 47 de 50 saco: faltan 3.',
    });
    expect(short.receipts[0]!.photos).toHaveLength(1);
    expect(short).toMatchObject({ state: { id: 4 }, total_centavos: null, received_percent: 94 });
    expect((await read(requestId)).state.id).toBe(9);
    const told = await llave.database.db
      .select()
      .from(notices)
      .where(eq(notices.about, `orden_compra:${order.id}`));
    expect(told.some(({ kind, userId }) => kind === 'material_diferencia' && userId === buyer.user.id)).toBe(
      true,
    );
    one(await dispatch(order, [3]));
    one(await receive(inspector, order, [3]));
    expect(await readOrder(order.id)).toMatchObject({ state: { id: 5 } });
    expect((await read(requestId)).state.id).toBe(10);
    const stock = (await buyer.get(`${STOCK}?proyecto_id=${project.id}`)).json<{
      data: { material: { id: number }; quantity: number; value_centavos: number }[];
    }>().data;
    expect(stock.find(({ material }) => material.id === cement)).toMatchObject({
      quantity: 50,
      value_centavos: 49_500,
    });
  });

  test('of two counts at once of the whole order, one is beyond it and needs a reason', async () => {
    const { ordered, receive, inspector, resident } = site;
    const order = await ordered();
    const both = await Promise.all([receive(inspector, order, [50]), receive(resident, order, [50])]);
    expect(codes(both)).toEqual([201, 422]);
    const full = await readOrder(order.id);
    expect(full.lines[0]).toMatchObject({ received: 50, dispatched: 50, missing: 0 });
    // The same count sent again is the same count, as from a phone that lost its line.
    const other = await ordered();
    const clave = crypto.randomUUID();
    const same = await Promise.all([
      receive(inspector, other, [20], { clave }),
      receive(inspector, other, [20], { clave }),
    ]);
    expect(codes(same)).toEqual([201, 201]);
    expect((await readOrder(other.id)).lines[0]!.received).toBe(20);
    expect(refusal(await receive(inspector, order, [1], { clave }))[0]).toBe(409);
    const more = await receive(inspector, other, [31]);
    expect(refusal(more)).toEqual([422, 'Llegó más de lo que falta: escribe por qué se recibe.']);
    const kept = one<PurchaseOrder>(
      await receive(inspector, other, [31], { excess_reason: 'El proveedor regaló un saco' }),
    );
    expect(kept.lines[0]).toMatchObject({ received: 51, excess_reason: 'El proveedor regaló un saco' });
  });

  test('without a photograph it is refused, and what is returned is to come again', async () => {
    const { ordered, receive, inspector, buyer, resident } = site;
    const order = await ordered();
    expect((await receive(inspector, order, [50], { fotos: [] })).statusCode).toBe(422);
    one(await receive(inspector, order, [50]));
    const back = (quantity: number) =>
      resident.post(`${ORDERS}/${order.id}/returns`, {
        clave: crypto.randomUUID(),
        returned_on: DAY,
        paper: 'DV-1',
        reason: 'Sacos mojados',
        lines: [{ line_id: order.lines[0]!.id, quantity }],
      });
    expect(refusal(await back(51))).toEqual([422, 'De esta orden hay 50 por devolver.']);
    const returned = one<PurchaseOrder>(await back(5));
    expect(returned).toMatchObject({ state: { id: 4 } });
    expect(returned.lines[0]).toMatchObject({ returned: 5, outstanding: 5 });
    // Closed short, nothing more is counted.
    const close = { params: { estado_id: 6, motivo: 'El proveedor no repone' } };
    expect((await resident.patch(`${ORDERS}/${order.id}/status`, close)).statusCode).toBe(422);
    one(await buyer.patch(`${ORDERS}/${order.id}/status`, close));
    expect((await receive(inspector, order, [5])).statusCode).toBe(422);
  });

  test('a late order is told once to who issued it', async () => {
    const { ordered, buyer } = site;
    const order = await ordered();
    await llave.database.db
      .update(purchaseOrders)
      .set({ expectedOn: '2026-11-10' })
      .where(eq(purchaseOrders.id, order.id));
    expect((await buyer.get(`${ORDERS}?tarde=1`)).json().data).toHaveLength(1);
    const night = () => llave.app.core.jobs.run(purchasingNight, {});
    await night();
    await night();
    const told = await llave.database.db.select().from(notices).where(eq(notices.kind, 'orden_atrasada'));
    expect(told.map(({ userId }) => userId)).toEqual([buyer.user.id]);
  });
});

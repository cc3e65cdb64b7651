import type { MaterialRow } from '#contract/works/materials/model.ts';
import type { MaterialRequest, PurchaseOrder } from '#contract/works/purchasing/model.ts';
import { modelMaterials } from '#server/modules/works/materials/materials.table.ts';
import type { Browser, TestApp } from './app.ts';
import { makeHouse, makeModel, makePartner, makeProject, makeUser } from './factories.ts';
import { fileOf, makePicture } from './papers.ts';
import { serial } from './serial.ts';
import { signInAs, signInUser } from './signIn.ts';
import { one } from './worksite.ts';

const next = serial();
export const REQUESTS = '/api/works/material_requests';
export const ORDERS = '/api/works/purchase_orders';
export const STOCK = '/api/works/stock';
export const DAY = '2026-11-21';

/** A site with its people, suppliers, three materials and a model whose houses take them. */
export async function makeMaterialSite(llave: TestApp) {
  const { db } = llave.database;
  const project = await makeProject(db);
  const model = await makeModel(db, { projectId: project.id });
  const { id: houseId } = await makeHouse(db, { projectId: project.id, modelId: model.id });
  const supplier = await makePartner(db, 'proveedor', `Ferretería ${next()}`);
  const supplier2 = await makePartner(db, 'proveedor', `Bloquera ${next()}`);
  const team = [project.id];
  const resident = await signInAs(llave, { role: 'residente', projectIds: team });
  const inspector = await signInAs(llave, { role: 'inspector', projectIds: team });
  const manager = await signInAs(llave, { role: 'proyectos', projectIds: team });
  const boss = await signInAs(llave, 'gerencia');
  const buyer = await signInAs(llave, 'compras');
  const builder = await makePartner(db, 'contratista', `Constructora ${next()}`);
  const contractor = await signInUser(
    llave,
    await makeUser(db, { roles: ['contratista'], partnerId: builder.id, projectIds: team }),
  );
  const made: number[] = [];
  for (const [name, unit, price, quantity] of [
    ['Bloque de 4"', 'und', 65, 1200],
    ['Cemento gris', 'saco', 995, 80],
    ['Arena', 'm³', 2650, 12],
  ] as const) {
    const { id } = one<MaterialRow>(
      await buyer.post('/api/works/materials', {
        code: `M-${next()}`,
        name,
        unit,
        cost_code_id: 14,
        price_centavos: price,
        taxed: name !== 'Arena',
      }),
    );
    made.push(id);
    await db
      .insert(modelMaterials)
      .values({ modelId: model.id, materialId: id, quantity, changedAt: new Date() });
  }
  const [blocks, cement, sand] = made as [number, number, number];
  const picture = await makePicture({ width: 60, height: 40 });
  const photo = () => fileOf(picture, 'llegada.jpg', 'image/jpeg');

  const move = (who: Browser, id: number, estado_id: number, more: object = {}) =>
    who.patch(`${REQUESTS}/${id}/status`, { params: { estado_id, ...more } });
  const ask = async (lines: object[], over: object = {}) =>
    one<MaterialRequest>(
      await resident.post(REQUESTS, {
        project_id: project.id,
        house_id: houseId,
        needed_on: '2026-12-05',
        lines,
        ...over,
      }),
    );
  async function approved(lines: object[] = [{ material_id: cement, quantity: 50 }], over: object = {}) {
    const { id } = await ask(lines, over);
    one(await move(resident, id, 2));
    return one<MaterialRequest>(await move(boss, id, 3, { motivo: 'Hace falta en la obra' }));
  }
  const quote = (
    request: MaterialRequest,
    supplierId: number,
    prices: (number | null)[],
    over: object = {},
  ) =>
    buyer.post(`${REQUESTS}/${request.id}/quotations`, {
      supplier_id: supplierId,
      number: `COT-${next()}`,
      quoted_on: DAY,
      delivery_days: 5,
      lines: request.lines.map(({ id }, at) => ({ line_id: id, price_centavos: prices[at] ?? null })),
      ...over,
    });
  /** An order of one material, from the request to its issue. */
  async function ordered(materialId = cement, quantity = 50, price = 990): Promise<PurchaseOrder> {
    const request = await approved([{ material_id: materialId, quantity }]);
    const quoted = one<MaterialRequest>(await quote(request, supplier.id, [price]));
    return one<PurchaseOrder>(
      await buyer.post(`${REQUESTS}/${request.id}/orders`, { quotation_id: quoted.quotations[0]!.id }),
    );
  }
  const receive = (who: Browser, order: PurchaseOrder, counted: number[], over: object = {}) =>
    who.form(`${ORDERS}/${order.id}/receipts`, {
      clave: crypto.randomUUID(),
      received_on: DAY,
      guide: `NE-${next()}`,
      fotos: photo(),
      ...Object.fromEntries(
        counted.flatMap((quantity, at) => [
          [`lines[${at}][line_id]`, String(order.lines[at]!.id)],
          [`lines[${at}][quantity]`, String(quantity)],
        ]),
      ),
      ...over,
    });
  const dispatch = (order: PurchaseOrder, quantities: number[]) =>
    buyer.post(`${ORDERS}/${order.id}/dispatches`, {
      clave: crypto.randomUUID(),
      dispatched_on: DAY,
      guide: `GD-${next()}`,
      lines: quantities.map((quantity, at) => ({ line_id: order.lines[at]!.id, quantity })),
    });
  const issue = (lines: object[], over: object = {}, who: Browser = resident) =>
    who.post(`${STOCK}/issues`, {
      clave: crypto.randomUUID(),
      project_id: project.id,
      house_id: houseId,
      moved_on: DAY,
      paper: `V-${next()}`,
      lines,
      ...over,
    });
  return {
    project, model, houseId, supplier, supplier2, resident, inspector, manager, boss, buyer, contractor, builder,
    blocks, cement, sand, photo, move, ask, approved, quote, ordered, receive, dispatch, issue,
  }; // prettier-ignore
}

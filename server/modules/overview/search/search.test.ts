import { describe, expect, test } from 'vitest';
import { USER_TYPE } from '#contract/company/users/model.ts';
import type { Found } from '#contract/overview/search/endpoints.ts';
import { useApp } from '#test/app.ts';
import { makeHouse, makeLot, makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { makeTemplate } from '#test/legal.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();

const seek = async (who: StaffBrowser, q: string, limit = 6) => {
  const answer = await who.post('/api/seeker', { q, limit });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: Found[] }>().data;
};
const ids = (found: Found[], kind: string) => found.filter((one) => one.kind === kind).map(({ id }) => id);

describe('the global search', () => {
  test('finds a person and their sale by document, telephone and name, in any notation', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, {
      name: 'Ñurys Núñez Ábrego',
      phone: '+50761234567',
      document: '8-712-4567',
      code: 'PC-2026-70007',
    });
    const who = await signInAs(llave, 'coordinador');
    for (const q of [
      '87124567',
      '8-712-4567',
      '8 712 4567',
      '61234567',
      '+507 6123-4567',
      '6123-4567',
      'nunez',
      'NÚÑEZ abrego',
      'nurys',
    ]) {
      const found = await seek(who, q);
      expect(ids(found, 'venta'), q).toContain(sale.id);
      expect(ids(found, 'persona'), q).toContain(sale.personId);
    }
    for (const q of ['PC-2026-70007', 'pc-2026-70007', '70007', '2026-70007'])
      expect(ids(await seek(who, q), 'venta')[0], q).toBe(sale.id);
    const [person] = (await seek(who, 'nunez')).filter(({ kind }) => kind === 'persona');
    expect(person).toMatchObject({ title: 'Ñurys Núñez Ábrego', url: `/oficina/personas/${sale.personId}` });
    expect(person!.subtitle).not.toContain('712');
    expect(person!.subtitle).not.toContain('1234');
  });

  test('finds a lot in any notation of its name, the exact match first', async () => {
    const { db } = llave.database;
    const project = await makeProject(db, { name: 'Cumbres de Buscar' });
    const lot = await makeLot(db, { projectId: project.id, name: 'A-07', block: 'A' });
    await makeLot(db, { projectId: project.id, name: 'A-70', block: 'A' });
    const who = await signInAs(llave, 'coordinador');
    for (const q of ['a7', 'A-07', 'a 07', 'A7', 'a-7'])
      expect(ids(await seek(who, q, 20), 'lote'), q).toContain(lot.id);
    expect(ids(await seek(who, 'a70', 20), 'lote')).not.toContain(lot.id);
    expect(ids(await seek(who, 'cumbres buscar'), 'proyecto')).toEqual([]);
    expect(ids(await seek(who, 'cumbres de'), 'proyecto')).toEqual([project.id]);
  });

  test('finds a lot, a house and a model by the word for it and its name', async () => {
    const { db } = llave.database;
    const model = await makeModel(db, { name: 'Corotú del Norte' });
    const lot = await makeLot(db, { projectId: model.projectId, name: 'Q-04', block: 'Q' });
    const built = await makeHouse(db, {
      projectId: model.projectId,
      modelId: model.id,
      lotId: lot.id,
      name: 'Casa Q-04',
    });
    const who = await signInAs(llave, 'coordinador');
    expect(ids(await seek(who, 'lote q-04'), 'lote')).toEqual([lot.id]);
    expect(ids(await seek(who, 'Lote Q4'), 'lote')).toEqual([lot.id]);
    expect(ids(await seek(who, 'casa q-04'), 'vivienda')).toEqual([built.id]);
    for (const q of ['corotu del', 'modelo corotu del']) {
      const found = await seek(who, q);
      expect(ids(found, 'modelo'), q).toEqual([model.id]);
      expect(found.find(({ kind }) => kind === 'modelo')?.url).toBe(
        '/oficina/modelos?q=Corot%C3%BA+del+Norte',
      );
    }
  });

  test('finds people and sales by half a telephone number', async () => {
    const sale = await makeSale(llave.database.db, { name: 'Delfina Arias', phone: '+50769981234' });
    const who = await signInAs(llave, 'coordinador');
    for (const q of ['6998', '6998-1', '1234', '81234']) {
      const found = await seek(who, q, 20);
      expect(ids(found, 'persona'), q).toContain(sale.personId);
      expect(ids(found, 'venta'), q).toContain(sale.id);
    }
  });

  test('finds a document by its name and its person, within the scope of documents', async () => {
    const { db } = llave.database;
    const mine = await signInAs(llave, 'procesador');
    const sale = await makeSale(db, { name: 'Wendy Zúñiga', processorId: mine.user.id });
    const other = await makeSale(db, { name: 'Wendy Zúñiga' });
    const [own, foreign] = await db
      .insert(documents)
      .values(
        [sale, other].map(({ id }) => ({
          saleId: id,
          typeId: 5,
          label: 'Carta de trabajo',
          required: true,
          stateId: 1,
          createdAt: llave.clock.now(),
        })),
      )
      .returning();
    const boss = await signInAs(llave, 'coordinador');
    expect(ids(await seek(boss, 'carta de trabajo zuniga'), 'documento').toSorted()).toEqual(
      [own!.id, foreign!.id].toSorted(),
    );
    const found = await seek(mine, 'carta wendy');
    expect(ids(found, 'documento')).toEqual([own!.id]);
    expect(found.find(({ kind }) => kind === 'documento')?.url).toBe(
      `/oficina/ventas/${sale.id}?tab=papeles&papel=${own!.id}`,
    );
    expect(ids(await seek(boss, 'carta'), 'documento')).toEqual([]);
  });

  test('finds a prospect by its person and a proforma by its code, for users with access', async () => {
    const { db } = llave.database;
    const model = await makeModel(db);
    const adviser = await signInAs(llave, 'asesor');
    const noted = await adviser.post('/api/sale/prospects', {
      nombre: 'Ximena Quijano',
      celular: '6911-2233',
      proyecto_id: model.projectId,
    });
    expect(noted.statusCode, noted.body).toBe(201);
    const prospect = noted.json<{ data: { id: number } }>().data;
    const priced = await adviser.post('/api/quotes', {
      nombre: 'Ximena Quijano',
      celular: '6911-2233',
      modelo_id: model.id,
      abono_percent: 2,
      tasa_percent: 6.25,
      plazo_meses: 360,
      cuotas: 3,
    });
    expect(priced.statusCode, priced.body).toBe(201);
    const quote = priced.json<{ data: { id: number; code: string } }>().data;
    for (const q of ['ximena quijano', '69112233'])
      expect(ids(await seek(adviser, q), 'prospecto'), q).toEqual([prospect.id]);
    for (const q of [quote.code, quote.code.toLowerCase(), quote.code.slice(3)])
      expect(ids(await seek(adviser, q), 'proforma'), q).toEqual([quote.id]);
    const colleague = await signInAs(llave, 'asesor');
    expect(await seek(colleague, 'ximena quijano')).toEqual([]);
    expect(await seek(colleague, quote.code)).toEqual([]);
  });

  test('finds a complaint by its number, its sale and its buyer, and a template of contracts by its name', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, { name: 'Griselda Amores' });
    const lawyer = await signInAs(llave, 'abogado');
    const filed = await lawyer.post('/api/legal/complaints', {
      venta: sale.code,
      tipo: 'entrega',
      numero: 'DNP-4471-26',
      presentado: '2026-11-20',
      detalle: 'No le entregaron a tiempo.',
    });
    const complaint = filed.json<{ data: { id: number } }>().data;
    for (const q of ['dnp-4471', 'reclamo dnp-4471', sale.code!, 'griselda amores'])
      expect(ids(await seek(lawyer, q), 'reclamo'), q).toEqual([complaint.id]);
    await makeTemplate(llave);
    expect(await seek(lawyer, 'plantilla promesa')).toMatchObject([
      { kind: 'plantilla_legal', title: 'Plantilla promesa', subtitle: 'Promesa de compraventa' },
    ]);
    const outside = await makeUser(db, { roles: ['abogado'], userTypeId: USER_TYPE.externalLawyer });
    expect(await seek(await signInUser(llave, outside), 'griselda amores')).toEqual([]);
    expect(await seek(await signInAs(llave, 'contratista'), 'dnp-4471')).toEqual([]);
  });

  test('never shows records that the caller may not open', async () => {
    const { db } = llave.database;
    const mine = await signInAs(llave, 'procesador');
    const sale = await makeSale(db, { name: 'Zoraida Quirós', processorId: mine.user.id });
    const other = await makeSale(db, { name: 'Zoraida Quirós' });
    const found = await seek(mine, 'zoraida quiros');
    expect(ids(found, 'venta')).toEqual([sale.id]);
    expect(ids(found, 'persona')).toEqual([sale.personId]);
    expect(ids(await seek(mine, other.code!), 'venta')).toEqual([]);
    const all = await seek(await signInAs(llave, 'coordinador'), 'zoraida quiros');
    expect(ids(all, 'venta').toSorted()).toEqual([sale.id, other.id].toSorted());
    const builder = await signInAs(llave, 'contratista');
    expect(await seek(builder, 'zoraida quiros')).toEqual([]);
    const support = await signInAs(llave, 'soporte');
    expect(await seek(support, 'zoraida quiros')).toEqual([]);
  });

  test('treats wildcards and quotes as plain characters', async () => {
    const who = await signInAs(llave, 'coordinador');
    for (const q of ['%%%', "'; drop table sales; --", '\\', '___', '100%'])
      expect(await seek(who, q)).toEqual([]);
    expect(await seek(who, 'a')).toEqual([]);
  });
});

import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { auditLog, outboxMails } from '#server/kernel/kernel.table.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeUser } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { saleFamily } from './precontracts.table.ts';
import { assignments } from '#server/modules/sales/workers/workers.table.ts';

const llave = useApp();
const base = '/api/sale/precontracts';
type Answer = { data: SaleRecord };
const recordOf = (answer: { json<T>(): T }) => answer.json<Answer>().data;

const FORM = {
  nombre: 'José Ángel Núñez',
  celular: '6123-4567',
  email: 'jose@correo.test',
  tipo_documento: 'cedula',
  cedula: '8-712-4567',
  sector_trabajo: 'Privado',
  estatus_laboral: 'Permanente',
  consentimiento_datos: true,
};

async function makeHouse() {
  const { db } = llave.database;
  const project = await makeProject(db);
  const model = await makeModel(db, { projectId: project.id });
  const lot = await makeLot(db, { projectId: project.id, premiumCents: 150_000 });
  return { db, project, model, lot };
}

const patch = (who: StaffBrowser, id: number, estado_id: number, more: object = {}) =>
  who.patch(`${base}/${id}/status`, { params: { estado_id, ...more } });

describe('a pre-contract begun in the office', () => {
  test('goes from draft to received with code, price, lot, processor, documents and separation', async () => {
    const { db, project, model, lot } = await makeHouse();
    const processor = await makeUser(db, { roles: ['procesador'], projectIds: [project.id] });
    const adviser = await signInAs(llave, 'asesor');

    const made = await adviser.post(base, {
      ...FORM,
      modelo_id: model.id,
      lote_id: lot.id,
      grupo_familiar: [{ nombre: 'Ana Núñez', cedula: '8-900-1', parentesco_id: 1 }],
    });
    expect(made.statusCode, made.body).toBe(201);
    const draft = recordOf(made);
    expect(draft).toMatchObject({
      code: null,
      state: { id: 1, name: 'Borrador' },
      adviser: { id: adviser.user.id },
      claim: { kind: 'hold' },
      missing: [],
      turn: 'cliente',
    });
    expect(draft.form).toMatchObject({
      nombre: 'José Ángel Núñez',
      celular: '+50761234567',
      cedula: '8-712-4567',
    });
    expect(draft.consents).toMatchObject([{ kind: 'datos', channel: 'oficina' }]);
    expect(draft.transitions.map(({ estado_id }) => estado_id)).toEqual([2]);

    const received = await patch(adviser, draft.id, 2, { version: draft.version });
    expect(received.statusCode, received.body).toBe(200);
    const sale = recordOf(received);
    expect(sale.code).toMatch(/^PC-2026-\d{5}$/);
    expect(sale).toMatchObject({
      state: { id: 2, name: 'Recibido' },
      price_centavos: 8_650_000,
      processor: { id: processor.id },
      claim: { kind: 'reservation', until: '2026-11-23T15:00:00.000Z' },
      papers: { required: 6, approved: 0, to_review: 0 },
      payments: [
        { type: { id: 1 }, state: { id: 1 }, due_centavos: 50_000, due_at: '2026-11-23T15:00:00.000Z' },
      ],
      last_action: { id: 8, name: 'Llenó formulario' },
      turn: 'procesador',
      next: 'Iniciar la revisión',
    });
    expect(sale.stages.map(({ state }) => state.id)).toEqual([2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(sale.form.grupo_familiar).toEqual([{ nombre: 'Ana Núñez', cedula: '8-900-1', parentesco_id: 1 }]);

    const [stored] = await db.select().from(sales).where(eq(sales.id, sale.id));
    expect(stored).toMatchObject({ draft: {}, workSector: 'Privado', employmentStatus: 'Permanente' });
    const [person] = await db.select().from(people).where(eq(people.id, sale.person_id));
    expect(person).toMatchObject({ documentNumber: '8-712-4567', documentKey: '8-712-4567' });
    expect(await db.select().from(saleFamily).where(eq(saleFamily.saleId, sale.id))).toHaveLength(1);
    expect(await db.select().from(assignments).where(eq(assignments.saleId, sale.id))).toMatchObject([
      { processorId: processor.id, typeId: 1, assignedBy: null },
    ]);
    const mails = await db.select().from(outboxMails).where(eq(outboxMails.to, 'jose@correo.test'));
    expect(mails).toMatchObject([{ kind: 'precontrato_recibido' }]);
    expect(mails[0]!.body).toContain('?token=');
    expect(await db.select().from(outboxMails).where(eq(outboxMails.to, processor.email))).toHaveLength(1);
    expect(
      await db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.entity, 'precontrato'), eq(auditLog.entityId, String(sale.id)))),
    ).toMatchObject([{ action: 'crear' }, { action: 'recibir' }]);
  });

  test('stores only name, phone and email until the customer consents', async () => {
    const { model } = await makeHouse();
    const adviser = await signInAs(llave, 'asesor');
    const { consentimiento_datos: _, ...form } = FORM;
    const refused = await adviser.post(base, { ...form, modelo_id: model.id });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ errors: [{ field: 'consentimiento_datos' }] });

    const made = await adviser.post(base, { nombre: 'Ana', celular: '6000-0001', modelo_id: model.id });
    expect(recordOf(made).missing).toEqual([
      'permiso del cliente para usar sus datos',
      'cédula, pasaporte o RUC',
    ]);
    const early = await patch(adviser, recordOf(made).id, 2);
    expect(early.statusCode).toBe(422);
    expect(early.json()).toMatchObject({
      message: 'Cambio de estado no permitido',
      errors: [
        {
          field: 'estado',
          message: 'Falta completar: permiso del cliente para usar sus datos, cédula, pasaporte o RUC.',
        },
      ],
    });
    const filled = await adviser.patch(`${base}/${recordOf(made).id}`, {
      consentimiento_datos: true,
      cedula: '8-1-1',
    });
    expect(recordOf(filled).missing).toEqual([]);
  });

  test('reports each error at its field', async () => {
    const { model } = await makeHouse();
    const adviser = await signInAs(llave, 'asesor');
    const refused = await adviser.post(base, {
      ...FORM,
      modelo_id: model.id,
      cedula: '8-71234',
      grupo_familiar: [{ nombre: 'Ana', cedula: 'x', parentesco_id: 99 }],
    });
    expect(refused.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual([
      'cedula',
      'grupo_familiar[0][cedula]',
      'grupo_familiar[0][parentesco_id]',
    ]);
    const shape = await adviser.post(base, { nombre: '', celular: '12', modelo_id: model.id });
    expect(shape.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual([
      'nombre',
      'celular',
    ]);
  });

  test('can be changed until the review begins; sector and form of payment until the file is complete', async () => {
    const { db, model } = await makeHouse();
    const coordinator = await signInAs(llave, 'coordinador');
    const made = await coordinator.post(base, { ...FORM, modelo_id: model.id });
    const { id } = recordOf(await patch(coordinator, recordOf(made).id, 2));
    const changed = await coordinator.patch(`${base}/${id}`, {
      nombre: 'José Núñez',
      sector_trabajo: 'Jubilado',
    });
    expect(recordOf(changed).form).toMatchObject({
      nombre: 'José Núñez',
      sector_trabajo: 'Jubilado',
      estatus_laboral: null,
    });
    const labels = async () =>
      (
        await db
          .select()
          .from(documents)
          .where(and(eq(documents.saleId, id), eq(documents.required, true)))
      )
        .map(({ label }) => label)
        .toSorted();
    expect(await labels()).toContain('Talonario de jubilación');

    const written = await coordinator.patch(`${base}/${id}`, {
      cedula: 'pe-1-2',
      grupo_familiar: [{ nombre: 'Luis', cedula: 'n-1-1', parentesco_id: 3 }],
    });
    expect(recordOf(written).form).toMatchObject({
      cedula: 'PE-1-2',
      grupo_familiar: [{ nombre: 'Luis', cedula: 'N-1-1', parentesco_id: 3 }],
    });
    expect((await coordinator.patch(`${base}/${id}`, { cedula: '' })).json()).toMatchObject({
      errors: [{ field: 'cedula' }],
    });

    await patch(coordinator, id, 3);
    const late = await coordinator.patch(`${base}/${id}`, { nombre: 'Otro', forma_pago: 'contado' });
    expect(late.statusCode).toBe(422);
    expect(late.json<{ errors: object[] }>().errors).toEqual([
      { field: 'nombre', message: 'Los datos del cliente se cambian hasta que empieza la revisión.' },
    ]);
    const cash = await coordinator.patch(`${base}/${id}`, { forma_pago: 'contado' });
    expect(recordOf(cash).papers.required).toBe(3);
    expect(await labels()).not.toContain('Talonario de jubilación');
    expect(
      recordOf(cash)
        .stages.slice(2, 5)
        .map(({ state }) => state.name),
    ).toEqual(['No aplica', 'No aplica', 'No aplica']);
  });

  test('can change its model while it is a draft; the held lot is freed and the price follows', async () => {
    const { db, project, model, lot } = await makeHouse();
    const dearer = await makeModel(db, { projectId: project.id, priceCents: 9_900_000 });
    const adviser = await signInAs(llave, 'asesor');
    const made = recordOf(await adviser.post(base, { ...FORM, modelo_id: model.id, lote_id: lot.id }));
    expect(made.price_centavos).toBe(8_650_000);
    await db
      .update(sales)
      .set({ draft: { ...FORM, sin_modelo: true } })
      .where(eq(sales.id, made.id));
    expect(recordOf(await adviser.get(`${base}/${made.id}`)).missing).toEqual(['modelo o lote']);
    const changed = recordOf(await adviser.patch(`${base}/${made.id}`, { modelo_id: dearer.id }));
    expect(changed).toMatchObject({
      model: { id: dearer.id },
      claim: null,
      missing: [],
      price_centavos: 9_900_000,
    });
    const received = recordOf(await patch(adviser, made.id, 2));
    // The lot that it held before is still free, and the sale gets it again.
    expect(received).toMatchObject({ lot: { id: lot.id }, price_centavos: 10_050_000 });
    const late = await adviser.patch(`${base}/${made.id}`, { modelo_id: model.id });
    expect(late.json()).toMatchObject({ errors: [{ field: 'modelo_id' }] });
  });

  test('is created once, however often the request is repeated', async () => {
    const { db, model } = await makeHouse();
    const adviser = await signInAs(llave, 'asesor');
    const body = { nombre: 'Una Vez', celular: '6000-7777', modelo_id: model.id };
    await adviser.post('/api/nada');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => adviser.post(base, body, { 'idempotency-key': 'una-vez' })),
    );
    expect(new Set(answers.map((answer) => recordOf(answer).id)).size).toBe(1);
    expect(await db.select().from(people).where(eq(people.name, 'Una Vez'))).toHaveLength(1);
  });
});

import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { ofChange } from '#server/kernel/changes.ts';
import { changeDetails, outboxMails, changes } from '#server/kernel/kernel.table.ts';
import { expireClaim } from './expiry.jobs.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { expireSale } from './precontracts.service.ts';

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

describe('the states of a sale', () => {
  test('a stale version gets 409 with the current state and version', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, { stateId: 2 });
    const coordinator = await signInAs(llave, 'coordinador');
    const answer = await patch(coordinator, sale.id, 3, { version: sale.version + 1 });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'STALE', current: { estado_id: 2, version: sale.version } });
  });

  test('a sale out of scope is not found, and a transition needs its permission on this row', async () => {
    const { db } = llave.database;
    const [mine, processor] = [
      await makeUser(db, { roles: ['procesador'] }),
      await signInAs(llave, 'procesador'),
    ];
    const sale = await makeSale(db, { stateId: 2, processorId: mine.id });
    const adviserSale = await makeSale(db, { stateId: 2 });
    expect((await processor.get(`${base}/${sale.id}`)).statusCode).toBe(404);
    expect((await patch(processor, sale.id, 3)).statusCode).toBe(404);
    const owner = await signInUser(llave, mine);
    expect((await owner.get(`${base}/${adviserSale.id}`)).statusCode).toBe(404);
    expect((await patch(owner, sale.id, 3)).statusCode).toBe(200);

    const adviser = await signInAs(llave, 'asesor');
    const own = await makeSale(db, { stateId: 2, adviserId: adviser.user.id });
    expect((await patch(adviser, own.id, 3)).statusCode).toBe(403);
    const accountant = await signInAs(llave, 'contabilidad');
    expect((await patch(accountant, own.id, 16, { motivo: 'x' })).statusCode).toBe(403);
    expect((await accountant.get(`${base}/${own.id}`)).statusCode).toBe(200);
  });

  test('a request for documents names them to the customer, and needs a reason', async () => {
    const { db } = llave.database;
    const processor = await makeUser(db, { roles: ['procesador'] });
    const sale = await makeSale(db, {
      papers: [5, 2, 1],
      email: 'papeles@correo.test',
      processorId: processor.id,
    });
    const coordinator = await signInAs(llave, 'coordinador');
    const silent = await patch(coordinator, sale.id, 4);
    expect(silent.json()).toMatchObject({ errors: [{ field: 'params[motivo]' }] });
    const asked = await patch(coordinator, sale.id, 4, { motivo: 'La cédula se ve borrosa.' });
    expect(recordOf(asked)).toMatchObject({ state: { id: 4 }, turn: 'cliente', next: 'Cargar 2 documentos' });
    const [mail] = await db.select().from(outboxMails).where(eq(outboxMails.to, 'papeles@correo.test'));
    expect(mail!.body).toContain('· Documento 1\n· Documento 3\n\nLa cédula se ve borrosa.');
    expect(mail!.body).toContain('?token=');
    const back = await patch(coordinator, sale.id, 3);
    expect(back.json()).toMatchObject({ errors: [{ message: 'Ese cambio ocurre por sí solo.' }] });
  });

  test('the file is complete only with documents, lot and a confirmed separation; the refusal names what is missing', async () => {
    const { db, project, model, lot } = await makeHouse();
    const coordinator = await signInAs(llave, 'coordinador');
    const of = { projectId: project.id, modelId: model.id };
    const reasonOf = async (sale: { id: number }) =>
      (await patch(coordinator, sale.id, 5)).json<{ errors: { message: string }[] }>().errors[0]?.message;
    expect(await reasonOf(await makeSale(db, { ...of, papers: [4, 2] }))).toBe('Falta aprobar: Documento 2.');
    expect(await reasonOf(await makeSale(db, { ...of, papers: [4, 7] }))).toBe('Falta elegir el lote.');
    const unpaid = await makeSale(db, { ...of, papers: [4], lotId: lot.id, separation: 3 });
    expect(await reasonOf(unpaid)).toBe('Contabilidad aún no confirma la separación.');
    const offers = recordOf(await coordinator.get(`${base}/${unpaid.id}`)).transitions;
    expect(offers.find(({ estado_id }) => estado_id === 5)?.disabled).toBe(
      'Contabilidad aún no confirma la separación.',
    );
    const bare = await makeSale(db, { ...of, papers: [4, 2] });
    const offered = recordOf(await coordinator.get(`${base}/${bare.id}`)).transitions;
    expect(offered.find(({ estado_id }) => estado_id === 5)?.missing).toEqual([
      { code: 'PAPER', label: 'Documento 2' },
      { code: 'LOT', label: 'Lote' },
      { code: 'SEPARATION', label: 'Pago de la separación' },
    ]);
    const lot2 = await makeLot(db, { projectId: project.id });
    const paid = await makeSale(db, { ...of, papers: [4], lotId: lot2.id, separation: 4 });
    const complete = recordOf(await patch(coordinator, paid.id, 5));
    expect(complete).toMatchObject({ state: { id: 5, name: 'Expediente completo' } });
    expect(complete.stages.slice(0, 3).map(({ state }) => state.id)).toEqual([5, 5, 2]);
  });

  test('a mortgage file is not complete without the buyer’s work sector; a cash file is', async () => {
    const { db, project, model, lot } = await makeHouse();
    const coordinator = await signInAs(llave, 'coordinador');
    const of = { projectId: project.id, modelId: model.id, papers: [4], separation: 4, workSector: null };
    const processorId = (await makeUser(db, { roles: ['procesador'] })).id;
    const sale = await makeSale(db, { ...of, lotId: lot.id, processorId });
    const reason =
      'Falta el sector de trabajo del cliente: con él se piden sus comprobantes de ingresos. Escríbelo en «Editar datos».';
    const shown = recordOf(await coordinator.get(`${base}/${sale.id}`));
    expect(shown.transitions.find(({ estado_id }) => estado_id === 5)?.disabled).toBe(reason);
    expect([shown.turn, shown.next]).toEqual(['procesador', 'Escribir el sector de trabajo del cliente']);
    const refused = await patch(coordinator, sale.id, 5);
    expect([refused.statusCode, refused.json<{ errors: object[] }>().errors]).toEqual([
      422,
      [{ field: 'estado', message: reason, code: 'WORK' }],
    ]);
    const lot2 = await makeLot(db, { projectId: project.id });
    const cash = await makeSale(db, { ...of, lotId: lot2.id, paymentForm: 'contado' });
    expect((await patch(coordinator, cash.id, 5)).statusCode).toBe(200);
  });

  test('a withdrawal frees the lot and voids the payments due', async () => {
    const { db, project, model, lot } = await makeHouse();
    const sale = await makeSale(db, {
      projectId: project.id,
      modelId: model.id,
      lotId: lot.id,
      separation: 1,
    });
    const manager = await signInAs(llave, 'gerencia');
    expect((await patch(manager, sale.id, 16)).statusCode).toBe(422);
    const gone = recordOf(await patch(manager, sale.id, 16, { motivo: 'Compró otra' }));
    expect(gone).toMatchObject({
      state: { id: 16 },
      lot: { id: lot.id },
      claim: null,
      last_action: { id: 14 },
      turn: 'nadie',
      payments: [{ state: { id: 9 } }],
      transitions: [],
    });
    const [claim] = await db.select().from(lotClaims).where(eq(lotClaims.saleId, sale.id));
    expect(claim).toMatchObject({ releaseReason: 'Desistimiento' });
    expect(
      await db
        .select({ change: changes, reason: changeDetails.reason, ip: changeDetails.ip })
        .from(changes)
        .leftJoin(changeDetails, ofChange)
        .where(and(eq(changes.record, 'precontrato'), eq(changes.recordId, sale.id))),
    ).toMatchObject([
      { change: { from: 3, to: 16, actorKind: 'staff' }, reason: 'Compró otra', ip: '127.0.0.1' },
    ]);
    const draft = await makeSale(db, { stateId: 1 });
    expect((await patch(manager, draft.id, 16, { motivo: 'No contesta' })).statusCode).toBe(200);
  });

  test('an unpaid reservation expires the sale; a coordinator reactivates it while the lot is free', async () => {
    const { db, project, model, lot } = await makeHouse();
    const of = { projectId: project.id, modelId: model.id };
    const coordinator = await signInAs(llave, 'coordinador');
    const made = await coordinator.post(base, { ...FORM, modelo_id: model.id, lote_id: lot.id });
    const { id } = recordOf(await patch(coordinator, recordOf(made).id, 2));
    const claimOf = async (saleId: number) =>
      (
        await db
          .select()
          .from(lotClaims)
          .where(and(eq(lotClaims.saleId, saleId), isNull(lotClaims.releasedAt)))
      )[0];
    const { id: claimId } = (await claimOf(id))!;
    const { jobs } = llave.app.core;

    llave.clock.advance(48 * 3600 - 1);
    await jobs.run(expireClaim, { claimId });
    expect(recordOf(await coordinator.get(`${base}/${id}`)).state.id).toBe(2);
    llave.clock.advance(1);
    await jobs.run(expireClaim, { claimId });
    await jobs.run(expireClaim, { claimId });
    const expired = recordOf(await coordinator.get(`${base}/${id}`));
    expect(expired).toMatchObject({
      state: { id: 17 },
      claim: null,
      lot: { id: lot.id },
      payments: [{ state: { id: 7, name: 'Vencido' } }],
      turn: 'coordinador',
    });
    expect(expired.stages[0]!.state.name).toBe('Bloqueado');

    const other = await makeSale(db, { ...of, lotId: lot.id });
    const taken = await patch(coordinator, id, 3, { motivo: 'Volvió' });
    expect(taken.json()).toMatchObject({
      errors: [{ message: 'El lote ya no está libre. Elige otro lote primero.' }],
    });
    const second = await makeLot(db, { projectId: project.id });
    const chosen = await coordinator.patch(`${base}/${id}/lot`, { lote_id: second.id });
    expect(recordOf(chosen)).toMatchObject({ lot: { id: second.id }, claim: { kind: 'hold' } });
    const again = recordOf(await patch(coordinator, id, 3, { motivo: 'Volvió' }));
    expect(again).toMatchObject({ state: { id: 3 }, claim: { kind: 'reservation' }, lot: { id: second.id } });
    expect(again.payments).toMatchObject([{ state: { id: 7 }, due_at: again.claim!.until }]);
    expect((await claimOf(other.id))!.lotId).toBe(lot.id);
  });

  test('a reported payment stops the clock, so nothing expires', async () => {
    const { db, project, model, lot } = await makeHouse();
    const sale = await makeSale(db, {
      projectId: project.id,
      modelId: model.id,
      lotId: lot.id,
      claim: { until: null },
      separation: 2,
    });
    const expired = await llave.act((ctx) => expireSale(ctx, sale.id));
    expect(expired).toBe(false);
    expect((await db.select().from(payments).where(eq(payments.saleId, sale.id)))[0]!.stateId).toBe(2);
  });
});

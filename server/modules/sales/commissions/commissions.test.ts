import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type {
  CommissionAccount,
  CommissionLine,
  SaleCommissions,
} from '#contract/sales/commissions/model.ts';
import { useApp } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { commissionsIn, RULE } from '#test/commissions.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInWith, type StaffBrowser } from '#test/signIn.ts';
import { commissions } from './commissions.table.ts';
import { fixAdviser, followSale } from './release.service.ts';

const llave = useApp();
const db = () => llave.database.db;
const { sold, to, separated, linesOf, step, pay } = commissionsIn(llave);
const codeOf = (answer: { json<T>(): T }) => answer.json<{ code: string }>().code;
const fieldOf = (answer: { json<T>(): T }) => answer.json<{ errors: { field: string }[] }>().errors[0]?.field;

const brief = async (saleId: number) =>
  (await linesOf(saleId)).map(({ event, cents, stateId }) => [event, cents, stateId]);

describe('a commission', () => {
  test('is released part by part, exact to the centavo, and repeats change nothing', async () => {
    const { sale } = await sold();
    expect(await brief(sale.id)).toEqual([
      ['separacion', 56_661, 1],
      ['promesa', 56_661, 1],
      ['desembolso', 56_678, 1],
    ]);
    await separated(sale.id);
    await llave.act((ctx) => followSale(ctx, sale.id));
    await to(sale.id, 10);
    await to(sale.id, 10);
    await to(sale.id, 13);
    const lines = await linesOf(sale.id);
    expect(lines.map(({ stateId }) => stateId)).toEqual([2, 2, 2]);
    expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(170_000);
  });

  test('many concurrent events release each part once', async () => {
    const { sale } = await sold();
    await separated(sale.id);
    await Promise.all(Array.from({ length: deep(20, 100) }, () => to(sale.id, 10)));
    expect((await brief(sale.id)).map(([, , state]) => state)).toEqual([2, 2, 1]);
  });

  test('of an ended sale is taken back: cancelled, offset, or owed back if it was paid', async () => {
    const { sale } = await sold();
    await separated(sale.id);
    const [first] = await linesOf(sale.id);
    await pay(first!.id);
    await to(sale.id, 10);
    await to(sale.id, 16);
    await to(sale.id, 16);
    const lines = await linesOf(sale.id);
    const sum = lines.filter(({ stateId }) => stateId !== 6).reduce((all, { cents }) => all + cents, 0);
    expect(sum).toBe(0);
    const shape = lines.map(({ event, stateId, cents }) => `${event} ${stateId} ${Math.sign(cents)}`);
    expect(shape.toSorted()).toEqual([
      'desembolso 6 1',
      'promesa 7 -1',
      'promesa 7 1',
      'separacion 2 -1',
      'separacion 5 1',
    ]);
  });

  test('is planned again when an expired sale is reactivated', async () => {
    const { sale } = await sold();
    await to(sale.id, 17);
    await to(sale.id, 3);
    expect((await brief(sale.id)).map(([event, , state]) => [event, state])).toEqual([
      ['separacion', 6],
      ['promesa', 6],
      ['desembolso', 6],
      ['separacion', 1],
      ['promesa', 1],
      ['desembolso', 1],
    ]);
  });

  test('cannot be approved by its preparer or handled by its payee', async () => {
    const { sale, adviser } = await sold();
    await separated(sale.id);
    const [line] = await linesOf(sale.id);
    expect((await step(adviser, line!.id, 3)).statusCode).toBe(403);
    const accountant = await signInAs(llave, 'contabilidad');
    const prepared = await step(accountant, line!.id, 3);
    expect(prepared.statusCode, prepared.body).toBe(200);
    expect((await step(accountant, line!.id, 4)).statusCode).toBe(422);
    const manager = await signInAs(llave, 'gerencia');
    expect((await step(manager, line!.id, 4, { version: 1 })).statusCode).toBe(409);
    expect((await step(manager, line!.id, 4)).statusCode).toBe(200);
    expect(fieldOf(await step(accountant, line!.id, 5))).toBe('params[referencia]');
    const boss = await signInAs(llave, 'administrador');
    const own = await makeSale(db(), {
      stateId: 3,
      projectId: sale.projectId,
      modelId: sale.modelId,
      adviserId: boss.user.id,
    });
    await llave.act((ctx) => fixAdviser(ctx, own.id));
    await separated(own.id);
    const [mine] = await linesOf(own.id);
    expect((await step(boss, mine!.id, 3)).statusCode).toBe(422);
  });

  test('is visible to its adviser and to approvers, but to no other adviser', async () => {
    const { sale, adviser } = await sold();
    const [line] = await linesOf(sale.id);
    const own = await adviser.get('/api/sale/commissions');
    expect(own.json<{ data: CommissionLine[] }>().data).toHaveLength(3);
    const accounts = await adviser.get('/api/sale/commissions/people');
    expect(accounts.json<{ data: object[] }>().data).toMatchObject([
      { payee: 'asesor', sales: 1, planned_centavos: 170_000, owed_centavos: 0, paid_centavos: 0 },
    ]);
    const other = await signInAs(llave, 'asesor');
    expect((await other.get('/api/sale/commissions')).json<{ data: object[] }>().data).toEqual([]);
    expect((await other.get(`/api/sale/commissions/${line!.id}`)).statusCode).toBe(404);
    const coordinator = await signInAs(llave, 'coordinador');
    expect((await coordinator.get(`/api/sale/commissions/${line!.id}`)).statusCode).toBe(200);
  });
});

describe('the payee of a commission', () => {
  test('is the adviser who had the sale when it was received', async () => {
    const { sale, adviser } = await sold();
    const coordinator = await signInAs(llave, 'coordinador');
    const next = await makeUser(db(), { roles: ['asesor'] });
    await coordinator.patch(`/api/sale/precontracts/${sale.id}/adviser`, { asesor_id: next.id });
    await to(sale.id, 2);
    const found = await db().select().from(commissions).where(eq(commissions.saleId, sale.id));
    expect(found.map(({ userId }) => userId)).toEqual([adviser.user.id]);
    const again = await coordinator.post(`/api/sale/precontracts/${sale.id}/commissions`, {
      para: 'asesor',
      persona_id: next.id,
    });
    expect(again.statusCode).toBe(422);
  });

  test('a broker is set once, before anything is released', async () => {
    const { sale } = await sold();
    const coordinator = await signInAs(llave, 'coordinador');
    const broker = await coordinator.post('/api/sale/brokers', {
      nombre: 'Bienes Raíces Ancón',
      documento: '',
      celular: null,
      email: null,
    });
    expect(broker.statusCode, broker.body).toBe(201);
    const { id } = broker.json<{ data: { id: number } }>().data;
    const body = { para: 'corredor', persona_id: id };
    const answer = await coordinator.post(`/api/sale/precontracts/${sale.id}/commissions`, body);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json<{ data: SaleCommissions }>().data.commissions.map(({ payee }) => payee)).toEqual([
      'asesor',
      'corredor',
    ]);
    expect((await coordinator.post(`/api/sale/precontracts/${sale.id}/commissions`, body)).statusCode).toBe(
      422,
    );
    const late = await sold();
    await separated(late.sale.id);
    const refused = await coordinator.post(`/api/sale/precontracts/${late.sale.id}/commissions`, body);
    expect(refused.statusCode).toBe(422);
  });

  test('rules sum to 100, do not overlap, and only the administration writes them', async () => {
    const { administrator, project } = await sold();
    const add = (who: StaffBrowser, over: object) =>
      who.post('/api/sale/commission-rules', { ...RULE, proyecto_id: project.id, ...over });
    expect(codeOf(await add(administrator, {}))).toBe('RULES_OVERLAP');
    expect(fieldOf(await add(administrator, { desembolso: 33.33 }))).toBe('desembolso');
    expect(fieldOf(await add(administrator, { fijo_centavos: 100 }))).toBe('porcentaje');
    expect((await add(await signInAs(llave, 'coordinador'), {})).statusCode).toBe(403);
  });
});

describe('the lists', () => {
  test('show one user’s lines, and the accounts within the caller’s scope', async () => {
    const { sale, adviser, administrator, project } = await sold();
    const other = await sold();
    const nobody = await makeUser(db());
    const lines = async (who: StaffBrowser, query = '') =>
      (await who.get(`/api/sale/commissions?per_page=200${query}`)).json<{
        data: CommissionLine[];
        meta: { pagination: { total: number } };
      }>();
    const own = await lines(administrator, `&asesor_id=${adviser.user.id}`);
    expect(own.data.map((line) => line.sale.id)).toEqual([sale.id, sale.id, sale.id]);
    expect(own.meta.pagination.total).toBe(3);
    expect((await lines(administrator, `&asesor_id=${nobody.id}`)).data).toEqual([]);
    expect((await lines(administrator, '&corredor_id=999999')).data).toEqual([]);
    expect((await lines(adviser, `&asesor_id=${other.adviser.user.id}`)).data).toEqual([]);

    const manager = await signInWith(llave, [{ permission: 'ventas.aprobar', scope: 'sus_proyectos' }], {
      projectIds: [project.id],
    });
    const seen = async (who: StaffBrowser) =>
      (await who.get('/api/sale/commissions/people?per_page=200'))
        .json<{ data: CommissionAccount[] }>()
        .data.map(({ person, sales, planned_centavos }) => [person.id, sales, planned_centavos > 0]);
    expect(await seen(adviser)).toEqual([[adviser.user.id, 1, true]]);
    expect(await seen(manager)).toEqual([[adviser.user.id, 1, true]]);
    expect((await lines(manager)).data.map((line) => line.sale.id)).toEqual([sale.id, sale.id, sale.id]);
    const all = await seen(administrator);
    expect(all).toEqual(
      expect.arrayContaining([
        [adviser.user.id, 1, true],
        [other.adviser.user.id, 1, true],
      ]),
    );
    expect(all.some(([id]) => id === nobody.id)).toBe(false);
  });
});

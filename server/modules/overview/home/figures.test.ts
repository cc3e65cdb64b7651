import { expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import { CASH_CODE } from '#contract/money/books/rules.ts';
import { INVOICE_STATE } from '#contract/money/invoices/rules.ts';
import type { homeMoney, homeSales, homeService, homeWorks } from '#contract/overview/home/figures.ts';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import type { Target } from '#contract/overview/reports/targets.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { ComputeFigures } from '#server/modules/overview/reports/reports.jobs.names.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makePartner, makeSale, makeUser } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs } from '#test/signIn.ts';
import { makeAnswer } from '#test/surveys.ts';
import { makeWorksite } from '#test/worksite.ts';

const llave = useApp();
const db = () => llave.database.db;
const SALES = '/api/office/home/sales';
const MONEY = '/api/office/home/money';
const TARGETS = '/api/reports/targets';

const salesOf = async (who: Browser) => (await who.get(SALES)).json<Answer<typeof homeSales>>().data;
const moneyOf = async (who: Browser) => (await who.get(MONEY)).json<Answer<typeof homeMoney>>().data;
const totalOf = async (who: Browser, url: string) =>
  (await who.get(url)).json<{ meta: { pagination: { total: number } } }>().meta.pagination.total;

test('management sees the sales of the month against its target, as many as the list between its days', async () => {
  const adviser = await makeUser(db(), { name: 'Ana Asesora' });
  // The test clock says 21-11-2026, 10:00 in Panama.
  await makeSale(db(), { stateId: 3, adviserId: adviser.id, receivedAt: new Date('2026-11-02T15:00:00Z') });
  await makeSale(db(), { stateId: 17, receivedAt: new Date('2026-11-01T05:00:00Z') });
  await makeSale(db(), { stateId: 5, receivedAt: new Date('2026-11-01T04:59:59Z') });
  await makeSale(db(), { stateId: 1 });
  const boss = await signInAs(llave, 'gerencia');
  expect(await salesOf(boss)).toMatchObject({
    month: '2026-11',
    sales: 2,
    target: null,
    conversion: null,
    forecast: null,
  });
  expect(await runJobs(llave, ComputeFigures)).toBe(1);
  expect((await boss.patch(TARGETS, { mes: '2026-11', asesor_id: null, ventas: 20 })).statusCode).toBe(200);
  const targets = (await boss.patch(TARGETS, { mes: '2026-11', asesor_id: adviser.id, ventas: 4 })).json<{
    data: Target[];
  }>().data;
  expect(targets[0]).toEqual({ id: null, name: 'Toda la empresa', sales: 2, target: 20 });
  expect(targets.find(({ id }) => id === adviser.id)).toMatchObject({ sales: 1, target: 4 });
  expect(targets.slice(1).reduce((sum, { sales }) => sum + sales, 0)).toBe(2);
  const found = await salesOf(boss);
  expect(found).toMatchObject({ target: 20, conversion: { percent: 0, received: 3, promised: 0 } });
  expect(
    await totalOf(boss, `/api/sale/precontracts?recibida_desde=${found.from}&recibida_hasta=${found.to}`),
  ).toBe(2);
  // Without sales the target goes; the month before has its own.
  await boss.patch(TARGETS, { mes: '2026-10', asesor_id: null, ventas: 7 });
  await boss.patch(TARGETS, { mes: '2026-11', asesor_id: null, ventas: null });
  expect((await salesOf(boss)).target).toBeNull();
  const before = (await boss.get(`${TARGETS}?mes=2026-10`)).json<{ data: Target[] }>().data;
  expect(before[0]).toMatchObject({ sales: 1, target: 7 });
});

test('a target is set by management, for somebody who sells, in whole sales', async () => {
  const boss = await signInAs(llave, 'gerencia');
  const put = (who: Browser, over: object) =>
    who.patch(TARGETS, { mes: '2026-12', asesor_id: null, ventas: 3, ...over });
  const processor = await makeUser(db(), { roles: ['procesador'] });
  for (const wrong of [{ mes: '2026-13' }, { ventas: 0 }, { ventas: 2.5 }, { asesor_id: processor.id }])
    expect((await put(boss, wrong)).statusCode).toBe(422);
  expect((await put(await signInAs(llave, 'coordinador'), {})).statusCode).toBe(403);
  expect((await (await signInAs(llave, 'proyectos')).get(`${TARGETS}?mes=2026-12`)).statusCode).toBe(403);
  expect((await (await signInAs(llave, 'asesor')).get(SALES)).statusCode).toBe(403);
  const both = await Promise.all([put(boss, { ventas: 8 }), put(boss, { ventas: 8 })]);
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test('accounting sees what came in this month and the arrears by days, as many as the lists that they open', async () => {
  const sale = await makeSale(db(), { stateId: 10 });
  const ended = await makeSale(db(), { stateId: 16 });
  const confirmer = await makeUser(db(), { roles: ['contabilidad'] });
  const due = (saleId: number, day: string, over: object = {}) => ({
    saleId,
    typeId: 3,
    stateId: 7,
    dueCents: 10_000,
    dueAt: new Date(`${day}T23:59:59-05:00`),
    createdAt: llave.clock.now(),
    ...over,
  });
  let number = 700_000;
  const paid = (bankDate: string, over: object = {}) => {
    number += 1;
    return due(sale.id, bankDate, {
      stateId: 4,
      bankCents: 25_000,
      bankId: 1,
      bankReference: `FIG-${number}`,
      bankDate,
      bankPaymentTypeId: 1,
      receiptNumber: number,
      confirmedBy: confirmer.id,
      confirmedAt: llave.clock.now(),
      ...over,
    });
  };
  await db()
    .insert(payments)
    .values([
      due(sale.id, '2026-11-21'),
      due(sale.id, '2026-11-20'),
      due(sale.id, '2026-10-22', { stateId: 1 }),
      due(sale.id, '2026-10-21'),
      due(sale.id, '2026-09-22'),
      due(sale.id, '2026-09-21'),
      due(sale.id, '2026-09-01', { stateId: 2, reportedCents: 10_000, reportedAt: llave.clock.now() }),
      due(ended.id, '2026-09-01'),
      paid('2026-11-01'),
      paid('2026-11-21', { stateId: 6, bankCents: 5_000 }),
      paid('2026-10-31'),
    ]);
  const who = await signInAs(llave, 'contabilidad');
  const found = await moneyOf(who);
  expect(found.received).toMatchObject({ centavos: 30_000, total: 2, from: '2026-11-01', to: '2026-11-30' });
  expect(found.arrears).toEqual([
    { centavos: 20_000, total: 2, from: '2026-10-22', to: '2026-11-20' },
    { centavos: 20_000, total: 2, from: '2026-09-22', to: '2026-10-21' },
    { centavos: 10_000, total: 1, from: null, to: '2026-09-21' },
  ]);
  expect(found.to_identify).toEqual({ centavos: 0, total: 0 });
  const list = '/api/sale/costumer_payments';
  const register = '/api/accounting/received';
  const month = 'desde=2026-11-01&hasta=2026-11-30';
  expect(await totalOf(who, `${register}?${month}`)).toBe(found.received?.total);
  const project = `/api/reports/board?proyecto_id=${sale.projectId}`;
  await who.get(project);
  await runJobs(llave, ComputeFigures);
  const { months } = (await who.get(project)).json<{ data: ManagementBoard }>().data;
  expect(months.at(-1)).toMatchObject({ month: '2026-11', collected_centavos: 30_000 });
  expect((await who.get(`${register}/sumas?${month}`)).json()).toMatchObject({ data: { monto: 30_000 } });
  for (const { from, to, total } of found.arrears ?? [])
    expect(
      await totalOf(who, `${list}?alerta=cobrar&vence_hasta=${to}${from ? `&vence_desde=${from}` : ''}`),
    ).toBe(total);
  expect((await (await signInAs(llave, 'asesor')).get(MONEY)).statusCode).toBe(403);
});

test('management sees what there is to pay, the works and the service, as many as their lists', async () => {
  const boss = await signInAs(llave, 'gerencia');
  const clerk = await makeUser(db(), { roles: ['contabilidad'] });
  const supplier = await makePartner(db(), 'contratista', 'Materiales Uno, S.A.');
  const money = await moneyOf(boss);
  // Invoices with their lines belong to the tests of invoices: here only what is owed and when.
  await llave.asOwner(`set session_replication_role = replica;
    insert into supplier_invoices (kind, partner_id, ruc_key, company_id, number, issued_on, due_on, concept, subtotal_cents, itbms_cents,
        settled_cents, state_id, made_by, approved_by, approved_on, created_at)
      select 'factura', p.id, 'r', p.id, 'F-' || due, '2026-09-01', due::date, 'Cemento', cents, 0, settled, ${INVOICE_STATE.approved},
        ${clerk.id}, ${boss.user.id}, '2026-10-01', now()
      from (select ${supplier.id}::bigint id) p, (values ('2026-11-20', 10000, 0), ('2026-11-21', 20000, 0), ('2026-12-21', 40000, 5000),
        ('2026-12-22', 80000, 0)) v(due, cents, settled)`);
  const now = await moneyOf(boss);
  expect(now.to_pay).toEqual({
    late: { centavos: money.to_pay.late.centavos + 10_000, total: money.to_pay.late.total + 1 },
    month: { centavos: money.to_pay.month.centavos + 55_000, total: money.to_pay.month.total + 2 },
  });
  for (const [vence, { total }] of [
    ['vencidas', now.to_pay.late],
    ['mes', now.to_pay.month],
  ] as const)
    expect(await totalOf(boss, `/api/payables/invoices?vence=${vence}`)).toBe(total);
  const sheet = (await boss.get('/api/accounting/reports/trial_balance')).json<{
    data: { code: string; closing: number }[];
  }>().data;
  const cash = sheet.filter(({ code }) => code.startsWith(CASH_CODE));
  expect(now.cash_centavos).toBe(cash.reduce((sum, { closing }) => sum + closing, 0));
});

test('the service of ninety days counts the tickets and answers that the caller sees', async () => {
  const boss = await signInAs(llave, 'gerencia');
  const serviceOf = async (who: Browser) =>
    (await who.get('/api/office/home/service')).json<Answer<typeof homeService>>().data;
  const sale = await makeSale(db(), { stateId: 14 });
  const opened = await boss.form('/api/ticket/tickets', {
    venta: sale.code!,
    titulo: 'Gotea la ducha',
    departamento_id: '9',
    categoria_id: '2',
    prioridad_id: '2',
  });
  expect(opened.statusCode, opened.body).toBe(201);
  expect(await serviceOf(boss)).toMatchObject({
    tickets: { open: 1, late: 0, median_minutes: null, answered: 0 },
    nps: null,
    answers: 0,
  });
  llave.clock.advance(30 * 86_400);
  for (let nth = 0; nth < 10; nth += 1) await makeAnswer(llave, sale, { score: 9 });
  await makeAnswer(llave, sale, { score: 0, asked: 120, answered: 95 });
  const found = await serviceOf(boss);
  expect(found).toMatchObject({ tickets: { open: 1, late: 1 }, nps: { nps: 100 }, answers: 10 });
  expect(found.nps!.from).toBeLessThan(70);
  for (const [cola, total] of [
    ['abiertos', found.tickets!.open],
    ['vencidos', found.tickets!.late],
  ] as const)
    expect(await totalOf(boss, `/api/ticket/tickets?cola=${cola}`)).toBe(total);
  expect(await totalOf(boss, `/api/care/surveys?desde=${found.from}&hasta=${found.to}`)).toBe(10);
  // Accounting reads reports of all sales, and has only the tickets that are given to it.
  expect(await serviceOf(await signInAs(llave, 'contabilidad'))).toMatchObject({
    tickets: { open: 0 },
    answers: 10,
  });
  expect((await (await signInAs(llave, 'asesor')).get('/api/office/home/service')).statusCode).toBe(403);
});

test('the works count what the lists of contracts and jobs have', async () => {
  const boss = await signInAs(llave, 'gerencia');
  const worksOf = async (who: Browser) =>
    (await who.get('/api/office/home/works')).json<Answer<typeof homeWorks>>().data;
  expect(await worksOf(boss)).toEqual({ in_force: 0, progress_percent: null, to_inspect: 0 });
  const site = await makeWorksite(llave);
  const { id } = await site.programmed();
  expect((await site.report(site.contractor, id)).statusCode).toBeLessThan(300);
  const found = await worksOf(boss);
  expect(found).toMatchObject({ in_force: 1, progress_percent: 0, to_inspect: 1 });
  expect(await totalOf(boss, `/api/contracts?estado_id=${CONTRACT_STATE.inForce}`)).toBe(found.in_force);
  expect(await totalOf(boss, `/api/works/jobs?estado_id=${JOB_STATE.inspecting}`)).toBe(found.to_inspect);
});

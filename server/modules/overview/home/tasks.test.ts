import { beforeAll, expect, test } from 'vitest';
import { APPLICATION, PAYMENT } from '#contract/company/catalogs/states.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { homeTasks, Task, TaskKind } from '#contract/overview/home/tasks.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { QUOTE } from '#contract/sales/quotes/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { quotes } from '#server/modules/sales/quotes/quotes.table.ts';
import { prospects } from '#server/modules/sales/prospects/prospects.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { guestForm, visitsOf } from '#test/visits.ts';

const llave = useApp();
const db = () => llave.database.db;
let adviser: StaffBrowser;
let processor: StaffBrowser;

const tasksOf = async (browser: Browser, kind?: TaskKind) =>
  (await browser.get(`/api/office/home/tasks${kind ? `?tipo=${kind}` : ''}`)).json<Answer<typeof homeTasks>>()
    .data;
const totalOf = async (browser: Browser, kind: TaskKind) =>
  (await tasksOf(browser)).totals.find((one) => one.kind === kind)?.total;
const shown = ({ kind, title, text, due }: Task) => [kind, title, text, due];

const note = async (over: Record<string, unknown> = {}) => {
  const project = await makeProject(db());
  const answer = await adviser.post('/api/sale/prospects', {
    nombre: 'Rosa Him',
    celular: guestForm().celular,
    proyecto_id: project.id,
    ...over,
  });
  expect(answer.statusCode).toBe(201);
};

beforeAll(async () => {
  adviser = await signInAs(llave, 'asesor');
  processor = await signInAs(llave, 'procesador');
});

test('an adviser sees calls, customers to move and accepted quotes, the most urgent first', async () => {
  const { id } = adviser.user;
  await note({ nombre: 'Rosa Him', proximo_seguimiento: '2026-11-21' });
  await db().update(prospects).set({ nextFollowUpOn: '2026-11-20' });
  await note({ nombre: 'Omar Ruiz', proximo_seguimiento: '2026-11-21' });
  await note({ nombre: 'Para el lunes', proximo_seguimiento: '2026-11-23' });
  const model = await makeModel(db());
  const sale = await makeSale(db(), {
    name: 'Luz Paz',
    modelId: model.id,
    adviserId: id,
    processorId: processor.user.id,
    stateId: SALE.papersMissing,
    papers: [DOCUMENT.pending, DOCUMENT.pending],
    boardDue: '2026-11-19',
  });
  await db().insert(quotes).values({
    code: 'PF-2026-90001',
    personId: sale.personId,
    projectId: model.projectId,
    modelId: model.id,
    adviserId: id,
    stateId: QUOTE.accepted,
    priceCents: 8_500_000,
    discountCents: 100_000,
    validUntil: '2026-11-30',
    acceptedAt: llave.clock.now(),
    createdAt: llave.clock.now(),
  });
  const { tasks, totals } = await tasksOf(adviser);
  expect(tasks.map(shown)).toEqual([
    ['venta', 'Luz Paz', 'Cargar 2 documentos', '2026-11-19'],
    ['llamada', 'Rosa Him', expect.stringMatching(/^Llamar por primera vez · /), '2026-11-20'],
    ['llamada', 'Omar Ruiz', expect.stringMatching(/^Llamar por primera vez · /), '2026-11-21'],
    ['proforma', 'Luz Paz', 'Aceptó la proforma PF-2026-90001: convertirla en pre-contrato', '2026-11-30'],
  ]);
  expect(tasks[3]).toMatchObject({
    centavos: 8_400_000,
    sale_id: null,
    phone: expect.stringMatching(/^\+507/),
  });
  expect(totals).toEqual(
    expect.arrayContaining([
      { kind: 'llamada', total: 2 },
      { kind: 'venta', total: 1 },
      { kind: 'proforma', total: 1 },
    ]),
  );
  expect((await tasksOf(adviser, 'llamada')).tasks).toHaveLength(2);
  // Another adviser has none of them; whoever may not sell has no such kind.
  expect((await tasksOf(await signInAs(llave, 'asesor'))).tasks).toEqual([]);
  expect(await totalOf(await signInAs(llave, 'soporte'), 'llamada')).toBeUndefined();
  expect((await llave.browser().get('/api/office/home/tasks')).statusCode).toBe(401);
});

test('a processor sees own sales and the banks to ask, and never those of a colleague', async () => {
  const mine = { processorId: processor.user.id, stateId: SALE.inBank };
  const sale = await makeSale(db(), { ...mine, name: 'Ada Cruz' });
  const other = await makeSale(db(), {
    ...mine,
    processorId: (await makeUser(db(), { roles: ['procesador'] })).id,
  });
  for (const { id } of [sale, other])
    await db().insert(bankApplications).values({
      saleId: id,
      bankId: 1,
      stateId: APPLICATION.analysis,
      requestedCents: 7_000_000,
      followUpDueOn: '2026-11-21',
      stateSince: llave.clock.now(),
      createdAt: llave.clock.now(),
    });
  const { tasks } = await tasksOf(processor);
  expect(tasks.map(({ kind, title, sale_id }) => [kind, title, sale_id])).toEqual([
    ['banco', 'Ada Cruz', sale.id],
    ['venta', 'Ada Cruz', sale.id],
  ]);
  expect(tasks[0]!.text).toMatch(/^Preguntar a .+ por la solicitud$/);
});

test('a house is handed over once: afterwards only what breaks is work', async () => {
  const after = await signInAs(llave, 'postventa');
  const [due, done] = [
    await makeSale(db(), { stateId: SALE.disbursed }),
    await makeSale(db(), { stateId: SALE.delivered }),
  ];
  const asked = (await tasksOf(after, 'venta')).tasks.map(({ id, text }) => [id, text]);
  expect(asked).toContainEqual([due.id, 'Entregar la vivienda']);
  expect(asked.map(([id]) => id)).not.toContain(done.id);
});

test('a visit of today is a task until its outcome is noted', async () => {
  const { project, agent } = await visitsOf(llave).makeOffice();
  const browser = await signInUser(llave, agent);
  const booked = await browser.post('/api/sale/appointments', {
    proyecto_id: project.id,
    agente_id: agent.id,
    fecha: '2026-11-21',
    hora_inicio: '11:00',
    nombre: 'Visita Uno',
    celular: guestForm().celular,
  });
  expect(booked.statusCode, booked.body).toBe(201);
  const [task] = (await tasksOf(browser, 'cita')).tasks;
  expect(task).toMatchObject({
    title: 'Visita Uno',
    due: '2026-11-21',
    at: '2026-11-21T16:00:00.000Z',
    text: `Visita en ${project.name}`,
  });
});

test('a reported payment is due the day after, and every count equals the menu’s', async () => {
  await makeSale(db(), { separation: PAYMENT.reported });
  for (const role of ['contabilidad', 'coordinador', 'procesador', 'asesor', 'administrador'] as const) {
    const browser = await signInAs(llave, role);
    const counters = (await browser.get('/api/office/counters')).json<{
      data: Record<string, number | null>;
    }>().data;
    expect(await totalOf(browser, 'pago'), role).toBe(counters['payments'] ?? undefined);
    expect(await totalOf(browser, 'llamada'), role).toBe(counters['prospects'] ?? undefined);
    expect(await totalOf(browser, 'cita'), role).toBe(counters['appointments'] ?? undefined);
    // The menu counts no customers to move.
    if (role !== 'asesor') expect(await totalOf(browser, 'venta'), role).toBe(counters['sales'] ?? undefined);
    expect(await totalOf(browser, 'banco'), role).toBe(counters['applications'] ?? undefined);
  }
});

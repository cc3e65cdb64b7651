import { eq, inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS, panamaDay } from '#contract/dates.ts';
import type { Purge } from '#contract/overview/privacy/purges.ts';
import { nextPage } from '#contract/overview/myPurchase/pages.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { files, outboxMails } from '#server/kernel/kernel.table.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import { appointments } from '#server/modules/sales/appointments/appointments.table.ts';
import { lotWaitlist } from '#server/modules/sales/waitlist/waitlist.table.ts';
import { documents, documentVersions } from '#server/modules/sales/documents/documents.table.ts';
import { prospects } from '#server/modules/sales/prospects/prospects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { START, useApp, type Browser } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { fileOf, makePdf, makePicture } from '#test/papers.ts';
import { papersOf, PRECONTRACT } from '#test/purchases.ts';
import { signInAs } from '#test/signIn.ts';
import { purgePersonalData } from './purge.jobs.ts';

const llave = useApp();
const db = () => llave.database.db;
beforeAll(async () => {
  withoutBuild(llave);
  const project = await makeProject(db());
  await makeModel(db(), { projectId: project.id, name: 'Modelo que nadie eligió' });
});
const purge = () => llave.app.core.jobs.run(purgePersonalData, {});
const hours = (n: number) => llave.clock.advance(n * 3600);

/** A form with only the request's own fields. */
async function ask(browser: Browser) {
  const answer = await browser.form(PRECONTRACT, {
    nombre: 'Rita Mora',
    celular: '6700-1234',
    cedula: '8-812-345',
    sector_trabajo: 'Privado',
    estatus_laboral: 'Permanente',
    archivo_cedula: fileOf(await makePicture({ n: 3 }), 'cedula.png', 'image/png'),
    'grupo_familiar[0][nombre]': 'Leo Mora',
    'grupo_familiar[0][cedula]': '8-900-0012',
    'grupo_familiar[0][parentesco]': '3',
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ precontratoId: number }>().precontratoId;
}
const saleOf = async (id: number) => (await db().select().from(sales).where(eq(sales.id, id)))[0]!;
const personOf = async (id: number) =>
  (
    await db()
      .select()
      .from(people)
      .where(eq(people.id, (await saleOf(id)).personId))
  )[0]!;
const filesOf = (id: number) =>
  db()
    .select({ id: documentVersions.fileId })
    .from(documentVersions)
    .innerJoin(documents, eq(documents.id, documentVersions.documentId))
    .where(eq(documents.saleId, id));

test('a form without consents is stored completely, and the next page shows exactly what was sent', async () => {
  llave.clock.set(START);
  const browser = llave.browser();
  const id = await ask(browser);
  expect((await saleOf(id)).draft).toMatchObject({
    cedula: '8-812-345',
    sector_trabajo: 'Privado',
    estatus_laboral: 'Permanente',
    grupo_familiar: [{ nombre: 'Leo Mora' }],
  });
  expect(await papersOf({ db: db(), id })).toEqual([{ field: 'archivo_cedula', position: 0, stateId: 2 }]);
  const page = await pageData(browser, nextPage, `/clientes/siguiente/${id}`);
  expect(page.sale.chosen).toBe(false);
  expect(page.asked?.sent).toEqual([
    { label: 'Nombre', value: 'Rita Mora' },
    { label: 'Celular', value: '6700-1234' },
    { label: 'Cédula', value: '8-812-345' },
    { label: 'Sector', value: 'Privado' },
    { label: 'Estatus laboral', value: 'Permanente' },
    { label: 'Familiar', value: 'Leo Mora' },
    { label: expect.any(String), value: 'cedula.png' },
  ]);
  expect(page.asked?.consents.map(({ kind }) => kind)).toEqual(['datos', 'apc']);
  // A field saved by the page still needs the consent.
  const saved = await browser.patch(`/clientes/precontrato/borrador/${id}`, {
    campos: { monto_pagado: '5.00' },
  });
  expect(saved.json()).toMatchObject({ data: { sin_permiso: ['monto_pagado'] } });
  expect((await saleOf(id)).draft).toMatchObject({ cedula: '8-812-345' });
});

test('without the consents its data and files are purged after 72 hours, with them they stay', async () => {
  llave.clock.set(START);
  const [silent, agreeing] = [llave.browser(), llave.browser()];
  const [gone, kept] = [await ask(silent), await ask(agreeing)];
  const agreed = await agreeing.form(`/clientes/mi-compra/${kept}/permiso`, { permiso: 'datos' });
  expect(agreed.statusCode, agreed.body).toBe(200);
  const admin = await signInAs(llave, 'administrador');
  const attached = await admin.form(`/api/files/${gone}/precontrato`, {
    archivo: fileOf(makePdf(), 'nota.pdf'),
  });
  expect(attached.statusCode, attached.body).toBe(201);
  const held = [...(await filesOf(gone)), attached.json<{ data: { id: string } }>().data].map(({ id }) => id);
  expect(held).toHaveLength(2);
  hours(71);
  await purge();
  expect((await saleOf(gone)).draft).toMatchObject({ cedula: '8-812-345' });
  hours(2);
  await purge();
  expect(await saleOf(gone)).toMatchObject({ draft: {}, purgedAt: llave.clock.now() });
  expect(await personOf(gone)).toMatchObject({ name: 'Datos borrados', phone: '', documentNumber: null });
  expect(await filesOf(gone)).toEqual([]);
  expect(await db().select().from(files).where(inArray(files.id, held))).toEqual([]);
  expect((await silent.get(`/clientes/siguiente/${gone}`)).statusCode).not.toBe(200);
  expect((await saleOf(kept)).draft).toMatchObject({ cedula: '8-812-345' });
  expect(await filesOf(kept)).toHaveLength(1);
});

test('abandoned drafts, unpaid purchases and discarded prospects lose their personal data in time', async () => {
  llave.clock.set(START);
  const sale = (stateId: number, over = {}) => makeSale(db(), { stateId, stateSince: START, ...over });
  const draft = await sale(1, { lastActionAt: START });
  const unpaid = await sale(17);
  const running = await sale(5);
  const promised = async (saleId: number, over: Partial<typeof promises.$inferInsert>) => {
    const row = { saleId, round: 1, stateSince: START, writers: [], priceCents: 1, createdAt: START };
    await db()
      .insert(promises)
      .values({ ...row, code: `PR-${saleId}`, stateId: PROMISE.voided, origin: 'generada', ...over });
  };
  const bound = await sale(17);
  await promised(unpaid.id, {});
  await promised(bound.id, { stateId: PROMISE.ended, origin: 'importada', signedOn: '2026-01-01' });
  const [prospect] = await db()
    .insert(people)
    .values({ name: 'Pía Ruiz', phone: '+50767770001', createdAt: START })
    .returning();
  const { projectId } = await saleOf(draft.id);
  await db().insert(prospects).values({ personId: prospect!.id, projectId, stageId: 6, stageSince: START, lastActionAt: START, answeredAt: START, createdAt: START }); // prettier-ignore
  hours(24 * 91);
  await purge();
  expect((await personOf(draft.id)).name).toBe('Datos borrados');
  expect((await personOf(unpaid.id)).name).not.toBe('Datos borrados');
  hours(24 * 31 * 24);
  await purge();
  await purge();
  expect((await personOf(unpaid.id)).name).toBe('Datos borrados');
  expect((await personOf(running.id)).name).not.toBe('Datos borrados');
  // A promise that nobody was asked to sign goes with its sale; a signed one keeps both.
  expect((await personOf(bound.id)).name).not.toBe('Datos borrados');
  expect((await db().select().from(promises)).map(({ saleId }) => saleId)).toEqual([bound.id]);
  const [left] = await db().select().from(people).where(eq(people.id, prospect!.id));
  expect(left?.name).toBe('Datos borrados');
});

test('copies in visits, waitlists and mails are purged with the person, and the register counts them', async () => {
  llave.clock.set(START);
  const email = 'rosa.copia@correo.test';
  const sale = await makeSale(db(), { stateId: 17, stateSince: START, email, phone: '+50767770077' });
  const lot = await makeLot(db(), { projectId: sale.projectId });
  const agent = await makeUser(db());
  const at = { createdAt: START };
  const [visit] = await db().insert(appointments).values({ ...at, projectId: sale.projectId, agentId: agent.id, personId: sale.personId, name: 'Rosa Copia', phone: '+50767770077', email, note: 'Viene con Luis', startsAt: START, endsAt: new Date(START.getTime() + HOUR_MS), stateSince: START, origin: 'web' }).returning(); // prettier-ignore
  await db().insert(lotWaitlist).values({ lotId: lot.id, place: 1, personId: sale.personId, phone: '+50767770077', joinedAt: START, consentAt: START, leftAt: START }); // prettier-ignore
  const letter = { kind: 'espera_anotado', subject: 'Hola, Rosa', body: 'Rosa Copia', state: 'sent', ...at };
  const [mail, other] = await db()
    .insert(outboxMails)
    .values([
      { ...letter, to: 'Rosa.Copia@correo.test' },
      { ...letter, to: 'otra@correo.test' },
    ])
    .returning();
  hours(24 * 31 * 25);
  await purge();
  const [left] = await db().select().from(appointments).where(eq(appointments.id, visit!.id));
  expect(left).toMatchObject({ name: 'Datos borrados', email: null, note: '' });
  const [place] = await db().select().from(lotWaitlist).where(eq(lotWaitlist.personId, sale.personId));
  expect([left!.phone, place!.phone].join()).not.toContain('6777');
  const letters = await db()
    .select()
    .from(outboxMails)
    .where(inArray(outboxMails.id, [mail!.id, other!.id]));
  expect(letters.map(({ to, body }) => [to, body]).toSorted()).toEqual([
    ['Datos borrados', 'Datos borrados'],
    ['otra@correo.test', 'Rosa Copia'],
  ]);
  const auditor = await signInAs(llave, 'auditor');
  const register = (await auditor.get('/api/privacy/purges')).json<{ data: Purge[] }>().data;
  expect(register.find(({ day }) => day === panamaDay(llave.clock.now()))).toMatchObject({
    reason: 'compra_sin_pago',
    visits: 1,
    places: 1,
    mails: 1,
  });
  expect((await (await signInAs(llave, 'procesador')).get('/api/privacy/purges')).statusCode).toBe(403);
});

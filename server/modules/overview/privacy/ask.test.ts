import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { privacyPage } from '#contract/overview/privacy/pages.ts';
import { tickets } from '#server/modules/care/tickets/tickets.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { browserOf, makeBuyer, type Buyer } from '#test/buyers.ts';
import { runJobs } from '#test/jobs.ts';
import { codeTo, mailsTo } from '#test/outbox.ts';
import { pageData } from '#test/pages.ts';
import { signInAs } from '#test/signIn.ts';
import { noteAsked } from './ask.service.ts';
import { rightsRequests } from './rights.table.ts';

const llave = useApp();
const ask = (browser: Browser, over: Record<string, string> = {}) =>
  browser.form('/privacidad/solicitud', {
    derecho: 'acceso',
    detalle: 'Quiero saber qué tienen.',
    ...over,
  });
const requestsOf = async ({ id }: { id: number }) => {
  await runJobs(llave, noteAsked);
  return llave.database.db.select().from(rightsRequests).where(eq(rightsRequests.personId, id));
};
const personOf = async ({ email }: Buyer) =>
  (await llave.database.db.select().from(people).where(eq(people.email, email)))[0]!;

test('document and contact on file make a request with its clock; anything else gets the same answer and none', async () => {
  const buyer = await makeBuyer(llave);
  const person = await personOf(buyer);
  const who = { cedula: buyer.document, contacto: buyer.email.toUpperCase() };
  const answers = [
    await ask(llave.browser(), { ...who, contacto: 'otro@llave.test' }),
    await ask(llave.browser(), { ...who, cedula: '8-999-9999' }),
  ];
  expect(await requestsOf(person)).toEqual([]);
  answers.push(await ask(llave.browser(), who));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await requestsOf(person)).toMatchObject([
    { kind: 'acceso', channel: 'web', state: 'abierta', receivedOn: '2026-11-21', createdBy: null },
  ]);
  await ask(llave.browser(), who);
  const [request, ...twice] = await requestsOf(person);
  expect(twice, 'the same again').toEqual([]);
  expect(await llave.database.db.$count(tickets, eq(tickets.rightId, request!.id))).toBe(1);
  const mails = (await mailsTo(llave.database.db, buyer.email)).filter(
    ({ kind }) => kind === 'derecho_recibido',
  );
  expect(mails.map(({ body }) => body)).toEqual([
    expect.stringMatching(/tu solicitud: Acceso\. .* 7 de diciembre de 2026/s),
  ]);
  const admin = await signInAs(llave, 'administrador');
  const list = (await admin.get('/api/privacy/requests')).json<{
    data: { channel: string; due_on: string }[];
  }>();
  expect(list.data).toMatchObject([{ channel: 'web', due_on: '2026-12-07' }]);
});

test('where a purchase was opened with a code nobody has to say who they are; without the code they have', async () => {
  const buyer = await makeBuyer(llave);
  const person = await personOf(buyer);
  const browser = await browserOf(llave, buyer.id);
  expect((await pageData(browser, privacyPage, '/privacidad')).known).toBeNull();
  expect((await ask(browser)).statusCode).toBe(422);
  await browser.form('/clientes/codigo', {});
  await browser.form('/clientes/codigo/confirmar', { clave: await codeTo(llave.database.db, buyer.email) });
  expect((await pageData(browser, privacyPage, '/privacidad')).known).toBe(person.name);
  const done = await ask(browser, { derecho: 'cancelacion', detalle: 'Borren todo.' });
  expect(done.json()).toMatchObject({ redirect: '/privacidad/recibida?derecho=cancelacion' });
  expect(await requestsOf(person)).toMatchObject([{ kind: 'cancelacion', channel: 'web' }]);
});

test('what is missing is told at its field, and requests are counted', async () => {
  const browser = llave.browser();
  const bad = await ask(browser, { derecho: '', detalle: '' });
  expect(bad.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual([
    'derecho',
    'detalle',
  ]);
  const who = await ask(browser, { contacto: 'no es' });
  expect(who.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual([
    'cedula',
    'contacto',
  ]);
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++)
    statuses.push((await ask(browser, { cedula: '8-1-1', contacto: '61234567' })).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

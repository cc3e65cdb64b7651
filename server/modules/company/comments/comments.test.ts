import { expect, test } from 'vitest';
import type { Comment } from '#contract/company/comments/endpoints.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { START, useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const url = (reference: string, id: number | string) =>
  `/api/comments?reference=${reference}&reference_id=${id}`;
const write = (id: number, body: string) => ({ reference: 'precontrato', reference_id: id, body });

test('colleagues with access to a record can comment on it', async () => {
  const sale = await makeSale(llave.database.db);
  const coordinator = await signInAs(llave, 'coordinador');
  const auditor = await signInAs(llave, 'auditor');
  const made = await coordinator.post('/api/comments', write(sale.id, '  Prefiere que la llamen de tarde  '));
  expect(made.statusCode).toBe(201);
  expect(made.json()).toMatchObject({
    data: { user: { id: coordinator.user.id }, body: 'Prefiere que la llamen de tarde' },
  });
  await coordinator.post('/api/comments', write(sale.id, 'Ya la llamé'));
  const bodies = async (query = '') =>
    (await auditor.get(`${url('precontrato', sale.id)}${query}`))
      .json<{ data: Comment[] }>()
      .data.map(({ body }) => body);
  expect(await bodies()).toEqual(['Ya la llamé', 'Prefiere que la llamen de tarde']);
  expect(await bodies('&order_type=asc')).toEqual(['Prefiere que la llamen de tarde', 'Ya la llamé']);
});

test('a record out of scope, an unknown record and an unknown kind give 404', async () => {
  const sale = await makeSale(llave.database.db);
  const processor = await signInAs(llave, 'procesador');
  expect((await processor.get(url('precontrato', sale.id))).statusCode).toBe(404);
  expect((await processor.post('/api/comments', write(sale.id, 'hola'))).statusCode).toBe(404);
  const coordinator = await signInAs(llave, 'coordinador');
  expect((await coordinator.get(url('precontrato', 999_999))).statusCode).toBe(404);
  expect((await coordinator.get(url('nada', sale.id))).statusCode).toBe(404);
  expect((await coordinator.get(url('__proto__', sale.id))).statusCode).toBe(404);
  expect((await coordinator.get('/api/comments')).statusCode).toBe(422);
  expect((await llave.browser().get(url('precontrato', sale.id))).statusCode).toBe(401);
});

test('an empty comment is refused; a repeat with the same key writes once', async () => {
  const sale = await makeSale(llave.database.db);
  const coordinator = await signInAs(llave, 'coordinador');
  expect((await coordinator.post('/api/comments', write(sale.id, '  '))).json()).toMatchObject({
    errors: [{ field: 'body', message: 'Escribe el comentario.' }],
  });
  const headers = { 'idempotency-key': 'una vez' };
  const [first, second] = [
    await coordinator.post('/api/comments', write(sale.id, 'uno'), headers),
    await coordinator.post('/api/comments', write(sale.id, 'uno'), headers),
  ];
  expect(second.json()).toEqual(first.json());
  const { data } = (await coordinator.get(url('precontrato', sale.id))).json<{ data: Comment[] }>();
  expect(data).toHaveLength(1);
});

test('a user with read access only cannot comment', async () => {
  const sale = await makeSale(llave.database.db);
  const auditor = await signInAs(llave, 'auditor');
  expect((await auditor.post('/api/comments', write(sale.id, 'hola'))).statusCode).toBe(403);
});

test('every kind of record has comments and files, for users with access', async () => {
  const { db } = llave.database;
  const { id: projectId } = await makeProject(db);
  const model = await makeModel(db, { projectId });
  const lot = await makeLot(db, { projectId });
  const [built] = await db
    .insert(houses)
    .values({ projectId, lotId: lot.id, modelId: model.id, name: 'Casa 1', createdAt: START })
    .returning();
  const admin = await signInAs(llave, 'administrador');
  const stranger = await signInAs(llave, 'proyectos');
  for (const [reference, id] of [
    ['proyecto', projectId],
    ['modelo', model.id],
    ['lote', lot.id],
    ['vivienda', built!.id],
  ] as const) {
    const comment = { reference, reference_id: id, body: 'Visto' };
    expect([reference, (await admin.post('/api/comments', comment)).statusCode]).toEqual([reference, 201]);
    expect((await admin.get(url(reference, id))).json()).toMatchObject({ data: [{ body: 'Visto' }] });
    expect((await admin.get(`/api/files/${id}/${reference}`)).json()).toEqual({ data: [] });
    expect([reference, (await stranger.get(url(reference, id))).statusCode]).toEqual([reference, 404]);
    expect((await stranger.get(`/api/files/${id}/${reference}`)).statusCode).toBe(404);
  }
  for (const reference of [
    'devolucion',
    'comision',
    'cuenta_bancaria',
    'pago',
    'cita',
    'prospecto',
    'proforma',
    'solicitud',
  ])
    expect([reference, llave.app.core.services.records.has(reference)]).toEqual([reference, true]);
  expect((await admin.get(url('devolucion', 999_999))).statusCode).toBe(404);
});

test('a comment mentions who may see the record, who gets a notice that leads there', async () => {
  const { db } = llave.database;
  const coordinator = await signInAs(llave, 'coordinador');
  const adviser = await signInAs(llave, 'asesor');
  const stranger = await signInAs(llave, 'asesor');
  const sale = await makeSale(db, { adviserId: adviser.user.id });
  const people = async (browser: typeof adviser, q: string) =>
    browser.get(`/api/comments/people?reference=precontrato&reference_id=${sale.id}&q=${q}`);
  const offered = (await people(coordinator, 'asesor')).json<{ data: { id: number }[] }>().data;
  expect(offered.map(({ id }) => id)).toContain(adviser.user.id);
  expect(offered.map(({ id }) => id)).not.toContain(stranger.user.id);
  expect((await people(stranger, '')).statusCode).toBe(404);

  const body = `@${adviser.user.name} mira <b>esto</b>`;
  const made = await coordinator.post('/api/comments', {
    ...write(sale.id, body),
    menciones: [adviser.user.id, adviser.user.id, coordinator.user.id],
  });
  expect(made.json()).toMatchObject({
    data: { body, mentions: [{ id: adviser.user.id }, { id: coordinator.user.id }] },
  });
  const told = (await adviser.get('/api/notifications/list')).json<{ data: object[] }>().data;
  expect(told).toMatchObject([{ kind: 'mencion', url: `/oficina/ventas/${sale.id}` }]);
  // Nobody hears of what one wrote oneself.
  expect((await coordinator.get('/api/notifications/list')).json<{ data: object[] }>().data).toEqual([]);
  for (const id of [stranger.user.id, 999_999]) {
    const refused = await coordinator.post('/api/comments', { ...write(sale.id, body), menciones: [id] });
    expect(refused.json()).toMatchObject({
      errors: [{ field: 'menciones', message: 'Elige a alguien que pueda ver este registro.' }],
    });
  }
  expect((await stranger.get('/api/notifications/list')).json<{ data: object[] }>().data).toEqual([]);
  const { data } = (await coordinator.get(url('precontrato', sale.id))).json<{ data: Comment[] }>();
  expect(data).toHaveLength(1);
});

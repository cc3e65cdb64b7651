import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Diary, DiaryDay, DiaryEntry, Field } from '#contract/works/diary/model.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { lostDays } from './lostDays.service.ts';
import { useApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { makeWorksite, refusal } from '#test/worksite.ts';
import { forgetSettings } from '#server/modules/company/settings/settings.service.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const TODAY = '2026-11-21';
let admin: StaffBrowser;
let residente: StaffBrowser;
let stranger: StaffBrowser;
let projectId: number;

beforeAll(async () => {
  projectId = (await makeProject(llave.database.db)).id;
  admin = await signInAs(llave, 'administrador');
  residente = await signInAs(llave, { role: 'residente', projectIds: [projectId] });
  stranger = await signInAs(llave, { role: 'residente', projectIds: [] });
});

const entry = (over: Record<string, string> = {}) => ({
  cliente_id: randomUUID(),
  proyecto_id: String(projectId),
  tipo_contrato_id: '1',
  fecha: TODAY,
  escrita_a: `${TODAY}T14:00:00.000Z`,
  seccion: 'trabajo',
  texto: 'Vaciado de losa',
  ...over,
});
const send = (fields: ReturnType<typeof entry>, by = residente) => by.form('/api/diarios/entradas', fields);
const kept = async (fields: ReturnType<typeof entry>, by = residente) => {
  const answer = await send(fields, by);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: DiaryEntry }>().data;
};
const diary = async (id: number) => (await admin.get(`/api/diarios/find/${id}`)).json<{ data: Diary }>().data;
const whyNot = (statement: string) =>
  llave.database.db.execute(sql.raw(statement)).then(
    () => null,
    (error: unknown) => violatedConstraint(error),
  );
const chain = async (type = 1) =>
  (await admin.get(`/api/diarios/cadena/${projectId}/${type}`)).json<{ data: object }>().data;

test('two phones write one diary at once, and a repeat is stored once', async () => {
  // The browser has its token before the race.
  await kept(entry({ tipo_contrato_id: '2' }));
  const first = entry({ tipo_contrato_id: '2' });
  const answers = await Promise.all([
    send(first),
    send(first),
    send(entry({ tipo_contrato_id: '2', seccion: 'personal', texto: 'Albañiles', cantidad: '12' }), admin),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  const ids = answers.map((one) => one.json<{ data: DiaryEntry }>().data.diario_id);
  expect(new Set(ids).size).toBe(1);
  expect((await diary(ids[0]!)).entradas).toHaveLength(3);
  expect((await send(first, admin)).statusCode).toBe(409);
  // The same identity with other words would lose them.
  expect((await send({ ...first, texto: 'Otra losa' })).statusCode).toBe(409);
});

test('after the seal an entry is an addendum of its day, corrections are refused, and the chain tells a change', async () => {
  const made = await kept(entry({ fecha: '2026-11-18' }));
  const sealed = await admin.post(`/api/diarios/sellar/${made.diario_id}`, {});
  expect(sealed.statusCode, sealed.body).toBe(200);
  const change = { texto: 'Otra cosa', version: 1 };
  expect(
    (await residente.send({ method: 'PATCH', url: `/api/diarios/entradas/${made.id}`, payload: change }))
      .statusCode,
  ).toBe(409);
  const late = await kept(
    entry({ fecha: '2026-11-18', seccion: 'paro', motivo: 'lluvia', horas: '2', texto: 'Llovió' }),
  );
  expect(late).toMatchObject({ diario_id: made.diario_id, adenda_del: TODAY });
  const today = await kept(entry());
  await admin.post(`/api/diarios/sellar/${today.diario_id}`, {});
  // 18, 19, 20 and 21: days without an entry are links, too.
  expect(await chain()).toEqual({ dias: 4, integra: true, rota_en: null });
  expect((await admin.get(`/api/diarios/dias_perdidos/${projectId}?tipo_contrato_id=1`)).json()).toEqual({
    data: [{ fecha: '2026-11-18', motivo: 'lluvia', horas: 2, perdido: false }],
  });
  // The database itself keeps what a seal covers; only its owner can switch that off.
  const forge = `update diary_entries set text = 'Falso' where id = ${late.id}`;
  for (const change of [
    forge,
    `delete from diary_entries where id = ${late.id}`,
    `delete from diaries where id = ${late.diario_id}`,
    `update diaries set sealed_at = null, hash = null, link = null where id = ${late.diario_id}`,
    `insert into diary_entries (diary_id, sealed_in_id, client_id, section, text, author_id, written_at, received_at)
      select diary_id, sealed_in_id, gen_random_uuid(), 'nota', 'Falso', author_id, now(), now() from diary_entries where id = ${late.id}`,
  ])
    expect(await whyNot(change), change).toBe('diary_sealed');
  await llave.asOwner(
    `set session_replication_role = replica; ${forge}; set session_replication_role = default`,
  );
  expect(await chain()).toEqual({ dias: 4, integra: false, rota_en: TODAY });
});

test('a seal against late entries in random order loses none, and every entry is in one seal', async () => {
  const days = ['2026-11-16', '2026-11-20', '2026-11-17', TODAY, '2026-11-15', '2026-11-18'];
  const first = await kept(entry({ tipo_contrato_id: '3', fecha: '2026-11-17' }));
  await Promise.all([
    admin.post(`/api/diarios/sellar/${first.diario_id}`, {}),
    ...days.map((fecha) => kept(entry({ tipo_contrato_id: '3', fecha }))),
  ]);
  const last = await kept(entry({ tipo_contrato_id: '3' }));
  await admin.post(`/api/diarios/sellar/${last.diario_id}`, {});
  expect(await chain(3)).toMatchObject({ integra: true });
  const found = await admin.get(
    `/api/diarios/list?proyecto_id=${projectId}&tipo_contrato_id=3&desde=2026-11-01&hasta=2026-11-30`,
  );
  const list = found.json<{ data: { entradas: number }[] }>().data;
  expect(list.reduce((sum, { entradas }) => sum + entradas, 0)).toBe(8);
});

test('a phone with a clock two days ahead is told, and its entry is kept under today with both times', async () => {
  const made = await kept(
    entry({ tipo_contrato_id: '4', fecha: '2026-11-23', escrita_a: '2026-11-23T14:00:00.000Z' }),
  );
  expect(made).toMatchObject({ reloj_adelantado: true, escrita_a: '2026-11-23T14:00:00.000Z' });
  expect((await diary(made.diario_id)).fecha).toBe(TODAY);
});

test('another project is out of reach, and a stop needs its reason and hours', async () => {
  const made = await kept(entry({ tipo_contrato_id: '5' }));
  expect((await stranger.get(`/api/diarios/find/${made.diario_id}`)).statusCode).toBe(404);
  expect((await send(entry(), stranger)).statusCode).toBe(422);
  expect((await send(entry({ seccion: 'paro' }))).statusCode).toBe(422);
  const asked = { proyecto_id: projectId, fecha: TODAY, tipo_contrato_id: 5 };
  expect((await admin.post('/api/diarios/check/bitacora', asked)).json()).toEqual({ data: true });
  expect((await stranger.post('/api/diarios/check/bitacora', asked)).json()).toEqual({ data: false });
  expect((await admin.get(`/api/diarios/find/contracts/${projectId}/${TODAY}`)).statusCode).toBe(200);
});

test('a mistyped year is refused: it would fill the diary with a link for each day since', async () => {
  const told = await send(entry({ tipo_contrato_id: '6', fecha: '1926-11-21' }));
  expect(refusal(told)).toEqual([422, 'Escribe un día del último año. Lo anterior se importa de Excel.']);
});

test('a phone two days behind tells how wrong its clock is, and the entry shows it', async () => {
  const made = await kept(
    entry({ tipo_contrato_id: '4', escrita_a: '2026-11-19T14:00:00.000Z', desfase_s: '172800' }),
  );
  expect(made).toMatchObject({ reloj: '2 días atrasado', reloj_adelantado: false, adenda_del: null });
});

test('the list finds words and stops, exports, and leads to the day with who wrote what', async () => {
  const own = (await makeProject(llave.database.db)).id;
  const at = { proyecto_id: String(own), fecha: '2026-11-20' };
  const photo = fileOf(await makePicture({ width: 60, height: 40 }), 'losa.jpg', 'image/jpeg');
  const first = await send(
    {
      ...entry(at),
      texto: 'Vaciado de la zapata',
      fotos: photo,
      tomadas: '2026-11-20T13:59:00.000Z',
      latitud: '8.95',
      longitud: '-79.65',
    } as never,
    admin,
  );
  const made = first.json<{ data: DiaryEntry }>().data;
  expect(made).toMatchObject({
    lugar: { latitud: 8.95, longitud: -79.65 },
    fotos: [{ tomada_a: '2026-11-20T13:59:00.000Z' }],
  });
  await kept(entry({ ...at, seccion: 'paro', motivo: 'lluvia', horas: '5', texto: 'Aguacero' }), admin);
  await kept(entry({ ...at, seccion: 'personal', cantidad: '7', texto: 'Albañiles' }), admin);
  const list = async (query: string) =>
    (await admin.get(`/api/diarios/list?proyecto_id=${own}&${query}`)).json<{ data: DiaryDay[] }>().data;
  expect(await list('texto=ZAPATA')).toMatchObject([
    {
      entradas: 3,
      personas: 7,
      fotos: 1,
      trabajo: 'Vaciado de la zapata',
      paros: [{ motivo: 'lluvia', horas: 5 }],
    },
  ]);
  expect(await list('con_paro=1')).toHaveLength(1);
  expect(await list('texto=techo')).toEqual([]);
  expect(await list('sin_anotar=1')).toEqual([]);
  expect(await lostDays(llave.database.db, { projectId: own })).toEqual([
    { day: '2026-11-20', reason: 'lluvia', told: 'lluvia' },
  ]);
  expect((await admin.get(`/api/diarios/list/exportar?formato=xlsx&proyecto_id=${own}`)).statusCode).toBe(
    200,
  );
  const change = { texto: 'Vaciado de la losa', version: 1 };
  await admin.patch(`/api/diarios/entradas/${made.id}`, change);
  const day = await diary(made.diario_id);
  expect(day.historia.map(({ text }) => text)).toEqual([
    'Corrigió «Vaciado de la zapata»: «Vaciado de la losa».',
    'Anotó: Personal.',
    'Anotó: Lluvia o paro.',
    'Anotó: Trabajo hecho.',
  ]);
  expect(day).toMatchObject({
    falta: [],
    puede: { anotar: true, sellar: true, exportar: true, comentar: true },
  });
  expect((await admin.post('/api/seeker', { q: 'vaciado de la losa' })).json()).toMatchObject({
    data: [{ kind: 'bitacora', url: `/oficina/bitacora/${made.diario_id}` }],
  });
});

test('a day, a week and a contract are papers for who may export', async () => {
  const made = await kept(entry({ tipo_contrato_id: '2', seccion: 'nota', texto: 'Nota' }));
  const span = (desde: string, more = '') =>
    `/api/diarios/pdf?proyecto_id=${projectId}&tipo_contrato_id=2&desde=${desde}&hasta=${TODAY}${more}`;
  for (const url of [span(TODAY), span('2026-11-16')]) {
    const paper = await admin.get(url);
    expect([paper.statusCode, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
  }
  expect((await residente.get(span(TODAY))).statusCode).toBe(403);
  expect((await admin.get(span('2025-01-01'))).statusCode).toBe(422);
  expect((await admin.get(span(TODAY, '&contrato_id=999'))).statusCode).toBe(404);
  expect(
    (await residente.get(`/api/diarios/find/${made.diario_id}`)).json<{ data: Diary }>().data.puede,
  ).toEqual({
    anotar: true,
    sellar: false,
    exportar: false,
    comentar: true,
  });
});

describe('contracts', () => {
  let site: ReturnType<typeof makeWorksite>;
  beforeAll(() => {
    site = makeWorksite(llave);
  });

  test('a rescinded one takes what happened before its end, and is refused at its field after it', async () => {
    const { contract } = await (await site).inForce();
    const { project, resident } = await site;
    const told = (fecha: string) => ({
      ...entry({ proyecto_id: String(project.id), fecha }),
      contrato_id: String(contract.id),
    });
    await llave.asOwner(
      `update contracts set state_id = 10, state_since = '2026-11-19T15:00:00Z' where id = ${contract.id}`,
    );
    expect((await send(told('2026-11-19'), resident)).statusCode).toBe(201);
    const refused = await send(told('2026-11-20'), resident);
    expect(refusal(refused)).toEqual([
      422,
      `«${contract.name}» se rescindió el 19-11-2026: elige otro contrato o ninguno.`,
    ]);
  });

  test('its contractor reads what tells of it, with no word of the rest of the day', async () => {
    const { project, resident, contractor, stranger: other, inForce } = await site;
    const { contract } = await inForce();
    const at = { proyecto_id: String(project.id), fecha: '2026-11-17' };
    const mine = await kept(
      { ...entry(at), contrato_id: String(contract.id), texto: 'Repello' } as never,
      resident,
    );
    await kept(entry({ ...at, texto: 'De otro' }), resident);
    const day = (await contractor.get(`/api/diarios/find/${mine.diario_id}`)).json<{ data: Diary }>().data;
    expect(day.entradas.map(({ texto }) => texto)).toEqual(['Repello']);
    expect(day.historia).toEqual([]);
    expect((await other.get(`/api/diarios/find/${mine.diario_id}`)).statusCode).toBe(404);
    expect((await contractor.get(`/api/files/${mine.diario_id}/bitacora`)).statusCode).toBe(404);
    expect((await resident.get(`/api/files/${mine.diario_id}/bitacora`)).statusCode).toBe(200);
  });

  test('who writes gets a phone with the diaries of contracts in force, and a task until work and people are there', async () => {
    const { project, resident, manager, inForce } = await site;
    const { contract } = await inForce();
    const tasks = async () =>
      (await resident.get('/api/office/home/tasks?tipo=bitacora'))
        .json<{ data: { tasks: { text: string }[] } }>()
        .data.tasks.map(({ text }) => text);
    llave.clock.set(new Date('2026-11-23T15:00:00Z'));
    expect(await tasks()).toEqual(['Escribir la bitácora de hoy']);
    const at = { proyecto_id: String(project.id), fecha: '2026-11-23' };
    await kept(entry(at), resident);
    expect(await tasks()).toEqual(['Falta el personal en la bitácora de hoy']);
    const { data } = (await resident.get('/api/diarios/campo')).json<{ data: Field }>();
    const [field] = data.diarios;
    expect(field).toMatchObject({
      proyecto: { id: project.id },
      tipo: { id: 1 },
      hoy: [{ seccion: 'trabajo' }],
    });
    expect(field!.contratos.map(({ id }) => id)).toContain(contract.id);
    await kept(entry({ ...at, seccion: 'personal', cantidad: '3', texto: 'Carpinteros' }), manager);
    expect(await tasks()).toEqual([]);
  });
});

test('the working week of the company decides which empty days are links', async () => {
  const own = (await makeProject(llave.database.db)).id;
  llave.clock.set(new Date('2026-11-23T15:00:00Z'));
  await llave.asOwner(`insert into settings (key, value, updated_at) values ('site', '{"week": "L-V"}', now())
    on conflict (key) do update set value = excluded.value`);
  forgetSettings();
  const made = await kept(entry({ proyecto_id: String(own), fecha: '2026-11-20' }), admin);
  const last = await kept(entry({ proyecto_id: String(own), fecha: '2026-11-23' }), admin);
  expect(made.adenda_del).toBeNull();
  await admin.post(`/api/diarios/sellar/${last.diario_id}`, {});
  // Friday and Monday: the Saturday is no link.
  expect((await admin.get(`/api/diarios/cadena/${own}/1`)).json()).toMatchObject({
    data: { dias: 2, integra: true },
  });
  // What is told of it later is an addendum all the same: the chain has passed it.
  const late = await kept(entry({ proyecto_id: String(own), fecha: '2026-11-21' }), admin);
  expect(late).toMatchObject({ fecha: '2026-11-21', adenda_del: expect.any(String) });
});

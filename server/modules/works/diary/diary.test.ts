import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Diary, DiaryEntry } from '#contract/works/diary/model.ts';
import { useApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { diaryEntries } from './diary.table.ts';

const house = useApp();
const TODAY = '2026-11-21';
let admin: StaffBrowser;
let residente: StaffBrowser;
let stranger: StaffBrowser;
let projectId: number;

beforeAll(async () => {
  projectId = (await makeProject(house.database.db)).id;
  admin = await signInAs(house, 'administrador');
  residente = await signInAs(house, { role: 'residente', projectIds: [projectId] });
  stranger = await signInAs(house, { role: 'residente', projectIds: [] });
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
const kept = async (fields: ReturnType<typeof entry>) => {
  const answer = await send(fields);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: DiaryEntry }>().data;
};
const diary = async (id: number) => (await admin.get(`/api/diarios/find/${id}`)).json<{ data: Diary }>().data;
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
  expect((await admin.get(`/api/diarios/dias_perdidos/${projectId}/1`)).json()).toEqual({
    data: [{ fecha: '2026-11-18', motivo: 'lluvia', horas: 2 }],
  });
  await house.database.db.update(diaryEntries).set({ text: 'Falso' }).where(eq(diaryEntries.id, late.id));
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
  const found = await admin.get(`/api/diarios/list/${projectId}/3?desde=2026-11-01&hasta=2026-11-30`);
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

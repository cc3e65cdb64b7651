import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let administrator: StaffBrowser;

const form = {
  name: 'Valle Nuevo',
  slug: 'valle-nuevo',
  province: 'Coclé',
  district: 'Penonomé',
  region: 2,
  separation_centavos: 50_000,
  rate_percent: 6.25,
  down_payment_percent: 5,
  term_months: 360,
};
const model = {
  name: 'Corotú',
  slug: 'corotu',
  bedrooms: 3,
  bathrooms: 2,
  area_m2: 72,
  price_centavos: 7_490_000,
};

const picture = async (width: number, height: number) =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width, height, channels: 3, background: '#3a7' } })
          .jpeg()
          .toBuffer(),
      ),
    ],
    'casa.jpg',
    {
      type: 'image/jpeg',
    },
  );

beforeAll(async () => {
  administrator = await signInAs(llave, 'administrador');
});

describe('projects', () => {
  test('the creator of a project joins its team and can read it', async () => {
    const manager = await signInAs(llave, 'proyectos');
    const made = await manager.post('/api/projects', { ...form, slug: 'de-la-gerente' });
    expect(made.statusCode).toBe(201);
    const { id, team } = made.json<{ data: { id: number; team: { id: number }[] } }>().data;
    expect(team.map((member) => member.id)).toEqual([manager.user.id]);
    expect((await manager.get(`/api/projects/find/${id}`)).json()).toMatchObject({
      data: { name: 'Valle Nuevo', separation_centavos: 50_000 },
    });
  });

  test('a project of another team gives 404 for reading and changing', async () => {
    const { id } = await makeProject(llave.database.db);
    const manager = await signInAs(llave, 'proyectos');
    expect((await manager.get(`/api/projects/find/${id}`)).statusCode).toBe(404);
    expect((await manager.patch(`/api/projects/${id}`, form)).statusCode).toBe(404);
    expect((await manager.get('/api/projects')).json()).toMatchObject({ data: [] });
  });

  test('a taken slug and a stale version give 409, with the field and the current version', async () => {
    const first = (await administrator.post('/api/projects', { ...form, slug: 'primero' })).json<{
      data: { id: number };
    }>().data;
    const second = await administrator.post('/api/projects', { ...form, slug: 'primero' });
    expect([second.statusCode, second.json()]).toMatchObject([
      409,
      { code: 'SLUG_TAKEN', errors: [{ field: 'slug' }] },
    ]);
    expect(
      (await administrator.patch(`/api/projects/${first.id}`, { ...form, slug: 'primero', version: 1 }))
        .statusCode,
    ).toBe(200);
    const stale = await administrator.patch(`/api/projects/${first.id}`, {
      ...form,
      slug: 'primero',
      version: 1,
    });
    expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'STALE', current: { version: 2 } }]);
  });

  test('invalid input names each field', async () => {
    const answer = await administrator.post('/api/projects', {
      ...form,
      slug: 'Con Espacios',
      separation_centavos: 0,
      term_months: 1,
    });
    expect(answer.statusCode).toBe(422);
    const fields = answer.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field);
    expect(fields.toSorted()).toEqual(['separation_centavos', 'slug', 'term_months']);
  });

  test('a second model with the same name gets a message about the name, not about the slug', async () => {
    const { id } = await makeProject(llave.database.db);
    await administrator.post(`/api/projects/${id}/models`, model);
    const second = await administrator.post(`/api/projects/${id}/models`, model);
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({
      message: 'Ya hay un modelo con ese nombre en este proyecto.',
      errors: expect.arrayContaining([expect.objectContaining({ field: 'name' })]),
    });
  });

  test('models are created, changed and listed as options', async () => {
    const { id } = await makeProject(llave.database.db);
    const made = await administrator.post(`/api/projects/${id}/models`, model);
    expect([made.statusCode, made.json()]).toMatchObject([
      201,
      { data: { price_centavos: 7_490_000, version: 1 } },
    ]);
    const list = await administrator.get(`/api/sale/project_models/list?proyecto_id=${id}`);
    expect(list.json()).toEqual({
      data: [{ id: made.json<{ data: { id: number } }>().data.id, name: 'Corotú' }],
    });
  });

  test('a picture is stored with smaller renderings; a video needs its kind; an SVG is refused', async () => {
    const { id } = await makeProject(llave.database.db);
    const url = `/api/projects/${id}/media`;
    const added = await administrator.form(url, {
      kind: 'foto',
      alt: 'La casa de frente',
      archivo: await picture(1200, 800),
    });
    expect([added.statusCode, added.json()]).toMatchObject([
      201,
      { data: { width: 1200, height: 800, mime: 'image/jpeg' } },
    ]);
    const shown = await llave.browser().get(added.json<{ data: { url: string } }>().data.url);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    const film = await administrator.form(url, {
      kind: 'video',
      alt: 'La casa de frente',
      archivo: await picture(20, 20),
    });
    expect(film.statusCode).toBe(422);
    const drawing = new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], 'casa.jpg', {
      type: 'image/jpeg',
    });
    const refused = await administrator.form(url, {
      kind: 'foto',
      alt: 'La casa de frente',
      archivo: drawing,
    });
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { errors: [{ field: 'archivo' }] }]);
  });

  test('the project options are for colleagues, and include weeks on request', async () => {
    expect((await (await signInAs(llave, 'contratista')).get('/api/projects/lists')).json()).toEqual({
      data: [],
    });
    const weeks = (await administrator.get('/api/projects/lists?semanas=1')).json<{
      data: { id: string; text: string }[];
    }>().data;
    expect(weeks[12]).toEqual({
      id: '2026-W47',
      text: 'Semana 47 · 16-11-2026 al 22-11-2026',
      disabled: false,
    });
  });
});

describe('lots and houses', () => {
  test('a block is created once; a repeat adds only missing lots', async () => {
    const { id } = await makeProject(llave.database.db);
    const block = { project_id: id, block: 'C', from: 1, to: 12, type_id: 1, area_m2: 160 };
    expect((await administrator.post('/api/lotes', block)).json()).toMatchObject({
      success: 'Se crearon 12 lotes.',
    });
    expect((await administrator.post('/api/lotes', { ...block, to: 13 })).json()).toMatchObject({
      success: 'Se creó 1 lote.',
    });
    const options = (await administrator.get(`/api/lotes/list?proyecto_id=${id}`)).json<{ data: object[] }>()
      .data;
    expect(options).toHaveLength(13);
    expect(options[0]).toMatchObject({ lote: 'C-01', activo: 1 });
    const page = await administrator.get(`/api/lotes?proyecto_id=${id}&per_page=5&page=2&order_type=desc`);
    expect(page.json()).toMatchObject({
      meta: { pagination: { count: 5, current_page: 2, per_page: 5, total: 13, total_pages: 3 } },
      data: [{ lote: 'C-08' }, {}, {}, {}, {}],
    });
  });

  test('a lot is taken off sale only with a reason', async () => {
    const lot = await makeLot(llave.database.db);
    const change = { name: lot.name, type_id: 2, area_m2: 210, withheld: true };
    expect((await administrator.patch(`/api/lotes/${lot.id}`, change)).json()).toMatchObject({
      errors: [{ field: 'withheld_reason' }],
    });
    const withheld = await administrator.patch(`/api/lotes/${lot.id}`, {
      ...change,
      withheld_reason: 'Casa modelo',
    });
    expect(withheld.json()).toMatchObject({
      data: { estado: { id: 7, name: 'No disponible' }, activo: 7, type: { name: 'Esquina' } },
    });
  });

  test('a stale version does not overwrite a lot or a house', async () => {
    const { db } = llave.database;
    const lot = await makeLot(db);
    const model = await makeModel(db, { projectId: lot.projectId });
    const saveLot = (version: number) =>
      administrator.patch(`/api/lotes/${lot.id}`, { name: lot.name, type_id: 1, area_m2: 211, version });
    expect((await saveLot(1)).json()).toMatchObject({ data: { area_m2: 211, version: 2 } });
    expect((await saveLot(1)).json()).toMatchObject({ code: 'STALE', current: { version: 2 } });
    const made = await administrator.post('/api/houses', {
      lot_id: lot.id,
      model_id: model.id,
      name: 'Casa',
    });
    const { id } = made.json<{ data: { id: number } }>().data;
    const saveHouse = (name: string) =>
      administrator.patch(`/api/houses/${id}`, { name, model_id: model.id, version: 1 });
    expect((await saveHouse('Casa A')).json()).toMatchObject({ data: { name: 'Casa A', version: 2 } });
    const stale = await saveHouse('Casa B');
    expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'STALE', current: { version: 2 } }]);
  });

  test('a lot has one house, of a model of its project', async () => {
    const { db } = llave.database;
    const { id: projectId } = await makeProject(db);
    const [lot, own, foreign] = [
      await makeLot(db, { projectId }),
      await makeModel(db, { projectId }),
      await makeModel(db),
    ];
    const body = { lot_id: lot.id, model_id: own.id, name: `Casa ${lot.name}`, delivery_on: '2027-06-30' };
    expect((await administrator.post('/api/houses', { ...body, model_id: foreign.id })).statusCode).toBe(422);
    expect((await administrator.post('/api/houses', body)).statusCode).toBe(201);
    expect((await administrator.post('/api/houses', body)).json()).toMatchObject({ code: 'LOT_HAS_HOUSE' });
    const found = await administrator.get(`/api/houses/list/${projectId}?house=casa`);
    expect(found.json()).toMatchObject({ data: [{ name: `Casa ${lot.name}` }] });
    expect((await administrator.get(`/api/houses?proyecto_id=${projectId}`)).json()).toMatchObject({
      data: [{ delivery_on: '2027-06-30', lot: { lote: lot.name } }],
    });
  });

  test('a manager sees only the lots of own projects', async () => {
    const mine = await makeLot(llave.database.db);
    const other = await makeLot(llave.database.db);
    const manager = await signInAs(llave, { role: 'proyectos', projectIds: [mine.projectId] });
    const seen = (await manager.get('/api/lotes?per_page=200'))
      .json<{ data: { id: number }[] }>()
      .data.map(({ id }) => id);
    expect(seen).toContain(mine.id);
    expect(seen).not.toContain(other.id);
    expect(
      (await manager.patch(`/api/lotes/${other.id}`, { name: 'Z-01', type_id: 1, area_m2: 1 })).statusCode,
    ).toBe(404);
  });
});

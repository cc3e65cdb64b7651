import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Plan, PlanState } from '#contract/projects/lots/plan.ts';
import { projectPage } from '#contract/projects/showcase/pages.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { lots } from './lots.table.ts';
import { whyNotSvg } from './svgRules.ts';

const llave = useApp();
let manager: StaffBrowser;
beforeAll(async () => {
  manager = await signInAs(llave, 'administrador');
});

const square = (x: number, y: number, side = 10): [number, number][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];

/** A project of 100 × 60 m with two drawn lots side by side. */
async function makePlan() {
  const { db } = llave.database;
  const project = await makeProject(db, {
    plan: { width: 100, height: 60, background: '<rect width="9" height="9"/>' },
  });
  const model = await makeModel(db, { projectId: project.id });
  const first = await makeLot(db, { projectId: project.id, name: 'A-01', polygon: square(0, 0) });
  const second = await makeLot(db, {
    projectId: project.id,
    name: 'A-02',
    polygon: square(10, 0),
    premiumCents: 150_000,
  });
  return { db, project, model, first, second };
}
const planOf = async (projectId: number, browser = manager) =>
  (await browser.get(`/api/lotes/plano?proyecto_id=${projectId}`)).json<{ data: Plan }>().data;

const drawn = (over: object) => ({
  id: null,
  name: 'B-01',
  type_id: 1,
  area_m2: 100,
  points: square(40, 40),
  ...over,
});
const save = (projectId: number, change: object, browser = manager) =>
  browser.send({
    method: 'PUT',
    url: '/api/lotes/plano',
    payload: {
      proyecto_id: projectId,
      version: 0,
      size: { width: 100, height: 60 },
      dibujo: null,
      lots: [],
      removed: [],
      ...change,
    },
  });
const told = (answer: { json: () => unknown }) => {
  const { code, message, errors } = answer.json() as {
    code: string;
    message: string;
    errors?: { field: string; message: string }[];
  };
  return { code, message, errors };
};

describe('the plan', () => {
  test('the plan has each lot with its price, and no lot of another project', async () => {
    const { project, first, second, model } = await makePlan();
    const plan = await planOf(project.id);
    expect(plan).toMatchObject({
      project: { id: project.id },
      size: { width: 100, height: 60 },
      fondo: `/api/lotes/plano/${project.id}/fondo.svg`,
      version: 0,
    });
    expect(plan.lots.map(({ id, lote, precio_centavos }) => [id, lote, precio_centavos])).toEqual([
      [first.id, 'A-01', model.priceCents],
      [second.id, 'A-02', model.priceCents + 150_000],
    ]);
    const picture = await manager.get(plan.fondo!);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(picture.headers['content-security-policy']).toContain('sandbox');
    const outsider = await signInAs(llave, 'proyectos');
    for (const url of [
      `/api/lotes/plano?proyecto_id=${project.id}`,
      `/api/lotes/plano/estados?proyecto_id=${project.id}`,
      plan.fondo!,
    ])
      expect((await outsider.get(url)).statusCode).toBe(404);
  });

  test('shows a short summary of each lot, names the sale only to users in scope, and answers 304 when unchanged', async () => {
    const { db, project, model, first } = await makePlan();
    const user = await makeUser(db, { roles: ['asesor'] });
    const sale = await makeSale(db, {
      modelId: model.id,
      projectId: project.id,
      adviserId: user.id,
      lotId: first.id,
      claim: { until: llave.clock.now() },
    });
    const url = `/api/lotes/plano/estados?proyecto_id=${project.id}`;
    const states = async (browser: StaffBrowser) =>
      (await browser.get(url)).json<{ data: PlanState[] }>().data;
    const until = llave.clock.now().toISOString();
    expect((await states(await signInUser(llave, user)))[0]).toEqual({
      id: first.id,
      e: 2,
      h: until,
      v: sale.id,
    });
    expect((await states(await signInAs(llave, 'asesor')))[0]).toEqual({ id: first.id, e: 2, h: until });
    const { etag } = (await manager.get(url)).headers;
    const again = () => manager.send({ method: 'GET', url, headers: { 'if-none-match': String(etag) } });
    expect((await again()).statusCode).toBe(304);
    await db.update(lots).set({ withheld: true, withheldReason: 'Legal' }).where(eq(lots.name, 'A-02'));
    expect((await again()).statusCode).toBe(200);
    expect((await states(manager))[1]).toMatchObject({ e: 7, m: 'Legal' });
  });
});

describe('saving the plan', () => {
  test('creates, changes, renames and removes lots in one call, and increases the versions', async () => {
    const { db, project, first, second } = await makePlan();
    const spare = await makeLot(db, { projectId: project.id, name: 'A-03', polygon: square(20, 0) });
    const answer = await save(project.id, {
      size: { width: 120, height: 60 },
      lots: [
        drawn({}),
        drawn({ id: first.id, version: 1, name: 'A-02', points: square(0, 0), area_m2: 101 }),
        drawn({ id: second.id, version: 1, name: 'A-01', points: null, area_m2: 200 }),
      ],
      removed: [{ id: spare.id, version: 1 }],
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json<{ data: Plan }>();
    expect(data.size?.width).toBe(120);
    expect(data.version).toBe(1);
    expect(data.lots.map(({ id, lote, points, version }) => [id, lote, points === null, version])).toEqual([
      [second.id, 'A-01', true, 2],
      [first.id, 'A-02', false, 2],
      [expect.any(Number), 'B-01', false, 1],
    ]);
  });

  test('a stale lot or plan refuses the whole save and names what changed', async () => {
    const { db, project, first } = await makePlan();
    await db.update(lots).set({ version: 2 }).where(eq(lots.id, first.id));
    const stale = await save(project.id, {
      lots: [drawn({}), drawn({ id: first.id, version: 1, name: 'A-01' })],
    });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      code: 'STALE',
      message: expect.stringContaining('A-01') as string,
      current: { version: 0, lots: [{ id: first.id, lote: 'A-01' }] },
    });
    expect(await db.select().from(lots).where(eq(lots.projectId, project.id))).toHaveLength(2);
    expect((await save(project.id, {})).statusCode).toBe(200);
    expect(told(await save(project.id, {}))).toMatchObject({ code: 'STALE' });
  });

  test('only one of several concurrent saves succeeds', async () => {
    const { project } = await makePlan();
    const answers = await Promise.all(
      [1, 2, 3].map((n) =>
        save(project.id, { lots: [drawn({ name: `C-0${n}`, points: square(n * 11, 40) })] }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  });

  test('refuses lots that overlap, cross themselves, leave the plan or repeat a name', async () => {
    const { project, first } = await makePlan();
    const fault = async (...list: object[]) => told(await save(project.id, { lots: list }));
    expect((await fault(drawn({ points: square(5, 5) }))).errors).toEqual([
      {
        field: 'lots[0][points]',
        message: 'A-01 y B-01 se traslapan: comparten 25.0 m². Separa sus esquinas.',
      },
      {
        field: 'lots[0][points]',
        message: 'B-01 y A-02 se traslapan: comparten 25.0 m². Separa sus esquinas.',
      },
    ]);
    const bow = [
      [40, 40],
      [50, 50],
      [50, 40],
      [40, 50],
    ];
    expect((await fault(drawn({ points: bow }))).errors?.[0]?.message).toContain('se cruzan');
    expect((await fault(drawn({ points: square(95, 0) }))).errors?.[0]?.message).toContain('Se sale');
    expect(await fault(drawn({ name: 'A-01' }))).toMatchObject({ code: 'NAME_TAKEN' });
    expect(await fault(drawn({}), drawn({ points: square(60, 40) }))).toMatchObject({
      code: 'NAME_TAKEN',
      errors: [{ field: 'lots[1][name]' }],
    });
    expect((await fault(drawn({ type_id: 999 }))).errors?.[0]?.field).toBe('lots[0][type_id]');
    // Its own previous position is not an overlap.
    const moved = drawn({ id: first.id, version: 1, name: 'A-01', points: square(0, 1) });
    expect((await save(project.id, { lots: [moved] })).statusCode).toBe(200);
  });

  test('keeps lots with a current or past sale, lots of other projects, and lots that the caller may not edit', async () => {
    const { db, project, model, first, second } = await makePlan();
    const gone = (id: number) => save(project.id, { removed: [{ id, version: 1 }] });
    await makeSale(db, { modelId: model.id, projectId: project.id, lotId: first.id });
    await makeSale(db, {
      modelId: model.id,
      projectId: project.id,
      lotId: second.id,
      claim: { releasedAt: llave.clock.now(), releaseReason: 'Venció' },
    });
    expect(told(await gone(first.id))).toMatchObject({ code: 'LOT_CLAIMED' });
    expect(told(await gone(second.id))).toMatchObject({ code: 'LOT_USED' });
    const foreign = await makeLot(db);
    expect(told(await gone(foreign.id))).toMatchObject({ code: 'STALE' });
    expect((await save(project.id, {}, await signInAs(llave, 'asesor'))).statusCode).toBe(403);
    expect((await save(project.id, {}, await signInAs(llave, 'proyectos'))).statusCode).toBe(404);
  });
});

describe('the background drawing', () => {
  const upload = (projectId: number, bytes: Uint8Array | string, name: string, browser = manager) =>
    browser.form('/api/lotes/plano/dibujo', {
      proyecto_id: String(projectId),
      archivo: new File([bytes as BlobPart], name),
    });

  test('a vector or bitmap becomes a picture, and only the visible part of an SVG is kept', async () => {
    const { db, project } = await makePlan();
    const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><style>rect{fill:red;filter:none}</style>
      <defs><g id="casa"><rect width="9" height="5"/></g></defs><use href="#casa" x="20"/><rect width="90" height="50"/></svg>`;
    const answer = await upload(project.id, svg, 'plano.svg');
    expect(answer.statusCode, answer.body).toBe(201);
    const { data } = answer.json<{ data: { dibujo: string; url: string; width: number; height: number } }>();
    expect([data.width, data.height]).toEqual([4096, 2048]);
    const picture = await manager.get(data.url);
    expect(picture.headers['content-type']).toBe('image/webp');
    expect(picture.rawPayload.includes('<svg')).toBe(false);

    // Buyers see it only after the plan is saved with it.
    withoutBuild(llave);
    const address = `/proyectos/${project.slug}/plano/${data.dibujo}`;
    expect((await llave.browser().get(address)).statusCode).toBe(404);
    expect((await save(project.id, { dibujo: data.dibujo })).statusCode).toBe(200);
    expect((await pageData(llave.browser(), projectPage, `/proyectos/${project.slug}`)).plan).toMatchObject({
      drawing: address,
    });
    expect((await llave.browser().get(address)).headers['content-type']).toBe('image/webp');
    const [stored] = await db
      .select()
      .from(projects)
      .where(and(eq(projects.id, project.id)));
    expect(stored?.plan).toMatchObject({ picture: data.dibujo, background: '', version: 1 });
    const other = await makePlan();
    expect(told(await save(other.project.id, { dibujo: data.dibujo }))).toMatchObject({ code: 'INVALID' });
    expect((await (await signInAs(llave, 'proyectos')).get(data.url)).statusCode).toBe(404);
  });

  test('an SVG with scripts, external resources or excessive cost is refused with its reason', async () => {
    const { project } = await makePlan();
    const nested = `${'<g>'.repeat(200)}${'</g>'.repeat(200)}`;
    const copies = Array.from({ length: 12 }, (_, at) => {
      const use = `<use href="#c${at}"/>`;
      return `<g id="c${at + 1}">${use.repeat(10)}</g>`;
    }).join('');
    const cases: [string, string][] = [
      ['<filter id="f"><feTurbulence baseFrequency=".9" numOctaves="9"/></filter>', 'efectos'],
      ['<rect style="filter: blur(90px)" width="9" height="9"/>', 'efectos'],
      ['<foreignObject><p>hola</p></foreignObject>', 'foreignObject'],
      ['<script>alert(2)</script>', 'programas'],
      ['<rect onload="alert(1)" width="9" height="9"/>', 'programas'],
      ['<image href="file:///etc/hostname" width="9" height="9"/>', 'otro archivo'],
      ["<image xlink:href='http://169.254.169.254/x.png'/>", 'otro archivo'],
      ['<image href="data:image/svg+xml;base64,AAAA"/>', 'otro archivo'],
      [nested, 'uno dentro de otro'],
      [`<defs><rect id="c0" width="1" height="1"/>${copies}</defs><use href="#c12"/>`, 'copias'],
    ];
    const whole = (inside: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">${inside}</svg>`;
    for (const [inside, words] of cases)
      expect(whyNotSvg(Buffer.from(whole(inside))), inside.slice(0, 60)).toContain(words);
    // Each upload is read in a process of its own: two of them show that the check is asked, and its reason told.
    for (const [inside, words] of [cases[3]!, cases.at(-1)!]) {
      const answer = await upload(project.id, whole(inside), 'plano.svg');
      expect([answer.statusCode, told(answer).errors?.[0]?.message]).toEqual([
        422,
        expect.stringContaining(words),
      ]);
    }
  });

  test('refuses a file that is not a picture, a decompression bomb, and a project out of scope', async () => {
    const { project } = await makePlan();
    const refused = async (bytes: Uint8Array | string, name: string) => {
      const answer = await upload(project.id, bytes, name);
      return [answer.statusCode, told(answer).errors?.[0]?.field];
    };
    expect(await refused('hola', 'plano.png')).toEqual([422, 'archivo']);
    expect(await refused('<html><body>no</body></html>', 'plano.svg')).toEqual([422, 'archivo']);
    const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
      .split('')
      .map((c, at) => `<!ENTITY ${c} "${`&${'abcdefghij'[at]};`.repeat(10)}">`)
      .join('')}]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>&j;</text></svg>`;
    expect(await refused(bomb, 'plano.svg')).toEqual([422, 'archivo']);
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect((await upload(project.id, png, 'plano.png')).statusCode).toBe(201);
    expect((await upload(project.id, png, 'plano.png', await signInAs(llave, 'proyectos'))).statusCode).toBe(
      404,
    );
  });
});

import { beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { projectPage, projectsPage } from '#contract/projects/showcase/pages.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale } from '#test/factories.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { signInAs } from '#test/signIn.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { storeMedia } from '#server/modules/projects/projects/media.service.ts';

const llave = useApp();
beforeAll(() => withoutBuild(llave));

const visit = (url: string, accept = 'text/html') =>
  llave.browser().send({ method: 'GET', url, headers: { accept } });
const corner: [number, number][] = [
  [0, 0],
  [10, 0],
  [10, 20],
];

async function addPicture(projectId: number, kind: 'hero' | 'video', bytes: Uint8Array, mime: string) {
  const { services, database, clock } = llave.app.core;
  const upload = { ...(await services.files.keep(bytes, 'casa', mime)), field: 'archivo' };
  return storeMedia(
    { db: database.db, files: services.files, now: clock.now() },
    { projectId, modelId: null, kind, alt: 'La entrada al atardecer', upload },
  );
}
const drawing = (width: number, colour = '#3a7') =>
  sharp({ create: { width, height: Math.round(width / 1.6), channels: 3, background: colour } })
    .png()
    .toBuffer();

test('the front page shows published projects with their lowest price and its monthly installment', async () => {
  const { db } = llave.database;
  const project = await makeProject(db, {
    name: 'Valle Sereno',
    ratePercent: 6.25,
    downPaymentPercent: 2,
    deliveryMonth: '2027-03-01',
  });
  await makeModel(db, { projectId: project.id, priceCents: 9_600_000 });
  await makeModel(db, { projectId: project.id, priceCents: 7_500_000 });
  await makeModel(db, { projectId: project.id, priceCents: 1_000_000, published: false });
  await makeModel(db, { projectId: project.id, priceCents: 1_000_000, priceUntil: '2026-11-20' });
  await makeProject(db, { name: 'En preparación', published: false });

  const { projects } = await pageData(llave.browser(), projectsPage, '/');
  expect(projects.find(({ slug }) => slug === project.slug)).toMatchObject({
    name: 'Valle Sereno',
    place: 'La Chorrera, Panamá Oeste',
    fromPriceCents: 7_500_000,
    // domain.md §4.4: 73,500.00 over 360 months at 6.25 %
    fromInstallmentCents: 45_255,
    // The same at 1.75 %, because the state pays 4.5 points.
    fromHelpedCents: 26_257,
    deliveryMonth: '2027-03',
  });
  expect(projects.map(({ name }) => name)).not.toContain('En preparación');
});

test('free lots depend on claims, and a lot with a house is free only for that house’s model', async () => {
  const { db } = llave.database;
  const project = await makeProject(db, {
    plan: { width: 60, height: 40, background: '<path d="M0 0h60"/>' },
  });
  const small = await makeModel(db, { projectId: project.id });
  const large = await makeModel(db, { projectId: project.id });
  const lot = (name: string, over = {}) =>
    makeLot(db, { projectId: project.id, name, polygon: corner, ...over });
  await lot('A-01');
  await lot('A-02', { withheld: true, withheldReason: 'casa modelo' });
  await lot('Parque', { typeId: 7 });
  const built = await lot('A-03');
  await db.insert(houses).values({
    projectId: project.id,
    lotId: built.id,
    modelId: large.id,
    name: 'Casa A-03',
    deliveryOn: '2027-01-15',
    progressPercent: 62,
    createdAt: llave.clock.now(),
  });
  const held = await lot('A-04');
  await makeSale(db, { projectId: project.id, modelId: small.id, lotId: held.id });

  const data = await pageData(llave.browser(), projectPage, `/proyectos/${project.slug}`);
  expect(data.freeLots).toBe(2);
  expect(data.models.map(({ id, freeLots, deliveryMonth }) => ({ id, freeLots, deliveryMonth }))).toEqual([
    { id: small.id, freeLots: 1, deliveryMonth: null },
    { id: large.id, freeLots: 2, deliveryMonth: '2027-01' },
  ]);
  // Without a house, and built by more than a half: in steps, not in percent.
  expect(data.plan?.lots.map(({ name, free, works }) => [name, free, works])).toEqual([
    ['A-01', true, 1],
    ['A-02', false, 1],
    ['A-03', true, 5],
    ['A-04', false, 1],
  ]);
  expect(Object.keys(data.plan!.lots[0]!).toSorted()).toEqual([
    'areaM2',
    'block',
    'free',
    'id',
    'modelId',
    'name',
    'points',
    'premiumCents',
    'works',
  ]);

  const plan = await visit(data.plan!.drawing!);
  expect(plan.headers['content-type']).toBe('image/svg+xml');
  expect(plan.body).toContain('viewBox="0 0 60 40"');
});

test('an unpublished project gives 404', async () => {
  const project = await makeProject(llave.database.db, {
    published: false,
    plan: { width: 1, height: 1, background: '' },
  });
  for (const url of [`/proyectos/${project.slug}`, `/proyectos/${project.slug}/plano.svg`, '/proyectos/nada'])
    expect((await visit(url)).statusCode, url).toBe(404);
});

test('a link shared by WhatsApp shows the house: absolute URLs, a JPEG, the price', async () => {
  const { db } = llave.database;
  const project = await makeProject(db, { name: 'Altos <"del"> Roque' });
  await makeModel(db, { projectId: project.id });
  await addPicture(project.id, 'hero', await drawing(1300), 'image/png');

  const { body } = await visit(`/proyectos/${project.slug}`);
  expect(body).toContain(`<link rel="canonical" href="http://llave.test/proyectos/${project.slug}">`);
  expect(body).toContain(
    '<meta property="og:title" content="Altos &#60;&#34;del&#34;&#62; Roque, La Chorrera, Panamá Oeste">',
  );
  expect(body).toMatch(
    /og:description" content="Casas desde USD\s85,000.00, letra desde USD\s319.06 al mes con interés preferencial\./,
  );
  expect(body).not.toContain('<"del">');
  const [, structured = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
  expect(JSON.parse(structured)).toMatchObject({
    '@type': 'RealEstateListing',
    name: 'Altos <"del"> Roque',
    mainEntity: { itemListElement: [{ offers: { price: '85000.00', priceCurrency: 'USD' } }] },
  });

  const [, image = ''] = /og:image" content="http:\/\/llave\.test([^"]+)"/.exec(body) ?? [];
  const shared = await visit(image);
  expect(shared.headers['content-type']).toBe('image/jpeg');
  expect(await sharp(shared.rawPayload).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  });
});

test('pictures of unpublished projects are for staff only', async () => {
  const { db } = llave.database;
  const project = await makeProject(db, { published: false });
  const { sha256, variants } = await addPicture(project.id, 'hero', await drawing(900, '#a37'), 'image/png');
  const staff = await signInAs(llave, 'asesor');
  for (const hash of [sha256, variants[0]!.sha256]) {
    expect((await visit(`/medios/${hash}`)).statusCode).toBe(404);
    expect((await staff.get(`/medios/${hash}`)).statusCode).toBe(200);
  }
  expect((await visit('/medios/..%2f..%2fsecret')).statusCode).toBe(404);
});

test('a video is sent in the byte ranges that players request', async () => {
  const project = await makeProject(llave.database.db);
  const { sha256 } = await addPicture(
    project.id,
    'video',
    new TextEncoder().encode('0123456789'),
    'video/mp4',
  );
  const ask = (range: string) =>
    llave.browser().send({ method: 'GET', url: `/medios/${sha256}`, headers: { range } });

  const whole = await visit(`/medios/${sha256}`);
  expect([whole.statusCode, whole.headers['accept-ranges'], whole.body]).toEqual([
    200,
    'bytes',
    '0123456789',
  ]);
  const part = await ask('bytes=2-4');
  expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([206, 'bytes 2-4/10', '234']);
  expect((await ask('bytes=7-')).body).toBe('789');
  expect((await ask('bytes=-2')).body).toBe('89');
  expect((await ask('bytes=5-99')).headers['content-range']).toBe('bytes 5-9/10');
  expect((await ask('bytes=10-')).statusCode).toBe(416);
  expect((await ask('bytes=0-1,4-5')).body).toBe('0123456789');
});

test('search engines find only the public pages', async () => {
  const project = await makeProject(llave.database.db);
  const hidden = await makeProject(llave.database.db, { published: false });
  const map = (await visit('/sitemap.xml')).body;
  expect(map).toContain(`<loc>http://llave.test/proyectos/${project.slug}</loc>`);
  expect(map).not.toContain(hidden.slug);
  expect((await visit('/robots.txt')).body).toContain('Disallow: /clientes/');
});

import { expect, type Page } from '@playwright/test';
import { checkAxe, picture } from './support/pages.ts';
import { attach, begin, identify, opened, paper, PHONE, photograph } from './support/buyerPages.ts';
import { freshTest as test } from './support/test.ts';

test.use({ ...PHONE });

const FRONT = /Cédula.*frente/;
const PAPERS = [FRONT, /reverso/, /ficha/i, /talonario/i, /Carta de trabajo/i, /Recibo/];
const BENEFICIARIES = [/primer/, /segundo/, /tercer/, /cuarto/, /quinto/];
/** Upload speed in bytes per second: a phone with a poor connection. */
const SLOW = 60_000;

async function toPapers(page: Page): Promise<void> {
  await begin(page);
  await identify(page);
  await page
    .getByRole('link', { name: /Documentos/ })
    .first()
    .click();
}

/** Controls a page's network: slow, cut, mend. One CDP session, because two would overwrite each other. */
async function lineOf(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const set = (offline: boolean, uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: offline ? 0 : 20,
      downloadThroughput: -1,
      uploadThroughput,
    });
  return { slow: () => set(false, SLOW), cut: () => set(true, -1), mend: () => set(false, -1) };
}

/** Records the offsets that the page sent from, and the sizes that the server reported. */
function heard(page: Page): { from: number[]; received: number[] } {
  const told = { from: [] as number[], received: [] as number[] };
  page.on('request', (request) => {
    const from = /\/clientes\/archivos\/[^?]+\?desde=(\d+)/.exec(request.url())?.[1];
    if (request.method() === 'PATCH' && from !== undefined) told.from.push(Number(from));
  });
  page.on('response', async (response) => {
    if (!response.url().includes('/clientes/archivos/')) return;
    const answer = (await response.json().catch(() => ({}))) as { data?: { recibido: number } };
    if (answer.data) told.received.push(answer.data.recibido);
  });
  return told;
}

const percent = async (page: Page) => {
  const bar = paper(page, FRONT).getByRole('progressbar');
  return bar.evaluate((element) => (element as HTMLProgressElement).position).catch(() => 0);
};

test(
  'an upload resumes from the received bytes after the connection breaks',
  { tag: '@deep' },
  async ({ page }) => {
    await toPapers(page);
    const told = heard(page);
    const line = await lineOf(page);
    await line.slow();
    await attach(paper(page, FRONT), 'frente.jpg', 'image/jpeg', await photograph());
    await expect.poll(() => percent(page)).toBeGreaterThan(0.3);
    await line.cut();
    await expect(paper(page, FRONT).getByText(/Sin conexión/)).toBeVisible();
    // Meanwhile the page works; typed data wait for the connection, too.
    await page
      .getByRole('link', { name: /Tus datos/ })
      .first()
      .click();
    await page.getByLabel('Correo').fill('otra@correo.com');
    await page.getByLabel('Correo').blur();
    await expect(page.getByText('Sin conexión: se guarda al volver').first()).toBeVisible();
    await line.mend();
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
    await page
      .getByRole('link', { name: /Documentos/ })
      .first()
      .click();
    await expect(paper(page, FRONT).getByText('Adjuntado')).toBeVisible();
    // Each part begins at an offset that the server reported.
    expect(told.from.length).toBeGreaterThan(1);
    for (const from of told.from.slice(1)) expect([...told.received, 0]).toContain(from);
    expect(told.from.toSorted((a, b) => a - b)).toEqual(told.from);
  },
);

test(
  'a paused upload stops, and a reloaded page resumes it automatically',
  { tag: '@deep' },
  async ({ page }) => {
    await toPapers(page);
    const line = await lineOf(page);
    await line.slow();
    page.on('dialog', (dialog) => void dialog.accept());
    await attach(paper(page, FRONT), 'frente.jpg', 'image/jpeg', await photograph());
    await expect.poll(() => percent(page)).toBeGreaterThan(0.2);
    await paper(page, FRONT)
      .getByRole('button', { name: /^Pausar/ })
      .click();
    await expect(paper(page, FRONT).getByText('En pausa')).toBeVisible();
    await paper(page, FRONT)
      .getByRole('button', { name: /^Seguir/ })
      .click();
    await expect(paper(page, FRONT).getByText(/Subiendo/)).toBeVisible();

    const told = heard(page);
    // Reload first: on a fast connection the current part would be the last, with nothing left to resume.
    await page.reload();
    await line.mend();
    await opened(page);
    await expect(paper(page, FRONT).getByText('Adjuntado')).toBeVisible();
    expect(told.from[0]).toBeGreaterThan(0);
  },
);

test('eleven photos upload at once, and the page works meanwhile', { tag: '@deep' }, async ({ page }) => {
  await toPapers(page);
  const line = await lineOf(page);
  await line.slow();
  const photo = await photograph({ width: 2000, height: 1500 });
  // A different last byte each: the server would recognize an identical picture and skip the upload.
  const copy = (at: number) => Buffer.concat([photo, Buffer.from([at])]);
  for (const [at, name] of PAPERS.entries())
    await attach(paper(page, name), `foto${at}.jpg`, 'image/jpeg', copy(at));
  await page
    .getByRole('link', { name: /Familia/ })
    .first()
    .click();
  for (const [at, which] of BENEFICIARIES.entries()) {
    await page.getByRole('button', { name: 'Agregar beneficiario' }).click();
    await attach(paper(page, which), `cedula${at}.jpg`, 'image/jpeg', copy(PAPERS.length + at));
  }
  await expect(page.getByRole('button', { name: 'Agregar beneficiario' })).toBeHidden();
  expect(await page.locator('progress[aria-label]').count()).toBeGreaterThan(2);
  await page.getByRole('group', { name: 'Persona 1' }).getByLabel('Nombre').fill('Luis Pérez');
  await page.getByRole('group', { name: 'Persona 1' }).getByLabel('Nombre').blur();
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await line.mend();
  for (const which of BENEFICIARIES) await expect(paper(page, which).getByText('Adjuntado')).toBeVisible();
  await page
    .getByRole('link', { name: /Documentos/ })
    .first()
    .click();
  for (const name of PAPERS) await expect(paper(page, name).getByText('Adjuntado')).toBeVisible();
});

test('a file that is no document is refused with a message and can be replaced', async ({ page }) => {
  await toPapers(page);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await attach(paper(page, FRONT), 'cedula.pdf', 'application/pdf', svg);
  await expect(paper(page, FRONT).getByRole('alert')).toBeVisible();
  await expect(paper(page, FRONT).getByRole('alert')).not.toBeEmpty();
  await attach(paper(page, FRONT), 'cedula.png', 'image/png', await photographPng());
  await expect(paper(page, FRONT).getByText('Adjuntado')).toBeVisible();
});

/** A camera that sees a printed page: the browser of the tests has none. */
const seesPage = () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 });
  const drawing = canvas.getContext('2d')!;
  const draw = () => {
    drawing.fillStyle = '#f4f1ea';
    drawing.fillRect(0, 0, 1600, 1200);
    drawing.fillStyle = '#111111';
    drawing.font = '24px sans-serif';
    for (let row = 1; row < 48; row++)
      drawing.fillText('CONSTANCIA DE TRABAJO 8-712-4567 '.repeat(4), 20, row * 25);
    requestAnimationFrame(draw);
  };
  navigator.mediaDevices.getUserMedia = () => {
    // A stream has a frame for each drawing.
    draw();
    return Promise.resolve(canvas.captureStream(10));
  };
};

test(
  'the page takes the photograph itself, or a file from the same window',
  { tag: '@deep' },
  async ({ page }) => {
    await page.addInitScript(seesPage);
    await toPapers(page);
    const shoot = async (label: RegExp) => {
      await paper(page, label).locator('input[capture]').click();
      const camera = page.getByRole('dialog');
      await expect(camera.locator('video')).toHaveJSProperty('videoWidth', 1600);
      return camera;
    };
    const camera = await shoot(FRONT);
    await checkAxe(page, 'camara-cedula');
    await camera.getByRole('button', { name: 'Tomar foto' }).click();
    await camera.getByRole('button', { name: 'Tomar otra' }).click();
    await camera.getByRole('button', { name: 'Tomar foto' }).click();
    await expect(camera.getByRole('alert')).toHaveCount(0);
    await camera.getByRole('button', { name: 'Usar esta foto' }).click();
    await expect(paper(page, FRONT).getByText('Adjuntado')).toBeVisible();

    const again = await shoot(/ficha/i);
    await picture(page, 'camara-documento');
    await again
      .getByLabel('Elegir un archivo')
      .setInputFiles({ name: 'ficha.png', mimeType: 'image/png', buffer: await photographPng() });
    await expect(paper(page, /ficha/i).getByText('Adjuntado')).toBeVisible();
  },
);

async function photographPng(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#88a0b0' } })
    .png()
    .toBuffer();
}

import { expect } from '@playwright/test';
import { checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { opened } from './support/buyerPages.ts';
import { test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });

interface Days {
  data: { fecha: string }[];
}
interface Times {
  data: { hora_inicio: string }[];
}

test('a guest books a visit, a colleague moves it, and the guest cancels it', async ({ browser, openAs }) => {
  const guest = await (
    await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'es-PA' })
  ).newPage();
  await guest.goto('/proyectos/residencial-valle-sereno');
  await guest.getByRole('link', { name: 'Agendar una visita' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Agenda tu visita' })).toBeVisible();
  // The last offered day: the demo has no visits on it.
  await guest
    .getByRole('link', { name: /horas libres/ })
    .last()
    .click();
  await guest.getByRole('link', { name: '10:00 a. m.' }).click();
  await guest.getByLabel('Nombre completo').fill('Brenda Chen');
  await guest.getByLabel('Celular').fill('6321-0987');
  // The draft is kept after leaving the page, and restored.
  await guest.goto('/');
  await guest.goto('/citas/residencial-valle-sereno');
  await expect(guest.getByLabel('Nombre completo')).toHaveValue('Brenda Chen');
  await guest.getByLabel('Correo').fill('brenda@correo.test');
  await checkEverywhere(guest, 'booking');
  await guest.setViewportSize({ width: 360, height: 740 });
  await guest.getByLabel(/Acepto que mis datos/).check();
  await guest.getByRole('button', { name: 'Agendar mi cita' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Tu cita' })).toBeVisible();
  await guest.getByRole('button', { name: 'Sí, voy' }).click();
  await expect(guest.getByText('Confirmada')).toBeVisible();
  await checkEverywhere(guest, 'own appointment');

  const office = await openAs('coordinador', '/oficina/citas');
  await expect(office.getByRole('button', { name: 'Agendar cita' })).toBeVisible();
  await checkEverywhere(office, 'calendar');
  await picture(office, 'citas-semana');
  await visit(office, '/oficina/citas?ver=lista&q=Brenda');
  await office.getByText('Brenda Chen').first().click();
  const drawer = office.getByRole('dialog');
  await expect(drawer.getByText('Confirmada').first()).toBeVisible();
  await checkEverywhere(office, 'one appointment');
  await drawer.getByRole('button', { name: 'Mover' }).click();
  await drawer.getByRole('button', { name: '11:00' }).click();
  // The history already contains the state's name, so wait for the response.
  const moved = office.waitForResponse((answer) => answer.url().endsWith('/status') && answer.ok());
  await drawer.getByRole('button', { name: 'Mover cita' }).click();
  await moved;
  await expect(drawer.getByText('Programada').first()).toBeVisible();

  await guest.reload();
  await expect(guest.getByText(/de 11:00 a. m. a 12:00 p. m./)).toBeVisible();
  await guest.getByText('Cancelar la cita').click();
  await guest.getByRole('button', { name: 'Cancelar mi cita' }).click();
  await expect(guest.getByText('Cancelada por el cliente')).toBeVisible();

  await visit(office, '/oficina/citas/horarios');
  await expect(office.getByRole('heading', { name: 'Días distintos' })).toBeVisible();
  await checkEverywhere(office, 'times of an agent');
  await picture(office, 'citas-horarios');
});

test(
  "a guest's form survives another day, a lost hour and a link to an hour",
  { tag: '@deep' },
  async ({ browser }) => {
    const guest = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
    const address = '/citas/residencial-valle-sereno';
    await guest.goto(address);
    await opened(guest);
    const days = guest.getByRole('link', { name: /horas libres/ });
    const hours = guest.locator('section', { has: guest.getByRole('heading', { name: /Elige la hora/ }) });
    await days.nth(1).click();
    await hours.getByRole('link').first().click();
    await guest.getByLabel('Nombre completo').fill('Brenda Chen');
    await guest.getByLabel('Celular').fill('6321-0987');
    await guest.getByLabel('Correo').fill('brenda@correo.test');
    await guest.getByLabel(/Algo que debamos/).fill('Llego en bus');
    await guest.getByLabel(/Acepto que mis datos/).check();
    const isThere = async () => {
      await expect(guest.getByLabel('Nombre completo')).toHaveValue('Brenda Chen');
      await expect(guest.getByLabel('Celular')).toHaveValue('6321-0987');
      await expect(guest.getByLabel(/Algo que debamos/)).toHaveValue('Llego en bus');
      await expect(guest.getByLabel(/Acepto que mis datos/)).toBeChecked();
    };
    await days.nth(2).click();
    await hours.getByRole('link').last().click();
    await isThere();

    const near = await guest.evaluate(() => location.href);
    await guest.route('**/citas/residencial-valle-sereno', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 409,
            json: {
              message: 'Esa hora ya se ocupó.',
              code: 'SLOT_TAKEN',
              request_id: 'x',
              current: { libres: [] },
            },
          })
        : route.continue(),
    );
    await guest.getByRole('button', { name: 'Agendar mi cita' }).click();
    await expect(guest.getByText('Esa hora ya se ocupó')).toBeVisible();
    await guest.unroute('**/citas/residencial-valle-sereno');
    await hours.getByRole('link').first().click();
    await isThere();

    // A link to a free hour, as without JavaScript: the page opens with an empty form, which must not overwrite the draft.
    const day = await days.nth(3).getAttribute('href');
    await guest.goto(new URL(day!, near).href);
    await opened(guest);
    const hour = await hours.getByRole('link').first().getAttribute('href');
    await guest.goto(new URL(hour!, near).href);
    await opened(guest);
    await isThere();
  },
);

test('a visit is dragged to another hour and put back by undo', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await signIn(page, 'coordinador');
  const offered = await page.request.get('/api/guest/list_available_appointment_dates/1');
  // The test above uses the last day.
  const days = ((await offered.json()) as Days).data.slice(0, -1).toReversed();
  let day = '';
  for (const { fecha } of days) {
    const free = await page.request.get(`/api/sale/appointments/free?proyecto_id=1&fecha=${fecha}`);
    const hours = ((await free.json()) as Times).data.map(({ hora_inicio }) => hora_inicio);
    if (hours.includes('09:00') && hours.includes('11:00')) {
      day = fecha;
      break;
    }
  }
  expect(day, 'a day with nine and eleven free').not.toBe('');
  await visit(page, `/oficina/citas?dia=${day}&ver=dia&nueva=1&proyecto_id=1&fecha=${day}&hora=09:00`);
  const form = page.getByRole('dialog');
  await form.getByLabel('Nombre').fill('Celso Prueba');
  await form.getByLabel('Celular').fill('6321-0988');
  await form.getByRole('button', { name: 'Agendar cita' }).click();
  const block = page.getByRole('button', { name: /^09:00, Celso Prueba/ });
  await expect(block).toBeVisible();
  const box = (await block.boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 60, { steps: 4 });
  await page.mouse.move(box.x + 20, box.y + 10 + 2 * 52, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: /^11:00, Celso Prueba/ })).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByRole('button', { name: /^09:00, Celso Prueba/ })).toBeVisible();
});

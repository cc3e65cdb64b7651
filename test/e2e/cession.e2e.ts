import { expect, type Browser, type Page } from '@playwright/test';
import { codeFor, draw, opened, PHONE } from './support/buyerPages.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, picture, signIn } from './support/pages.ts';
import { freshTest as test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

interface Signer {
  id: number;
  name: string;
  document: string;
  email: string;
}

test(
  'a lawyer cedes a sale, three people sign on their phones, and the new pre-contract opens',
  { tag: '@deep' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'abogado', '/oficina/promesas');
    const { data: sales } = await callAs<{ data: { id: number }[] }>(
      page,
      'GET',
      '/api/sale/precontracts?estado_id=10&per_page=50',
    );
    const chosen = await cedable(
      page,
      sales.map(({ id }) => id),
    );
    await page.goto(`/oficina/ventas/${chosen.saleId}?tab=promesa`);
    await page.getByRole('button', { name: 'Nueva adenda' }).click();
    await page.getByLabel('Qué cambia').selectOption({ label: 'Cesión a otro comprador' });
    await page.getByRole('combobox', { name: 'Recibe la compra' }).fill(chosen.title);
    await page
      .getByRole('option', { name: new RegExp(chosen.title) })
      .first()
      .click();
    await expect(page.getByRole('cell', { name: 'Lo pagado' })).toBeVisible();
    await page.getByLabel('Motivo').fill('Se muda a otro país.');
    const signs = page.getByLabel('Firma por la promotora');
    await signs.selectOption({ index: 1 });
    await checkEverywhere(page, 'cesion-nueva');
    await picture(page, 'cesion-nueva');
    await page.getByRole('button', { name: 'Crear adenda' }).click();
    await page.waitForURL(/\/oficina\/adendas\/\d+/);
    const id = Number(/adendas\/(\d+)/.exec(page.url())![1]);
    await page.getByRole('tab', { name: 'Texto' }).click();
    await expect(page.getByRole('button', { name: 'Cambiar el texto' })).toBeVisible();
    await checkEverywhere(page, 'cesion-texto');
    await page.getByRole('button', { name: 'Pasar a revisión legal' }).click();
    await page.getByRole('button', { name: 'Enviar a firma' }).click();
    await expect(page.getByText('Enviada a firma', { exact: true }).first()).toBeVisible();

    const { data } = await callAs<{ data: { envelope_id: number } }>(page, 'GET', `/api/legal/addenda/${id}`);
    const envelope = `/api/sale/envelopes/${data.envelope_id}`;
    const read = async () =>
      (await callAs<{ data: { signers: Signer[] } }>(page, 'GET', envelope)).data.signers;
    for (const { id: signer } of await read()) {
      const { data: given } = await callAs<{ data: { enlace: string } }>(
        page,
        'POST',
        `${envelope}/firmantes/${signer}/entregar`,
        { motivo: 'Está en la oficina' },
      );
      await signOnPhone(
        browser,
        baseURL!,
        given.enlace,
        (await read()).find((one) => one.id === signer)!,
      );
    }
    await page.reload();
    await expect(page.getByText('Firmada', { exact: true }).first()).toBeVisible();
    await checkEverywhere(page, 'cesion-firmada');
    await picture(page, 'cesion-firmada');
    await page.getByRole('link', { name: /^PC-/ }).last().click();
    await expect(page.getByRole('heading', { name: chosen.title })).toBeVisible();
    await expect(page.getByText('Cedida por')).toBeVisible();
    await checkEverywhere(page, 'venta-recibida');
  },
);

/** A sale that can be ceded, and a person who can take it over. */
async function cedable(page: Page, saleIds: readonly number[]) {
  for (const saleId of saleIds)
    for (const q of ['ana', 'lui', 'mar', 'car']) {
      for (const { id, title } of await peopleFound(page, q)) {
        // Chosen by name below: other journeys make people of one name.
        if ((await peopleFound(page, title)).filter((one) => one.title === title).length > 1) continue;
        const { data } = await callAs<{ data: { why_not: string | null } }>(
          page,
          'POST',
          `/api/sale/precontracts/${saleId}/addenda/effect`,
          { cambio: { tipo: 'cesion', persona_id: id, forma_pago: 'hipoteca' } },
        );
        const { data: sale } = await callAs<{ data: { kinds: string[] } }>(
          page,
          'GET',
          `/api/sale/precontracts/${saleId}/addenda`,
        );
        if (data.why_not === null && sale.kinds.includes('cesion')) return { saleId, title };
      }
    }
  throw new Error('no sale of the demo can be ceded');
}

async function peopleFound(page: Page, q: string) {
  const { data } = await callAs<{ data: { id: number; kind: string; title: string }[] }>(
    page,
    'POST',
    '/api/seeker',
    { q, limit: 12 },
  );
  return data.filter(({ kind }) => kind === 'persona');
}

async function signOnPhone(browser: Browser, baseURL: string, link: string, who: Signer): Promise<void> {
  const phone = await browser.newContext(PHONE);
  const theirs = await phone.newPage();
  await theirs.goto(link);
  await opened(theirs);
  await theirs.getByRole('button', { name: 'Enviarme el código' }).click();
  await theirs.getByLabel('Código de 6 números').fill(await codeFor(baseURL, who.email));
  await theirs.getByLabel(/^Número de tu documento/).fill(who.document.replace(/^\S+ /, ''));
  await theirs.getByLabel('Tu nombre completo').fill(who.name);
  await theirs.getByRole('button', { name: 'Confirmar' }).click();
  await draw(theirs);
  await theirs.getByRole('button', { name: 'Firmar el documento' }).click();
  await expect(theirs.getByText(/^Lo firmaste el/)).toBeVisible();
  await phone.close();
}

import { expect } from '@playwright/test';
import { composeLetter } from './support/letter.ts';
import { codeFor, draw, inspect, opened, PHONE } from './support/buyerPages.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, checkPages, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

interface Sent {
  id: number;
  signers: { name: string; document: string; email: string }[];
}

test(
  'a lawyer sends a letter, hands the link over, and the buyer signs it on a phone',
  { tag: '@deep' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'abogado');
    const { data: sales } = await callAs<{ data: { id: number }[] }>(
      page,
      'GET',
      '/api/sale/precontracts?estado_id=5&per_page=20',
    );
    // The code comes by mail: one buyer of seven has none.
    const records = await Promise.all(
      sales.map(({ id }) =>
        callAs<{ data: { form: { email: string | null } } }>(page, 'GET', `/api/sale/precontracts/${id}`),
      ),
    );
    const sale = sales.find((_, at) => records[at]!.data.form.email !== null)!;
    await visit(page, `/oficina/ventas/${sale.id}?tab=firmas`);
    await page.getByRole('button', { name: 'Enviar un documento a firmar' }).click();
    const drawer = page.getByRole('dialog', { name: 'Enviar un documento a firmar' });
    await drawer.getByRole('button', { name: 'Enviar a firmar' }).click();
    await expect(drawer.getByText('Elige el PDF que se firma.')).toBeVisible();
    const title = `Acta ${Date.now()}`;
    await drawer
      .getByLabel('Elegir archivo: Documento (PDF)')
      .locator('input[type="file"]')
      .setInputFiles({ name: 'acta.pdf', mimeType: 'application/pdf', buffer: await composeLetter() });
    await drawer.getByLabel('Título').fill(title);
    await drawer.getByLabel('Resumen en palabras sencillas').fill('Recibes las reglas de la urbanización.');
    await checkEverywhere(page, 'enviar-a-firmar');
    await drawer.getByRole('button', { name: 'Enviar a firmar' }).click();
    await page.getByRole('link', { name: title }).click();

    const open = page.getByRole('dialog', { name: title });
    await expect(open.getByText('Esperando firmas')).toBeVisible();
    await checkEverywhere(page, 'sobre');
    const id = Number(new URL(page.url()).searchParams.get('sobre'));
    const { data: sent } = await callAs<{ data: Sent }>(page, 'GET', `/api/sale/envelopes/${id}`);
    const signer = sent.signers[0]!;
    await open.getByRole('button', { name: 'Otras formas' }).click();
    await page.getByRole('menuitem', { name: 'Entregar el enlace a mano' }).click();
    const why = page.getByRole('dialog', { name: 'Entregar el enlace a mano' });
    await why.getByLabel('Motivo').fill('Está en la oficina y no abre su correo');
    await why.getByRole('button', { name: 'Ver el enlace' }).click();
    const given = page.getByRole('dialog', { name: `Enlace de ${signer.name}` });
    const link = await given.getByRole('textbox', { name: 'Enlace' }).inputValue();

    const phone = await browser.newContext(PHONE);
    const theirs = await phone.newPage();
    await theirs.goto(link);
    await opened(theirs);
    await expect(theirs).toHaveURL(new RegExp(`/clientes/documentos/${id}/firmar$`));
    await expect(theirs.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const drawn = theirs.getByRole('img', { name: /^Página 1 de/ });
    await expect.poll(() => drawn.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1100);
    await inspect(theirs, 'documento-por-firmar');
    await theirs.getByRole('button', { name: 'Enviarme el código' }).click();
    await theirs.getByLabel('Código de 6 números').fill(await codeFor(baseURL!, signer.email));
    await theirs.getByLabel(/^Número de tu documento/).fill(signer.document.replace(/^\S+ /, ''));
    await theirs.getByLabel('Tu nombre completo').fill('Otra persona');
    await theirs.getByRole('button', { name: 'Confirmar' }).click();
    await expect(
      theirs.getByText(`Escribe tu nombre como está en el documento: ${signer.name}.`),
    ).toBeVisible();
    await theirs.getByLabel('Tu nombre completo').fill(signer.name);
    await theirs.getByRole('button', { name: 'Confirmar' }).click();

    // Changing the way forgets the chosen file.
    await theirs.getByRole('tab', { name: 'Firmar por PDF' }).click();
    const file = theirs.getByLabel('Documento firmado (PDF)');
    await file.setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer: await composeLetter() });
    await inspect(theirs, 'firmar-por-pdf');
    await theirs.getByRole('tab', { name: 'Firmar en línea' }).click();
    await theirs.getByRole('tab', { name: 'Firmar por PDF' }).click();
    expect(await file.evaluate((input) => (input as HTMLInputElement).files?.length)).toBe(0);
    await theirs.getByRole('tab', { name: 'Firmar en línea' }).click();
    await theirs.getByRole('button', { name: 'Firmar el documento' }).click();
    await expect(theirs.getByText('Debe dibujar su firma en el panel indicado.')).toBeVisible();
    await draw(theirs);
    await inspect(theirs, 'firmar-en-linea');
    await theirs.getByRole('button', { name: 'Firmar el documento' }).click();
    await expect(theirs.getByText(/^Lo firmaste el/)).toBeVisible();
    await inspect(theirs, 'documento-firmado');
    await phone.close();

    await page.reload();
    await expect(open.getByText(/tomó su enlace el/)).toBeVisible();
    await expect(open.getByText(/^(Firmado|Sellado)$/)).toBeVisible();
    await picture(page, 'sobre-firmado');
  },
);

test('a link of a signer does not open beside a session of the office', async ({ page }) => {
  await signIn(page, 'abogado', '/firmar/1?token=cualquiera');
  await expect(page.getByText('En este navegador hay una sesión de la oficina abierta.')).toBeVisible();
});

checkPages('signatures and representatives', [
  '/oficina/firmas',
  '/oficina/representantes',
  '/oficina/representantes?representante=1',
]);

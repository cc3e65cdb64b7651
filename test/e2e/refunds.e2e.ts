import { expect, type Page } from '@playwright/test';
import { callAs } from './support/office.ts';
import { checkEverywhere, picture, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** A colleague opens a refund from the list and clicks the card's button. */
async function approve(page: Page, button: string): Promise<void> {
  const card = page.getByRole('dialog', { name: /^Devolución a/ });
  await card.getByRole('button', { name: button }).click();
  await expect(card.getByRole('button', { name: button })).toHaveCount(0);
}

test(
  'a refund is prepared, approved by two other users, paid, and shown in the account',
  { tag: '@deep' },
  async ({ page, openAs }) => {
    await signIn(page, 'contabilidad');
    const ended = await callAs<{ data: { id: number }[] }>(
      page,
      'GET',
      '/api/sale/precontracts?estado_id=16&per_page=100',
    );
    const drafts = await Promise.all(
      ended.data.map(async ({ id }) => ({
        id,
        ...(
          await callAs<{ data: { whyNot: string | null } }>(
            page,
            'GET',
            `/api/sale/precontracts/${id}/refund`,
          )
        ).data,
      })),
    );
    const sale = drafts.find(({ whyNot }) => whyNot === null)!;
    await visit(page, `/oficina/ventas/${sale.id}?tab=pagos`);
    await page.getByRole('button', { name: 'Devolver lo pagado' }).click();
    const drawer = page.getByRole('dialog', { name: 'Preparar devolución' });
    await drawer.getByLabel('El cliente desistió').check();
    await drawer.getByRole('button', { name: 'Preparar devolución' }).click();
    await expect(drawer.getByText('Elige el banco.').first()).toBeVisible();
    await drawer.getByRole('combobox', { name: 'Banco' }).selectOption({ index: 1 });
    await drawer.getByLabel('Número de cuenta').fill('04-72-00-998877-1');
    await checkEverywhere(page, 'preparar-devolucion');
    await drawer.getByRole('button', { name: 'Preparar devolución' }).click();
    const section = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Devolución', exact: true }) });
    await expect(section.getByText('Preparada', { exact: true })).toBeVisible();
    const { data } = await callAs<{ data: { refund: { id: number } } }>(
      page,
      'GET',
      `/api/sale/precontracts/${sale.id}/refund`,
    );

    const card = `/oficina/devoluciones?devolucion=${data.refund.id}`;
    await approve(await openAs('coordinador', card), 'Aprobar por ventas');
    await approve(await openAs('gerencia', card), 'Aprobar el pago');
    await page.reload();
    await section.getByRole('button', { name: 'Registrar el pago' }).click();
    const pay = page.getByRole('dialog', { name: /^Pagar USD/ });
    await pay.getByLabel('Número de la transferencia').fill(`ACH-E2E-${sale.id}`);
    await pay.getByRole('button', { name: 'Registrar pago' }).click();
    await expect(section.getByText('Pagada', { exact: true })).toBeVisible();
    await expect(page.getByText(`Devolución al cliente, transferencia ACH-E2E-${sale.id}`)).toBeVisible();
    await checkEverywhere(page, 'venta-devuelta');

    await visit(page, '/oficina/devoluciones');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await checkEverywhere(page, 'devoluciones');
    await picture(page, 'devoluciones');
  },
);

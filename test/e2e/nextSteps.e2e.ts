import { expect } from '@playwright/test';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a missing requirement of a project links to its form', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'administrador');
  await page.route('**/api/projects/find/1', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    const project = (await answer.json()) as { data: object };
    const requirements = [
      {
        key: 'description',
        label: 'Descripción de al menos 20 caracteres',
        done: false,
        required: true,
        where: 'datos',
      },
    ];
    await route.fulfill({ json: { ...project, data: { ...project.data, requirements } } });
  });
  await visit(page, '/oficina/proyectos/1');
  await page.getByRole('link', { name: 'Descripción de al menos 20 caracteres' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Descripción')).toBeVisible();
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await expect(form).toHaveCount(0);
});

test(
  '«Verificar el pago» opens the waiting payment, also from the payments tab',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page, 'contabilidad');
    const { data } = await callAs<{ data: { id: number; state: { id: number }; sale: { id: number } }[] }>(
      page,
      'GET',
      `/api/sale/costumer_payments?estado_id=${PAYMENT.reported}&per_page=100`,
    );
    const waiting = data.find(({ state }) => state.id === PAYMENT.reported);
    await visit(page, `/oficina/ventas/${waiting!.sale.id}?tab=pagos`);
    await page.getByRole('button', { name: 'Verificar el pago' }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('El comprobante dice')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`pago=${waiting!.id}`));
    await checkEverywhere(page, 'verificar-el-pago');
  },
);

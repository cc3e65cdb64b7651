import { expect, test } from '@playwright/test';
import { PAYMENT } from '#contract/payments/rules.ts';
import { callAs } from './support/office.ts';
import { checkEverywhere, signIn } from './support/pages.ts';

test.use({ viewport: { width: 1440, height: 900 }, actionTimeout: 10_000 });

test('what a project lacks leads to the form where it is written', async ({ page }) => {
  await signIn(page, 'administrador');
  const { data } = await callAs<{ data: Record<string, unknown> & { version: number } }>(
    page,
    'GET',
    '/api/projects/1',
  );
  await page.route('**/api/projects/1', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    const project = (await answer.json()) as { data: typeof data };
    const requirements = [
      {
        key: 'description',
        label: 'Descripción de al menos 20 letras',
        done: false,
        required: true,
        where: 'datos',
      },
    ];
    await route.fulfill({ json: { ...project, data: { ...project.data, requirements } } });
  });
  await page.goto('/oficina/proyectos/1');
  await page.getByRole('link', { name: 'Descripción de al menos 20 letras' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Descripción')).toBeVisible();
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await expect(form).toHaveCount(0);
});

test('«Verificar el pago» opens the payment that waits, also from the tab of payments', async ({ page }) => {
  await signIn(page, 'contabilidad');
  const { data: sales } = await callAs<{ data: { id: number }[] }>(
    page,
    'GET',
    '/api/sale/precontracts?turno=contabilidad&per_page=50',
  );
  let waiting: { sale: number; payment: number } | undefined;
  for (const { id } of sales) {
    const { data } = await callAs<{ data: { payments: { id: number; state: { id: number } }[] } }>(
      page,
      'GET',
      `/api/sale/precontracts/${id}`,
    );
    const found = data.payments.find(({ state }) =>
      [PAYMENT.reported, PAYMENT.verifying].includes(state.id as never),
    );
    if (found) waiting ??= { sale: id, payment: found.id };
  }
  await page.goto(`/oficina/ventas/${waiting!.sale}?tab=pagos`);
  await page.getByRole('button', { name: 'Verificar el pago' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('button', { name: /Confirmar|Tomar/ }).first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`pago=${waiting!.payment}`));
  await checkEverywhere(page, 'verificar-el-pago');
});

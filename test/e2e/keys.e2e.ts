import { expect, type Page } from '@playwright/test';
import type { Paper } from '#contract/sales/documents/model.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { buyHouse, openLine, staffLine, type Bought, type Line } from './support/buyer.ts';
import { checkEverywhere, signIn, visit } from './support/pages.ts';
import { test } from './support/test.ts';

let coordinator: Line;
let buyer: Line;

test.use({ viewport: { width: 1440, height: 900 } });

test.beforeAll(async ({ playwright, baseURL }) => {
  coordinator = await staffLine(playwright, baseURL ?? '', 'coordinador');
  buyer = await openLine(playwright, baseURL ?? '');
});
test.afterAll(async () => {
  await switchKeys(true);
  await coordinator.end();
  await buyer.end();
});

async function switchKeys(on: boolean): Promise<void> {
  const { data } = await coordinator.get<{ data: { id: number } }>('/api/user');
  await coordinator.json('PUT', `/api/user_settings/${data.id}/keys`, { single_keys: on });
}

const stateOf = async (sale: Bought, label: RegExp) => {
  const { data } = await coordinator.get<{ data: Paper[] }>(`/api/sale/precontracts/${sale.id}/documents`);
  return data.find((one) => label.test(one.label))!.state.id;
};

const keysOf = (page: Page) => page.getByRole('switch', { name: 'Usar teclas sueltas' });

test(
  'in a list the keys search, choose and explain, until their owner switches them off',
  { tag: '@deep' },
  async ({ page }) => {
    await switchKeys(true);
    await signIn(page, 'coordinador', '/oficina/ventas');
    const search = page.getByRole('searchbox');
    const first = page.getByRole('table', { name: 'Pre-contratos' }).getByRole('checkbox').nth(1);
    await expect(first).toBeVisible();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await search.press('Escape');
    await page.keyboard.press('x');
    await expect(first).toBeChecked();
    await page.keyboard.press('x');
    await expect(first).not.toBeChecked();

    await visit(page, '/oficina/perfil');
    await expect(keysOf(page)).toBeChecked();
    await keysOf(page).click();
    await expect(page.getByText('Teclas desactivadas.')).toBeVisible();
    await checkEverywhere(page, 'perfil-teclas');
    await page.reload();
    await expect(keysOf(page)).not.toBeChecked();

    const asked = page.waitForResponse((answer) => answer.url().endsWith('/keys'));
    await page.goto('/oficina/ventas');
    await asked;
    await expect(first).toBeVisible();
    for (const key of ['/', 'x', '?']) await page.keyboard.press(key);
    // Arrows are no letters: they walk on, after all that was pressed before.
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-row="0"]')).toBeFocused();
    await expect(first).not.toBeChecked();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'in a review A approves and can be taken back, and does nothing once it is switched off',
  { tag: '@deep' },
  async ({ page }) => {
    const sale = await buyHouse(buyer, coordinator);
    const back = /^Cédula \(reverso\)/;
    const front = /^Cédula o pasaporte/;
    await switchKeys(true);
    await signIn(page, 'coordinador', `/oficina/ventas/${sale.id}?tab=papeles`);
    const heading = (label: RegExp) => page.getByRole('heading', { level: 2, name: label });
    const open = (label: RegExp) => page.getByRole('button', { name: label }).first().click();

    await open(back);
    await expect(heading(back)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Aprobar (A)' })).toBeEnabled();
    await page.keyboard.press('a');
    const told = page.getByText(/Cédula \(reverso\)» aprobado\./);
    await expect(told).toBeVisible();
    expect(await stateOf(sale, back)).toBe(DOCUMENT.approved);
    await page.getByRole('button', { name: 'Deshacer', exact: true }).click();
    await expect(page.getByText(/Cédula \(reverso\)» vuelve a revisión\./)).toBeVisible();
    expect(await stateOf(sale, back)).toBe(DOCUMENT.inReview);

    await switchKeys(false);
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/keys'));
    await page.goto(`/oficina/ventas/${sale.id}?tab=papeles`);
    await asked;
    await open(back);
    await expect(heading(back)).toBeVisible();
    const approve = page.getByRole('button', { name: 'Aprobar', exact: true });
    await expect(approve).toBeEnabled();
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Todos los documentos' }).click();
    await expect(page.getByRole('button', { name: front }).first()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await stateOf(sale, back)).toBe(DOCUMENT.inReview);
  },
);

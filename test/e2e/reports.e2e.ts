import { expect } from '@playwright/test';
import { checkEverywhere, signIn } from './support/pages.ts';
import { test } from './support/test.ts';

test(
  'management opens the report, which is computed in the background, and recomputes it',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'gerencia', '/oficina/reportes');
    await expect(page.getByRole('heading', { name: 'Embudo de ventas' })).toBeVisible();
    await checkEverywhere(page, 'reportes');
    const [answer] = await Promise.all([
      page.waitForResponse(
        async (one) =>
          one.url().includes('/api/reports/board') && one.request().method() === 'GET' && one.ok(),
      ),
      page.getByRole('button', { name: 'Calcular ahora' }).click(),
    ]);
    const { data } = (await answer.json()) as { data: { computed_at: string } };
    expect(Date.parse(data.computed_at)).not.toBeNaN();
    await expect(page.getByRole('button', { name: 'Calcular ahora' })).toBeEnabled();
    await page.getByLabel('Proyecto').selectOption({ index: 1 });
    await page.waitForURL('**proyecto_id=**');
    await expect(page.getByRole('heading', { name: 'Embudo de ventas' })).toBeVisible();
  },
);

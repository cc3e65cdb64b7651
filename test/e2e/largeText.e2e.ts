import { expect, type Page } from '@playwright/test';
import { begin, opened, PHONE } from './support/buyerPages.ts';
import { freshTest as test } from './support/test.ts';

test.use({ ...PHONE });

/** Width of the page with the largest text size of phones. */
async function widthWithLargeText(page: Page): Promise<number> {
  await opened(page);
  return page.evaluate(() => {
    document.documentElement.style.setProperty('font-size', '175%', 'important');
    return document.documentElement.scrollWidth;
  });
}

test('text at 175 % makes no page wider than a phone', { tag: '@deep' }, async ({ page }) => {
  for (const address of ['/proyectos/residencial-valle-sereno', '/citas/residencial-valle-sereno', '/nada']) {
    await page.goto(address);
    expect(await widthWithLargeText(page), address).toBeLessThanOrEqual(360);
  }
  await begin(page);
  expect(await widthWithLargeText(page), 'pre-contract').toBeLessThanOrEqual(360);
  await page.goto(`/clientes/firma/${new URL(page.url()).pathname.split('/').at(-1)}`);
  expect(await widthWithLargeText(page), 'signature').toBeLessThanOrEqual(360);
});

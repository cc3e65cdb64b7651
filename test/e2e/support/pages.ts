import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import type { RoleName } from '#contract/access.ts';

/** Sizes and schemes in which every screen is looked at (ui.md, For everyone). */
export const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
export const SCHEMES = ['light', 'dark'] as const;

/** Types a demo sign-in where the page asks for it, and goes on. */
export async function typeSignIn(page: Page, role: RoleName): Promise<void> {
  await page.getByLabel('Correo').fill(`${role}@demo.llave`);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(process.env['DEMO_PASSWORD'] ?? '');
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

/** Signs a colleague of that role in, and waits for the office's first page. */
export async function signIn(page: Page, role: RoleName): Promise<void> {
  await page.goto('/ingresar');
  await typeSignIn(page, role);
  await page.waitForURL('**/oficina');
}

/** What slides or fades in comes to rest at once; waiting for it would wait for ever on a page behind another. */
const settle = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });

/** axe finds nothing, and nothing is wider than the screen. `name` is told with what was found. */
export async function checkAxe(page: Page, name: string): Promise<void> {
  // Before its data a page has no title yet, and is not what is to be looked at.
  await expect(page.locator('h1').first()).toBeAttached();
  await settle(page);
  // The hint of what the pointer happens to rest on is no part of the page.
  await page.mouse.move(0, 0);
  // A mail is shown in a frame that runs no script, so nothing can look into it.
  const { violations } = await new AxeBuilder({ page }).exclude('iframe[sandbox]').analyze();
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${name}: ${id} ${html.slice(0, 160)} ${failureSummary}`),
    ),
  ).toEqual([]);
  const { wide, seen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    seen: innerWidth,
  }));
  expect(wide, `${name} is wider than the screen`).toBeLessThanOrEqual(seen);
}

/** `checkAxe` on the page as it stands, in every size and scheme; it is left wide and light. */
export async function checkEverywhere(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      // The office follows the system's scheme by a script of its own.
      await page.waitForFunction(
        (scheme) => (document.documentElement.dataset['mantineColorScheme'] ?? scheme) === scheme,
        colorScheme,
      );
      await checkAxe(page, `${name}, ${size.width} px, ${colorScheme}`);
      await picture(page, `${name.replaceAll(/[^\w-]+/g, '_')}-${size.width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A test that opens these pages as an administrator, and looks at each everywhere. */
export function checkPages(title: string, paths: readonly string[]): void {
  test(`axe finds nothing on ${title}`, async ({ page }) => {
    test.setTimeout(300_000);
    await signIn(page, 'administrador');
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await checkEverywhere(page, path.slice(1));
    }
  });
}

/** With PICTURES set, saves what is seen, or all of the page, as test/e2e/pictures/{name}.png, for the README and for looking at. */
export async function picture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (!process.env['PICTURES']) return;
  await settle(page);
  // The bar that stays on top is taken where it belongs.
  if (fullPage) await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: `test/e2e/pictures/${name}.png`, fullPage });
}

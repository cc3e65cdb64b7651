import { expect, test, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';
import type { RoleName } from '#contract/access.ts';
import { DEEP } from '#test/deep.ts';

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

/** Signs a colleague of that role in without the form (processor.e2e.ts types into it), and opens that page. */
export async function signIn(page: Page, role: RoleName, path = '/oficina'): Promise<void> {
  const csrf = await page.request.get('/api/csrf');
  const { data } = (await csrf.json()) as { data: { token: string } };
  const answer = await page.request.post('/api/login', {
    headers: { 'x-csrf-token': data.token },
    data: { email: `${role}@demo.llave`, password: process.env['DEMO_PASSWORD'] ?? '' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto(path);
}

/** What slides or fades in comes to rest at once; waiting for it would wait for ever on a page behind another. */
const settle = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });

/** A mail is shown in a frame that runs no script: nothing can look into it. */
const SHUT = 'iframe[sandbox]';

async function addAxe(frame: Frame): Promise<void> {
  if (frame.parentFrame()) {
    const element = await frame.frameElement();
    if (await element.evaluate((node, shut) => (node as Element).matches(shut), SHUT)) return;
  }
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
}

/**
 * What axe finds on the page as it stands. It is put in once for each document and asked for violations alone: its driver for
 * Playwright does it anew for each look, in a page more, and takes five times as long.
 */
async function violationsOf(page: Page): Promise<axe.Result[]> {
  for (const frame of page.frames()) await addAxe(frame);
  return page.evaluate(async (shut) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    return (await run({ exclude: [[shut]] }, { resultTypes: ['violations'] })).violations;
  }, SHUT);
}

/** axe finds nothing, and nothing is wider than the screen. `name` is told with what was found. */
export async function checkAxe(page: Page, name: string): Promise<void> {
  // Before its data a page has no title yet, and is not what is to be looked at.
  await expect(page.locator('h1').first()).toBeAttached();
  await settle(page);
  // The hint of what the pointer happens to rest on is no part of the page.
  await page.mouse.move(0, 0);
  const violations = await violationsOf(page);
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

/** Each size and each scheme once; every pair of them in `npm run test:deep`, and for pictures. */
const LOOKS = SIZES.flatMap((size, at) =>
  (DEEP || process.env['PICTURES'] ? SCHEMES : [SCHEMES[at % 2]!]).map((colorScheme) => ({
    size,
    colorScheme,
  })),
);

/** `checkAxe` on the page as it stands, small and large, light and dark; it is left wide and light. */
export async function checkEverywhere(page: Page, name: string): Promise<void> {
  for (const { size, colorScheme } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    // The office follows the system's scheme by a script of its own.
    await page.waitForFunction(
      (scheme) => (document.documentElement.dataset['mantineColorScheme'] ?? scheme) === scheme,
      colorScheme,
    );
    await checkAxe(page, `${name}, ${size.width} px, ${colorScheme}`);
    await picture(page, `${name.replaceAll(/[^\w-]+/g, '_')}-${size.width}-${colorScheme}`);
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

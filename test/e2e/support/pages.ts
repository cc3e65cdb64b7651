import { expect, type Frame, type Page, type Request } from '@playwright/test';
import axe from 'axe-core';
import { DEEP } from '#test/deep.ts';
import { signIn, visit } from './going.ts';
import { test } from './test.ts';

export { signIn, typeSignIn, visit } from './going.ts';

/** Sizes and color schemes in which every screen is checked (ui.md, For everyone). */
export const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
const SCHEMES = ['light', 'dark'] as const;
const EVERY_LOOK = DEEP || Boolean(process.env['PICTURES']);

/** Finishes all animations. Waiting for them would never end on a background page. */
const settle = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });

/** Mails are shown in a sandboxed frame without scripts: axe cannot run there. */
const SHUT = 'iframe[sandbox]';

async function addAxe(frame: Frame): Promise<void> {
  if (frame.parentFrame()) {
    const element = await frame.frameElement();
    if (await element.evaluate((node, shut) => (node as Element).matches(shut), SHUT)) return;
  }
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
}

/**
 * What axe is asked. Contrast takes half of its time, so `npm test` leaves it to web/design/tokens.test.ts, which
 * computes it for the pairs of colors in use; `npm run test:deep` measures it on the screens.
 */
const OPTIONS: axe.RunOptions = {
  resultTypes: ['violations'],
  rules: { 'color-contrast': { enabled: EVERY_LOOK } },
};

/**
 * The axe violations of the page. Injects axe once per document and asks for violations only: axe's Playwright driver
 * injects it for each check, in an extra page, and takes five times as long.
 */
async function violationsOf(page: Page): Promise<axe.Result[]> {
  for (const frame of page.frames()) await addAxe(frame);
  return page.evaluate(
    async ([shut, options]) => {
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      return (await run({ exclude: [[shut]] }, options)).violations;
    },
    [SHUT, OPTIONS] as const,
  );
}

/** Checks that axe finds no violations and nothing is wider than the screen. `name` appears in the failure. */
export async function checkAxe(page: Page, name: string): Promise<void> {
  // A page has no title before its data are loaded.
  await expect(page.locator('h1').first()).toBeAttached();
  await settle(page);
  // A tooltip under the pointer is not part of the page.
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

const LOOKS = SIZES.flatMap((size) => SCHEMES.map((colorScheme) => ({ size, colorScheme })));

/** The color schemes to check a screen in. Without contrast axe finds the same in both, so `npm test` asks once. */
export const schemesFor = (): readonly (typeof SCHEMES)[number][] => (EVERY_LOOK ? SCHEMES : ['light']);

/**
 * Runs `checkAxe` on the page: wide and light, in `npm run test:deep` and for pictures also small and dark. Leaves it wide
 * and light.
 */
export async function checkEverywhere(page: Page, name: string): Promise<void> {
  if (EVERY_LOOK)
    for (const { size, colorScheme } of LOOKS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      // The office applies the system's color scheme with its own script.
      await page.waitForFunction(
        (scheme) => (document.documentElement.dataset['mantineColorScheme'] ?? scheme) === scheme,
        colorScheme,
      );
      await checkAxe(page, `${name}, ${size.width} px, ${colorScheme}`);
      await picture(page, `${name.replaceAll(/[^\w-]+/g, '_')}-${size.width}-${colorScheme}`);
    }
  await page.setViewportSize(SIZES.at(-1)!);
  await page.emulateMedia({ colorScheme: 'light' });
  if (!EVERY_LOOK) await checkAxe(page, name);
}

/** Counts the requests of a page that are under way; the returned function waits until no more follow. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    // What one answer asks for next is asked before the page is idle and has been drawn. A page whose records change all the
    // time, as while the demo writes its past, asks without end.
    for (let quiet = 0, looks = 0; quiet < 2 && looks < 60; quiet = open.size === 0 ? quiet + 1 : 0, looks++)
      await page.evaluate(
        () =>
          new Promise<void>((drawn) => {
            requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));
          }),
      );
  };
}

/** Every second page, without drawers and tabs, which differ from it in the search only. */
const everySecond = (paths: readonly string[]) =>
  paths
    .filter((path, at) => paths.findIndex((other) => other.split('?')[0] === path.split('?')[0]) === at)
    .filter((_, at) => at % 2 === 0);

/**
 * Defines a test that opens these pages as an administrator and checks them: in `npm test` every second in one size,
 * in `npm run test:deep` each with its drawers and tabs by `checkEverywhere`.
 */
export function checkPages(title: string, paths: readonly string[]): void {
  test(`axe finds nothing on ${title}`, async ({ page }) => {
    const allLoaded = watchRequests(page);
    await page.setViewportSize(SIZES[title.length % SIZES.length]!);
    await signIn(page, 'administrador', paths[0]);
    for (const [at, path] of (EVERY_LOOK ? paths : everySecond(paths)).entries()) {
      if (at > 0) await visit(page, path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await allLoaded();
      await (EVERY_LOOK ? checkEverywhere : checkAxe)(page, path.slice(1));
    }
    page.removeAllListeners();
  });
}

/** With PICTURES set, saves a screenshot as test/e2e/pictures/{name}.png, for the README and for review. */
export async function picture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (!process.env['PICTURES']) return;
  await settle(page);
  // Scroll up, so that a sticky bar is at its own place.
  if (fullPage) await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: `test/e2e/pictures/${name}.png`, fullPage });
}

/** Waits until the service worker has kept a page for use without a line. */
export const keptOffline = (page: Page, path: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async (kept) => {
        const keys = await (await caches.open(`llave-sin-linea:${kept}:1`)).keys();
        return keys.some(({ url }) => new URL(url).pathname === kept);
      }, path),
    )
    .toBe(true);

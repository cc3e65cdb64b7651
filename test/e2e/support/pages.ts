import { expect, type Frame, type Page, type Request } from '@playwright/test';
import axe from 'axe-core';
import type { RoleName } from '#contract/access.ts';
import { DEEP } from '#test/deep.ts';
import { test } from './test.ts';

/** Sizes and color schemes in which every screen is checked (ui.md, For everyone). */
export const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
const SCHEMES = ['light', 'dark'] as const;
const EVERY_LOOK = DEEP || Boolean(process.env['PICTURES']);

/** Fills in the sign-in form as a demo user and submits it. */
export async function typeSignIn(page: Page, role: RoleName): Promise<void> {
  await page.getByLabel('Correo').fill(`${role}@demo.llave`);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(process.env['DEMO_PASSWORD'] ?? '');
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

/** Signs in as that role without the form (processor.e2e.ts tests the form), and opens a page. */
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

/** `npm test` checks a screen in one size and scheme, which depend on its name: axe is much of the browser's time. */
const someOf = <Look>(looks: readonly Look[], name: string): readonly Look[] =>
  EVERY_LOOK ? looks : [looks[name.length % looks.length]!];

/** The color schemes to check a screen of one size in. */
export const schemesFor = (name: string) => someOf(SCHEMES, name);

/**
 * Runs `checkAxe` on the page: small and large, light and dark in `npm run test:deep` and for pictures. Leaves it wide
 * and light.
 */
export async function checkEverywhere(page: Page, name: string): Promise<void> {
  for (const { size, colorScheme } of someOf(LOOKS, name)) {
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
}

/** What TanStack Router leaves for its developer tools. */
interface Routed {
  __TSR_ROUTER__: {
    history: { push: (path: string) => void };
    state: { status: string; location: { href: string }; resolvedLocation?: { href: string } };
  };
}

/** Opens a page of the office as its links do: loading the office anew takes longer than checking the page. */
async function openInOffice(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => (globalThis as unknown as Routed).__TSR_ROUTER__.history.push(href), path);
  // A form that asks whether to leave it keeps the page where it is.
  await page.waitForURL(path);
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = (globalThis as unknown as Routed).__TSR_ROUTER__.state;
    return status === 'idle' && location.href === resolvedLocation?.href;
  });
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

/** Defines a test that opens these pages as an administrator and checks each with `checkEverywhere`. */
export function checkPages(title: string, paths: readonly string[]): void {
  test(`axe finds nothing on ${title}`, async ({ page }) => {
    const allLoaded = watchRequests(page);
    await signIn(page, 'administrador', paths[0]);
    for (const [at, path] of paths.entries()) {
      if (at > 0) await openInOffice(page, path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await allLoaded();
      await checkEverywhere(page, path.slice(1));
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

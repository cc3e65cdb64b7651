import { test as base, type BrowserContext, type Page, type TestInfo } from '@playwright/test';
import type { RoleName } from '#contract/access.ts';
import { signIn } from './going.ts';

/** A page that waits between two tests. It stays on the site: elsewhere it would lose its process and its cache. */
const PARKED = '/readyz';

const DESK = { width: 1440, height: 900 };

interface Kept {
  context: BrowserContext;
  page: Page;
}

interface Own {
  /** The next of the worker's own pages that this test does not have yet. */
  lend: () => Promise<Page>;
  /** One more person at a computer: one more of the worker's own pages, signed in as that role. */
  openAs: (role: RoleName, path?: string, viewport?: { width: number; height: number }) => Promise<Page>;
}

/**
 * A test with a browser of its own kind: a phone, a clock or a script that is installed, a second tab, no line, or a
 * listener on its page. Closes the contexts that the test opened: Playwright leaves them open until the worker ends, and
 * each page of the office goes on asking for what other tests change.
 */
export const freshTest = base.extend<{ closing: undefined }, { kept: Kept[] }>({
  kept: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter
    async ({}, use) => {
      const kept: Kept[] = [];
      await use(kept);
      for (const { context } of kept) await context.close();
    },
    { scope: 'worker' },
  ],
  closing: [
    async ({ browser, kept }, use, info) => {
      const before = new Set(browser.contexts());
      await use(undefined);
      if (failed(info)) return;
      for (const { context } of kept) before.add(context);
      for (const context of browser.contexts()) if (!before.has(context)) await context.close();
    },
    { auto: true },
  ],
});

/**
 * A test of the office, with pages that its worker keeps for the next test and empties: cookies, stored data, caches of
 * service workers, history, routes, size and colors. A new context would compile the office anew, which is most of the
 * work of loading it.
 */
export const test = freshTest.extend<Own>({
  lend: async ({ browser, kept, baseURL }, use, info) => {
    let lent = 0;
    await use(async () => {
      const at = lent++;
      if (!kept[at]) {
        const context = await browser.newContext();
        kept[at] = { context, page: await context.newPage() };
      }
      return kept[at].page;
    });
    if (!failed(info)) for (const one of kept.slice(0, lent)) await empty(one, baseURL!);
  },
  page: async ({ lend, viewport }, use) => {
    const page = await lend();
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
  context: async ({ page }, use) => use(page.context()),
  openAs: async ({ lend }, use) =>
    use(async (role, path, viewport = DESK) => {
      const page = await lend();
      await page.setViewportSize(viewport);
      await signIn(page, role, path);
      return page;
    }),
});

/** After a failure the worker ends, and its pages with it; until then they show where the test stood. */
const failed = ({ status, expectedStatus }: TestInfo) => status !== expectedStatus;

async function empty({ context, page }: Kept, origin: string): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ colorScheme: null, media: null });
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(PARKED);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
  await context.clearCookies();
  await context.clearPermissions();
}

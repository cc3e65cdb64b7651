import { test as base, type BrowserContext, type Page } from '@playwright/test';

/** A page that waits between two tests. It stays on the site: elsewhere it would lose its process and its cache. */
const PARKED = '/readyz';

interface Kept {
  context: BrowserContext;
  page: Page;
}

/**
 * A test of the office that gets the worker's own page, emptied: cookies, stored data, caches of service workers, history,
 * routes, size and colors. A new context would compile the office anew, which is most of the work of loading it. A test
 * that needs another kind of browser (a phone), installs a clock or a script, opens a second tab, goes offline or listens to its page imports
 * `test` from Playwright instead.
 */
export const test = base.extend<object, { kept: { one?: Kept } }>({
  kept: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter
    async ({}, use) => {
      const kept: { one?: Kept } = {};
      await use(kept);
      await kept.one?.context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, kept, baseURL }, use) => {
    if (!kept.one) {
      const context = await browser.newContext();
      kept.one = { context, page: await context.newPage() };
    }
    await use(kept.one.context);
    // After a failure the worker ends, and its page with it.
    await empty(kept.one, baseURL!);
  },
  page: async ({ context: _context, kept, viewport }, use) => {
    const { page } = kept.one!;
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
});

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

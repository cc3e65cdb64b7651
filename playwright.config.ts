import { defineConfig } from '@playwright/test';
import { freePort } from './server/kernel/embedded-postgres/launch.ts';
import { chromiumLaunch } from './test/chromium.ts';
import { DEEP } from './test/deep.ts';

// The workers read this file again, with the port chosen in the first reading.
const port = (process.env['E2E_PORT'] ??= String(await freePort()));
const launchOptions = await chromiumLaunch();

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/e2e/server.ts',
  outputDir: 'test-results',
  snapshotDir: 'test/e2e/pictures',
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // What takes long and repeats most of what a shorter journey shows is for `npm run test:deep`.
  ...(!DEEP && { grepInvert: /@deep/ }),
  // End a test that hangs; a slow machine must not reach them.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: 'chromium',
    launchOptions: {
      ...launchOptions,
      args: [
        ...launchOptions.args,
        // A microphone that says beep, and nobody to ask for it.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        // A page lives for seconds: optimizing its code costs more than it saves.
        '--js-flags=--no-turbofan --no-maglev',
      ],
    },
    locale: 'es-PA',
    timezoneId: 'America/Panama',
    // Without animations, tests need not wait for them.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'off',
    video: 'off',
    actionTimeout: 60_000,
  },
});

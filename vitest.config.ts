import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Two cores; the server's tests share one PostgreSQL, each file with a database of its own.
    maxWorkers: 2,
    restoreMocks: true,
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: { name: 'contract', include: ['contract/**/*.test.ts'], setupFiles: ['test/setup.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['test/setup.ts', 'test/setup-web.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/setup.ts'],
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

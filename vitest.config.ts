import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { CHILD_ARGS } from './test/childEnv.ts';
import { DEEP, deep } from './test/deep.ts';

const textOf = (file: string) => readFileSync(file, 'utf8');
/** What takes long and shows little that a shorter test does not is for `npm run test:deep`. */
const isDeep = (file: string) => /\.deep\.test\.tsx?$/.test(file);
/** Whether a test has a variable number of cases. */
const varies = (file: string) => /\/deep\.ts'|\bfc\.assert\(/.test(textOf(file));
/** The files of these patterns: in `npm run test:deep` those that vary or are deep, else all that are not. */
const tests = (...patterns: string[]) =>
  globSync(patterns).filter((file) => (DEEP ? isDeep(file) || varies(file) : !isDeep(file)));

const WEB = tests('web/**/*.test.{ts,tsx}');
/** Files that mock modules: they need fresh imports. */
const mocking = WEB.filter((file) => /\bvi\.(mock|resetModules)\(/.test(textOf(file)));
const web = {
  environment: 'jsdom' as const,
  setupFiles: ['test/setup.ts', 'test/setup-web.ts'],
};

export default defineConfig({
  test: {
    // One more than the two cores, because a worker waits for PostgreSQL part of its time. Each file has its own database.
    maxWorkers: 3,
    // A worker imports the application once for all its files; test/setup.ts resets shared state between them.
    isolate: false,
    // Fewer collections of short-lived objects; and packages are resolved as under `npm start`.
    execArgv: ['--max-semi-space-size=64', ...CHILD_ARGS],
    restoreMocks: true,
    // Ends a test that hangs; a slow machine must not reach it.
    testTimeout: deep(120_000, 900_000),
    // Waits for what happens, as the browser's tests do: a long transaction of another test, for one, holds back the feed.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'contract', include: tests('contract/**/*.test.ts'), setupFiles: ['test/setup.ts'] },
      },
      {
        extends: true,
        test: { ...web, name: 'web', include: WEB, exclude: mocking },
      },
      {
        extends: true,
        test: {
          ...web,
          name: 'web, mocking',
          include: mocking,
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: tests('server/**/*.test.ts', 'test/**/*.test.ts'),
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/setup.ts'],
          hookTimeout: deep(600_000, 900_000),
        },
      },
    ],
  },
});

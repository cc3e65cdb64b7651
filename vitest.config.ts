import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { DEEP, deep } from './test/deep.ts';

const textOf = (file: string) => readFileSync(file, 'utf8');
/** All of these files; in `npm run test:deep` those that take as many cases as they are told. */
const tests = (...patterns: string[]) =>
  DEEP ? globSync(patterns).filter((file) => /\/deep\.ts'|\bfc\.assert\(/.test(textOf(file))) : patterns;

const WEB = 'web/**/*.test.{ts,tsx}';
/** Files that put a module of their own in place of another: they need imports that nobody else has used. */
const mocking = globSync(WEB).filter((file) => /\bvi\.(mock|resetModules)\(/.test(textOf(file)));
const web = {
  environment: 'jsdom' as const,
  setupFiles: ['test/setup.ts', 'test/setup-web.ts'],
};

export default defineConfig({
  test: {
    // Two cores; the server's tests share one PostgreSQL, each file with a database of its own.
    maxWorkers: 2,
    // A worker imports the application once for all its files: test/setup.ts puts back between them what they share.
    isolate: false,
    restoreMocks: true,
    testTimeout: deep(30_000, 900_000),
    projects: [
      {
        extends: true,
        test: { name: 'contract', include: tests('contract/**/*.test.ts'), setupFiles: ['test/setup.ts'] },
      },
      {
        extends: true,
        test: { ...web, name: 'web', include: tests(WEB), exclude: mocking },
      },
      {
        extends: true,
        test: { ...web, name: 'web, mocking', include: DEEP ? [] : mocking, isolate: true },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: tests('server/**/*.test.ts', 'test/**/*.test.ts'),
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/setup.ts'],
          hookTimeout: deep(60_000, 900_000),
        },
      },
    ],
  },
});

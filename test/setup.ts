import { afterAll, afterEach, vi } from 'vitest';
import { forgetAll } from '#server/kernel/lately.ts';
import { DEEP } from './deep.ts';
import { beginSerials } from './serial.ts';

// Properties without their own number of cases run 100 by default.
if (DEEP) (await import('fast-check')).configureGlobal({ numRuns: 1000 });

// Any console.error fails the test: it is either a fault, or expected and then mocked.
const complaints: string[] = [];
// oxlint-disable-next-line no-console
console.error = (...said: unknown[]) => void complaints.push(said.map(String).join(' '));

afterEach(() => {
  const found = complaints.splice(0);
  if (found.length > 0) throw new Error(`console.error was called:\n${found.join('\n')}`);
});

// The files of a worker share modules and globals (vitest.config.ts): restore them after each file.
const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  forgetAll();
  beginSerials();
});

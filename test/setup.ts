import { afterAll, afterEach, vi } from 'vitest';
import { forgetAll } from '#server/kernel/lately.ts';
import { DEEP } from './deep.ts';
import { beginSerials } from './serial.ts';

// Properties that do not say how many cases they take have a hundred.
if (DEEP) (await import('fast-check')).configureGlobal({ numRuns: 1000 });

// Noise is a failure: what a test makes the code complain about is either a fault or expected, and then it is mocked.
const complaints: string[] = [];
// oxlint-disable-next-line no-console
console.error = (...said: unknown[]) => void complaints.push(said.map(String).join(' '));

afterEach(() => {
  const found = complaints.splice(0);
  if (found.length > 0) throw new Error(`console.error was called:\n${found.join('\n')}`);
});

// The files of a worker share its modules and globals (vitest.config.ts): each leaves them as it found them.
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

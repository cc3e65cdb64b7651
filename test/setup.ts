import { afterEach } from 'vitest';

// Noise is a failure: what a test makes the code complain about is either a fault or expected, and then it is mocked.
const complaints: string[] = [];
// oxlint-disable-next-line no-console
console.error = (...said: unknown[]) => void complaints.push(said.map(String).join(' '));

afterEach(() => {
  const found = complaints.splice(0);
  if (found.length > 0) throw new Error(`console.error was called:\n${found.join('\n')}`);
});

import { describe, expect, test } from 'vitest';
import { Refused } from './errors.ts';
import { thread, ThreadEnded, turns } from './thread.ts';

/** Runs a few lines of code in a thread. */
const run = (lines: string, limits = { seconds: 20, megabytes: 64 }, onPart?: (part: number) => void) =>
  thread<number, number, number>(
    new URL(
      `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'; ${lines}`)}`,
    ),
    limits,
  )(20, onPart);
const reasonOf = async (work: Promise<unknown>) =>
  work.catch((error: unknown) => (error instanceof ThreadEnded ? error.reason : error));

describe('a thread', () => {
  test('answers its task', async () => {
    expect(await run('parentPort.postMessage({ answered: workerData + 1 })')).toBe(21);
  });
  test('sends parts in order before its answer', async () => {
    const parts: number[] = [];
    const lines =
      'for (const part of [1, 2, 3]) parentPort.postMessage({ part }); parentPort.postMessage({ answered: 4 })';
    expect(await run(lines, undefined, (part) => parts.push(part))).toBe(4);
    expect(parts).toEqual([1, 2, 3]);
  });
  test('is ended when its time runs out', async () => {
    expect(await reasonOf(run('for (;;);', { seconds: 1, megabytes: 64 }))).toBe('time');
  });
  test('that gets no processor time raises 429 and is not blamed', async () => {
    const waits = 'setInterval(() => {}, 1000)';
    expect(await reasonOf(run(waits, { seconds: 0.1, megabytes: 64 }))).toMatchObject({ status: 429 });
  });
  test('is ended when its heap or its buffers exceed the limit', async () => {
    expect(await reasonOf(run('const all = []; for (;;) all.push([all.length])'))).toBe('memory');
    expect(await reasonOf(run('const all = [new Uint8Array(2e8).fill(1)]; for (;;);'))).toBe('memory');
  });
  test('that throws, or ends without an answer, is a fault', async () => {
    expect(await reasonOf(run('throw new Error("no")'))).toBe('fault');
    expect(await reasonOf(run(''))).toBe('fault');
  });
});

test('turns runs and queues a limited number and refuses the next', async () => {
  const inTurn = turns({ atOnce: 1, waiting: 1, busy: 'Espera' });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const order: number[] = [];
  const first = inTurn(async () => gate.then(() => order.push(1)));
  const second = inTurn(async () => order.push(2));
  await expect(inTurn(async () => order.push(3))).rejects.toThrow(Refused);
  open();
  await Promise.all([first, second]);
  await inTurn(async () => order.push(4));
  expect(order).toEqual([1, 2, 4]);
});

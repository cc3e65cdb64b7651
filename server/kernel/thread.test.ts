import { describe, expect, test } from 'vitest';
import { Refused } from './errors.ts';
import { thread, ThreadEnded, turns } from './thread.ts';

/** A thread of a few lines. */
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
  test('hands over what is done before its answer, in order', async () => {
    const parts: number[] = [];
    const lines =
      'for (const part of [1, 2, 3]) parentPort.postMessage({ part }); parentPort.postMessage({ answered: 4 })';
    expect(await run(lines, undefined, (part) => parts.push(part))).toBe(4);
    expect(parts).toEqual([1, 2, 3]);
  });
  test('ends after its time', async () => {
    expect(await reasonOf(run('for (;;);', { seconds: 0.2, megabytes: 64 }))).toBe('time');
  });
  test('that got no time of the processor is no fault of its task: later', async () => {
    const waits = 'setInterval(() => {}, 1000)';
    expect(await reasonOf(run(waits, { seconds: 0.1, megabytes: 64 }))).toMatchObject({ status: 429 });
  });
  test('ends at its memory, of the heap and of buffers', async () => {
    expect(await reasonOf(run('const all = []; for (;;) all.push([all.length])'))).toBe('memory');
    expect(await reasonOf(run('const all = [new Uint8Array(2e8).fill(1)]; for (;;);'))).toBe('memory');
  });
  test('that throws, or ends in silence, is a fault', async () => {
    expect(await reasonOf(run('throw new Error("no")'))).toBe('fault');
    expect(await reasonOf(run(''))).toBe('fault');
  });
});

test('turns: so many run, so many wait, the next is refused', async () => {
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

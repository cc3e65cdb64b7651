import { expect, test } from 'vitest';
import { forgetAll, Lately } from './lately.ts';

test('a cached value is kept until it is forgotten', async () => {
  const lately = new Lately<{ at: number }>({ ms: 60_000 });
  let reads = 0;
  const read = () => lately.read('a', () => Promise.resolve({ at: (reads += 1) }));
  expect(await read()).toBe(await read());
  lately.forget(({ at }) => at === 2);
  expect(await read()).toEqual({ at: 1 });
  forgetAll();
  expect(await read()).toEqual({ at: 2 });
});

test('a value read while something was forgotten is not cached, and neither is a failure', async () => {
  const lately = new Lately<{ name: string }>({ ms: 60_000 });
  const begun = Promise.withResolvers<{ name: string }>();
  const reading = lately.read('a', () => begun.promise);
  lately.forget();
  begun.resolve({ name: 'before' });
  expect(await reading).toEqual({ name: 'before' });
  await expect(lately.read('a', () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  );
  expect(await lately.read('a', () => Promise.resolve({ name: 'after' }))).toEqual({ name: 'after' });
});

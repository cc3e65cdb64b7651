import fc from 'fast-check';
import { expect, test } from 'vitest';
import { solve } from './network.ts';
import { houseNetwork, type Template } from './stamp.ts';
import { partOf } from './template.ts';

const SIZE = 6;
const templates = fc.record({
  activities: fc.tuple(
    ...Array.from({ length: SIZE }, (_, at) =>
      fc.record({
        id: fc.constant(at + 1),
        name: fc.constant(`A${at + 1}`),
        days: fc.integer({ min: 1, max: 9 }),
        outdoors: fc.constant(false),
      }),
    ),
  ),
  links: fc
    .array(
      fc.record({
        from: fc.integer({ min: 1, max: SIZE }),
        to: fc.integer({ min: 1, max: SIZE }),
        kind: fc.constantFrom('FS', 'SS', 'FF', 'SF'),
        lag: fc.integer({ min: 0, max: 4 }),
      }),
      { maxLength: 8 },
    )
    .map((links) => links.filter(({ from, to }) => from < to)),
});
const startsOf = (template: Template) =>
  new Map(solve(houseNetwork(template, { id: 1 }, { start: 0 })).dates.map((one) => [one.id, one.start]));

test('what a contract builds never begins later than in the whole plan, and nothing named is missing', () => {
  fc.assert(
    fc.property(templates, fc.uniqueArray(fc.integer({ min: 1, max: SIZE })), (whole, gone) => {
      const part = partOf(whole, (id) => !gone.includes(id));
      const [all, own] = [startsOf(whole), startsOf(part)];
      for (const [id, start] of own) expect(start).toBeLessThanOrEqual(all.get(id)!);
      expect(part.activities.map(({ id }) => id)).toEqual(
        whole.activities.map(({ id }) => id).filter((id) => !gone.includes(id)),
      );
    }),
  );
});

test('an activity between two others leaves its days to the wait of the last', () => {
  const plan: Template = {
    activities: [1, 2, 3].map((id) => ({ id, name: `A${id}`, days: 5, outdoors: false })),
    links: [
      { from: 1, to: 2, kind: 'FS', lag: 2 },
      { from: 2, to: 3, kind: 'SS', lag: 3 },
    ],
  };
  const part = partOf(plan, (id) => id !== 2);
  expect(part.links).toEqual([{ from: 1, to: 3, kind: 'FS', lag: 5 }]);
  expect(startsOf(part).get(3)).toBe(startsOf(plan).get(3));
});

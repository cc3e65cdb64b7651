import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { besideBaseline, crewsAtPace, crewsFor, keyOf, stampHouses, type Template } from './stamp.ts';

const template: Template = {
  activities: [
    { id: 1, name: 'Fundaciones', days: 6, outdoors: true },
    { id: 2, name: 'Paredes', days: 9, outdoors: true },
    { id: 3, name: 'Pintura', days: 3, outdoors: false },
  ],
  links: [
    { from: 1, to: 2, kind: 'FS', lag: 2 },
    { from: 2, to: 3, kind: 'FS', lag: 0 },
  ],
};
const houses = (count: number) => Array.from({ length: count }, (_, at) => ({ id: 100 + at }));
const hindrancesOn = (lost: number[]) => ({ open: { lost, closed: [] }, covered: { lost, closed: [] } });
const starts = (stamped: ReturnType<typeof stampHouses>, activity: number) =>
  stamped.dates.filter((_, at) => stamped.tasks[at]!.activity === activity).map(({ start }) => start);

describe('stamping', () => {
  test('one crew per activity builds the houses one after the other', () => {
    const stamped = stampHouses({ template, houses: houses(3), start: 10 });
    expect(starts(stamped, 1)).toEqual([10, 16, 22]);
    expect(starts(stamped, 2)).toEqual([18, 27, 36]);
    expect(starts(stamped, 3)).toEqual([27, 36, 45]);
    expect(stamped.end).toBe(48);
  });

  test('with the crews of a pace a house is finished at that pace', () => {
    expect([crewsFor(9, 3), crewsFor(1, 3), crewsFor(10, 3)]).toEqual([3, 1, 4]);
    const crews = crewsAtPace(template, 3);
    const stamped = stampHouses({ template, houses: houses(6), start: 0, crews });
    expect(starts(stamped, 3)).toEqual([17, 20, 23, 26, 29, 32]);
  });

  test('a crew leaves its days between two houses, and a house waits for its permit', () => {
    const paced = stampHouses({
      template,
      houses: houses(2),
      start: 0,
      crews: new Map([[1, { count: 1, every: 10 }]]),
    });
    expect(starts(paced, 1)).toEqual([0, 10]);
    const awaited = stampHouses({ template, houses: [{ id: 1, notBefore: 30 }, { id: 2 }], start: 0 });
    expect(starts(awaited, 1)).toEqual([30, 36]);
  });

  test('houses of several plans share the crews of what they have in common', () => {
    const short: Template = { activities: template.activities.slice(1), links: template.links.slice(1) };
    const stamped = stampHouses({
      template,
      houses: [{ id: 1 }, { id: 2, template: short }, { id: 3 }],
      start: 0,
    });
    expect(starts(stamped, 1)).toEqual([0, 6]);
    // The first house's walls wait for its foundations; the second house's for that crew.
    expect(starts(stamped, 2)).toEqual([8, 17, 26]);
  });

  test('a moved activity and a stop of one house push what waits for them', () => {
    const stamped = stampHouses({
      template,
      houses: [
        { id: 1, moved: new Map([[2, 20]]) },
        { id: 2, hindrance: hindrancesOn([30]) },
      ],
      start: 0,
    });
    expect(starts(stamped, 2)).toEqual([20, 29]);
    expect(stamped.dates.at(-1)).toMatchObject({ start: 39, finish: 42 });
  });

  test('keeps every dependency of every house, and no crew is in two houses at once', () => {
    const templates = fc.integer({ min: 1, max: 5 }).chain((size) =>
      fc.record({
        activities: fc.tuple(
          ...Array.from({ length: size }, (_, at) =>
            fc.record({
              id: fc.constant(at + 1),
              name: fc.constant(`A${at}`),
              days: fc.integer({ min: 1, max: 9 }),
              outdoors: fc.boolean(),
            }),
          ),
        ),
        links: fc
          .array(
            fc.record({
              from: fc.integer({ min: 1, max: size }),
              to: fc.integer({ min: 1, max: size }),
              kind: fc.constantFrom('FS', 'SS', 'FF', 'SF'),
              lag: fc.integer({ min: -3, max: 4 }),
            }),
            { maxLength: 6 },
          )
          .map((links) => links.filter(({ from, to }) => from < to)),
      }),
    );
    const lost = fc.uniqueArray(fc.nat(40), { maxLength: 10 }).map((list) => list.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(
        templates,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 3 }),
        lost,
        (any, count, each, rain) => {
          const stamped = stampHouses({
            template: any,
            houses: houses(count),
            start: 5,
            crews: new Map(any.activities.map(({ id }) => [id, { count: each }])),
            hindrance: { open: { lost: rain, closed: [] }, covered: { lost: [], closed: [] } },
          });
          const of = new Map(stamped.dates.map((one) => [one.id, one]));
          for (const house of houses(count))
            for (const { from, to, kind, lag } of any.links) {
              const [a, b] = [of.get(keyOf(house.id, from))!, of.get(keyOf(house.id, to))!];
              const least = (kind === 'FS' || kind === 'FF' ? a.finish : a.start) + lag;
              expect(kind === 'FS' || kind === 'SS' ? b.start : b.finish).toBeGreaterThanOrEqual(least);
            }
          const crews = new Map<string, { start: number; finish: number }[]>();
          for (const [at, { activity, crew }] of stamped.tasks.entries()) {
            const key = `${activity}/${crew}`;
            crews.set(key, [...(crews.get(key) ?? []), stamped.dates[at]!]);
          }
          for (const list of crews.values())
            for (const [at, one] of list.slice(1).entries())
              expect(one.start).toBeGreaterThanOrEqual(list[at]!.finish);
          for (const { start } of stamped.dates) expect(start).toBeGreaterThanOrEqual(5);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('base line beside forecast', () => {
  test('rain and a late house push those behind them, and only as far as they wait', () => {
    const compared = besideBaseline({
      template,
      houses: [{ id: 1, done: new Map([[1, { started: 0, finished: 8 }]]) }, { id: 2 }],
      start: 0,
      hindrance: { open: { lost: [9], closed: [] }, covered: { lost: [], closed: [] } },
      now: 9,
    });
    expect(compared.map(({ house, activity, late }) => [house, activity, late])).toEqual([
      [1, 1, 2],
      [1, 2, 2],
      [1, 3, 2],
      [2, 1, 4],
      [2, 2, 2],
      [2, 3, 2],
    ]);
    expect(compared[0]).toMatchObject({
      baseline: { start: 0, finish: 6 },
      forecast: { start: 0, finish: 8 },
    });
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circleSentence, looseActivities, solve, type Activity, type Link, type Network } from './network.ts';

/** A network without circles: links go from a lower id to a higher one, listed in any order. */
const kinds = ['FS', 'SS', 'FF', 'SF'] as const;
const networks = (hindered: boolean): fc.Arbitrary<Network<number>> =>
  fc.integer({ min: 1, max: 7 }).chain((size) =>
    fc
      .record({
        activities: fc.tuple(
          ...Array.from({ length: size }, (_, id) =>
            fc.record({
              id: fc.constant(id),
              name: fc.constant(`A${id}`),
              days: fc.integer({ min: hindered ? 1 : 0, max: 6 }),
              notBefore: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined, freq: 3 }),
              hindrance: hindered
                ? fc.record({ lost: someDays, closed: someDays })
                : fc.constant<undefined>(undefined),
            }),
          ),
        ),
        links: fc.array(
          fc
            .record({
              ends: fc.tuple(fc.nat(size - 1), fc.nat(size - 1)),
              kind: fc.constantFrom(...kinds),
              lag: fc.integer({ min: -4, max: 5 }),
            })
            .map(({ ends, ...link }) => ({ ...link, from: Math.min(...ends), to: Math.max(...ends) })),
          { maxLength: 9 },
        ),
        shuffled: fc.array(fc.nat(), { minLength: size, maxLength: size }),
      })
      .map(({ activities, links, shuffled }) => ({
        activities: activities.toSorted((a, b) => shuffled[a.id]! - shuffled[b.id]!),
        links: links.filter(({ from, to }) => from < to),
      })),
  );
const someDays = fc
  .uniqueArray(fc.integer({ min: 0, max: 24 }), { maxLength: 8 })
  .map((days) => days.toSorted((a, b) => a - b));

/** Independent of the engine: every path is walked, and its weights are added. */
function byEnumeration({ activities, links }: Network<number>) {
  const of = new Map(activities.map((one) => [one.id, one]));
  const weight = ({ from, to, kind, lag }: Link<number>) =>
    lag +
    (kind === 'FS' || kind === 'FF' ? of.get(from)!.days : 0) -
    (kind === 'FF' || kind === 'SF' ? of.get(to)!.days : 0);
  const early = (id: number): number =>
    Math.max(
      of.get(id)!.notBefore ?? 0,
      ...links.filter(({ to }) => to === id).map((link) => early(link.from) + weight(link)),
    );
  const tail = (id: number): number =>
    Math.max(
      of.get(id)!.days,
      ...links.filter(({ from }) => from === id).map((link) => weight(link) + tail(link.to)),
    );
  const end = Math.max(...activities.map(({ id, days }) => early(id) + days));
  return activities.map(({ id, days }) => {
    const start = early(id);
    const late = end - tail(id);
    const free = Math.min(
      end - start - days,
      ...links.filter(({ from }) => from === id).map((link) => early(link.to) - weight(link) - start),
    );
    return {
      id,
      start,
      finish: start + days,
      lateStart: late,
      lateFinish: late + days,
      float: late - start,
      freeFloat: free,
      critical: late <= start,
    };
  });
}

/** Independent of the engine: dates are tried day by day until every rule holds, in no order. */
function byTrying({ activities, links }: Network<number>, forced = new Map<number, number>()) {
  const starts = new Map(activities.map(({ id, notBefore }) => [id, forced.get(id) ?? notBefore ?? 0]));
  const may = ({ hindrance }: Activity<number>, day: number) =>
    !hindrance!.lost.includes(day) && !hindrance!.closed.includes(day);
  const finish = (one: Activity<number>) => {
    let day = starts.get(one.id)!;
    for (let left = one.days; left > 0; day++) if (!one.hindrance!.lost.includes(day)) left--;
    return day;
  };
  const holds = (one: Activity<number>) =>
    may(one, starts.get(one.id)!) &&
    links.every(({ from, to, kind, lag }) => {
      if (to !== one.id) return true;
      const before = activities.find(({ id }) => id === from)!;
      const least = (kind === 'FS' || kind === 'FF' ? finish(before) : starts.get(from)!) + lag;
      return (kind === 'FS' || kind === 'SS' ? starts.get(to)! : finish(one)) >= least;
    });
  for (;;) {
    const broken = activities.find((one) => !holds(one));
    if (!broken) break;
    starts.set(broken.id, starts.get(broken.id)! + 1);
  }
  return {
    dates: activities.map((one) => ({ id: one.id, start: starts.get(one.id)!, finish: finish(one) })),
    end: Math.max(...activities.map(finish)),
  };
}

/** Activities that the second network puts earlier than the first. */
const earlier = (before: Network<number>, after: Network<number>) => {
  const was = solve(before).dates;
  return solve(after).dates.filter(
    ({ start, finish }, at) => start < was[at]!.start || finish < was[at]!.finish,
  );
};

describe('the network', () => {
  test('agrees with the enumeration of all paths on early and late dates and floats', () => {
    fc.assert(
      fc.property(networks(false), (network) => {
        const { dates, end } = solve(network);
        const expected = byEnumeration(network);
        expect(dates).toEqual(expected);
        expect(end).toBe(Math.max(...expected.map(({ finish }) => finish)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('with lost days it agrees with trying day by day: early dates, and how far each may slip', () => {
    fc.assert(
      fc.property(networks(true), (network) => {
        const { dates, end } = solve(network);
        const tried = byTrying(network);
        expect(dates.map(({ id, start, finish }) => ({ id, start, finish }))).toEqual(tried.dates);
        expect(end).toBe(tried.end);
        for (const { id, start, lateStart } of dates) {
          let latest = start;
          for (let day = start + 1; day <= end; day++) {
            const slipped = byTrying(network, new Map([[id, day]]));
            if (slipped.end > end) break;
            latest = slipped.dates.find((one) => one.id === id)!.start;
          }
          expect(lateStart).toBe(latest);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a longer lag and a later start never make anything earlier', () => {
    fc.assert(
      fc.property(networks(true), fc.nat(), fc.integer({ min: 1, max: 4 }), (network, at, more) => {
        const longer = network.links.map((link, place) =>
          place === at % network.links.length ? { ...link, lag: link.lag + more } : link,
        );
        const later = network.activities.map((one, place) =>
          place === at % network.activities.length ? { ...one, notBefore: (one.notBefore ?? 0) + more } : one,
        );
        expect(earlier(network, { ...network, links: longer })).toEqual([]);
        expect(earlier(network, { ...network, activities: later })).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  // Work that only has to finish with another begins earlier when it takes longer, so FF and SF are left out.
  test('a lost day never makes anything earlier', () => {
    fc.assert(
      fc.property(networks(true), fc.nat(20), (any, day) => {
        const network = { ...any, links: any.links.filter(({ kind }) => kind === 'FS' || kind === 'SS') };
        const wetter = network.activities.map((one) => ({
          ...one,
          hindrance: {
            ...one.hindrance!,
            lost: [...new Set([...one.hindrance!.lost, day])].toSorted((a, b) => a - b),
          },
        }));
        expect(earlier(network, { ...network, activities: wetter })).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('its path leads from a free start to the end, each activity critical or held by a given date', () => {
    fc.assert(
      fc.property(networks(false), (network) => {
        const { path, end, dates } = solve(network);
        const of = new Map(dates.map((one) => [one.id, one]));
        expect(of.get(path.at(-1)!)!.finish).toBe(end);
        for (const id of path) expect(of.get(id)!.critical).toBe(true);
        for (const [at, id] of path.slice(1).entries())
          expect(network.links.some(({ from, to }) => from === path[at] && to === id)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

const chain = (now?: number, own: Partial<Activity<string>>[] = []): Network<string> => ({
  activities: ['Fundaciones', 'Paredes', 'Techo'].map((name, at) => ({
    id: name,
    name,
    days: 4,
    ...own[at],
  })),
  links: [
    { from: 'Fundaciones', to: 'Paredes', kind: 'FS', lag: 0 },
    { from: 'Paredes', to: 'Techo', kind: 'FS', lag: 1 },
  ],
  now,
});
const spans = (network: Network<string>) => solve(network).dates.map(({ start, finish }) => [start, finish]);

describe('real dates', () => {
  test('override the plan, also against a dependency', () => {
    expect(spans(chain())).toEqual([
      [0, 4],
      [4, 8],
      [9, 13],
    ]);
    expect(spans(chain(7, [{ started: 0, finished: 7 }]))).toEqual([
      [0, 7],
      [7, 11],
      [12, 16],
    ]);
    const early = chain(5, [{ started: 0 }, { started: 2, finished: 5 }]);
    expect(spans(early)).toEqual([
      [0, 6],
      [2, 5],
      [6, 10],
    ]);
    expect(solve(early).dates.map(({ float, critical }) => [float, critical])).toEqual([
      [4, false],
      [0, false],
      [0, true],
    ]);
  });

  test('what is under way goes on from today by its percent, and without one by the days worked', () => {
    expect(spans(chain(3, [{ started: 0, percent: 25 }]))[0]).toEqual([0, 6]);
    expect(spans(chain(3, [{ started: 0 }]))[0]).toEqual([0, 4]);
    expect(spans(chain(9, [{ started: 0 }]))[0]).toEqual([0, 10]);
    const rain = { lost: [1, 2, 3], closed: [] };
    expect(spans(chain(4, [{ started: 0, hindrance: rain }]))[0]).toEqual([0, 7]);
  });

  test('nothing begins in the past', () => {
    expect(spans(chain(10))).toEqual([
      [10, 14],
      [14, 18],
      [19, 23],
    ]);
  });
});

describe('what is refused', () => {
  test('a circle, with the names of its activities in the order of the work', () => {
    const circle: Network<string> = {
      ...chain(),
      links: [...chain().links, { from: 'Techo', to: 'Paredes', kind: 'SS', lag: -5 }],
    };
    const sentence =
      'Estas actividades se esperan en círculo: «Paredes» → «Techo» → «Paredes». Quita una de las dependencias.';
    expect(circleSentence(circle)).toBe(sentence);
    expect(() => solve(circle)).toThrow(sentence);
    expect(circleSentence(chain())).toBeNull();
    expect(circleSentence({ ...chain(), links: [{ from: 'Techo', to: 'Techo', kind: 'FS', lag: 0 }] })).toBe(
      '«Techo» depende de sí misma.',
    );
  });

  test('an activity that nothing joins to the rest is named', () => {
    expect(looseActivities(chain())).toEqual([]);
    expect(looseActivities({ ...chain(), links: chain().links.slice(0, 1) })).toEqual(['Techo']);
    expect(looseActivities({ activities: [], links: [] })).toEqual([]);
  });

  test('any order of links with a way back is a circle, and no other', () => {
    const links = fc.array(
      fc.record({ from: fc.nat(5), to: fc.nat(5), kind: fc.constantFrom(...kinds), lag: fc.nat(3) }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(links, (list) => {
        const activities = [0, 1, 2, 3, 4, 5].map((id) => ({ id, name: `A${id}`, days: 1 }));
        const reaches = (from: number, to: number, seen: readonly number[] = []): boolean =>
          list.some(
            (link) =>
              link.from === from &&
              (link.to === to || (!seen.includes(link.to) && reaches(link.to, to, [...seen, link.to]))),
          );
        const circular = activities.some(({ id }) => reaches(id, id));
        expect(circleSentence({ activities, links: list }) !== null).toBe(circular);
      }),
      { numRuns: 500 },
    );
  });
});

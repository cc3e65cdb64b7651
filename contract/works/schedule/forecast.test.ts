import { describe, expect, test } from 'vitest';
import { backtest, forecastEnd, paceOf, pastHouse, quantile, type PastHouse } from './forecast.ts';
import { houseNetwork, type Done, type Template } from './stamp.ts';
import { solve } from './network.ts';

const template: Template = {
  activities: [
    { id: 1, name: 'Fundaciones', days: 10, outdoors: true },
    { id: 2, name: 'Paredes', days: 20, outdoors: true },
    { id: 3, name: 'Techo', days: 10, outdoors: true },
  ],
  links: [
    { from: 1, to: 2, kind: 'FS', lag: 0 },
    { from: 2, to: 3, kind: 'FS', lag: 0 },
  ],
};
/** A house built at these real days per planned day. */
function built(id: number, start: number, ratios: readonly number[]): PastHouse {
  const slowed = {
    ...template,
    activities: template.activities.map((one, at) => ({ ...one, days: Math.round(one.days * ratios[at]!) })),
  };
  const { dates } = solve(houseNetwork(slowed, { id }, { start }));
  return {
    id,
    start,
    done: new Map(dates.map((one) => [one.id, { started: one.start, finished: one.finish }])),
  };
}
/** Houses about 30 % late, each a little different. */
const late = Array.from({ length: 12 }, (_, at) =>
  built(at, at * 5, [1.2 + (at % 3) * 0.1, 1.3 + (at % 4) * 0.1, 1.1 + (at % 2) * 0.1]),
);

describe('the real pace', () => {
  test('counts from the day on which an activity could begin, so that waiting is in it', () => {
    const house = built(1, 100, [1, 1.5, 1]);
    expect([...paceOf(template, house)]).toEqual([
      [1, 1],
      [2, 1.5],
      [3, 1],
    ]);
    const waited: PastHouse = {
      ...house,
      done: new Map([...house.done, [3, { started: 150, finished: 160 }]]),
    };
    expect(paceOf(template, waited).get(3)).toBe(2);
    const wrong: PastHouse = { ...house, done: new Map([[1, { started: 100, finished: 9_000 }]]) };
    expect([...paceOf(template, wrong)]).toEqual([[1, 10]]);
  });

  test('a house counts as past when all its activities are finished', () => {
    const { done } = built(1, 0, [1, 1, 1]);
    expect(pastHouse(template, { id: 1, start: 0, done })?.done.size).toBe(3);
    expect(
      pastHouse(template, { id: 1, start: 0, done: new Map<number, Done>([...done, [2, { started: 3 }]]) }),
    ).toBeNull();
  });
});

describe('the forecast', () => {
  test('without past houses it is the plan and a little more', () => {
    const forecast = forecastEnd(template, { id: 9 }, { start: 0 }, []);
    expect(forecast).toEqual({ p50: 44, p80: 60, plan: 40, houses: 0 });
  });

  test('follows what really happens, and guesses only what is left', () => {
    const past = late.map((house) => paceOf(template, house));
    const first = forecastEnd(template, { id: 9 }, { start: 0 }, past);
    expect(first.p50).toBeGreaterThanOrEqual(52);
    expect(first.p80).toBeGreaterThanOrEqual(first.p50);
    const done = new Map([
      [1, { started: 0, finished: 10 }],
      [2, { started: 10, finished: 30 }],
      [3, { started: 30, percent: 90 }],
    ]);
    const nearly = forecastEnd(template, { id: 9, done }, { start: 0, now: 38 }, past);
    expect([nearly.plan, nearly.p50, nearly.p80]).toEqual([39, 40, 40]);
  });

  test('states its error on houses that it has not seen, and beats the plan there', () => {
    const tested = backtest(template, late)!;
    expect(tested.houses).toBe(12);
    expect(tested.error).toBeLessThan(tested.planError / 3);
    expect(Math.abs(tested.bias)).toBeLessThan(2);
    expect(tested.within80).toBeGreaterThanOrEqual(0.75);
    expect(backtest(template, late.slice(0, 1))).toBeNull();
  });

  test('quantiles are values of the list', () => {
    expect([0, 0.5, 0.8, 1].map((q) => quantile([4, 1, 3, 2], q))).toEqual([1, 2, 4, 4]);
  });
});

import { siteCalendar, hindranceOf, type LostDay } from '#contract/works/schedule/calendar.ts';
import { solve } from '#contract/works/schedule/network.ts';
import { crewsAtPace, houseNetwork, stampHouses, type Template } from '#contract/works/schedule/stamp.ts';
import { addDays } from '#contract/dates.ts';

/** The schedule engine at its intended size: 500 houses of 15 activities. `node bench/schedule.ts` */
const HOUSES = 500;
const calendar = siteCalendar('L-S');
const start = calendar.indexOf('2026-01-12');
const template: Template = {
  activities: Array.from({ length: 15 }, (_, at) => ({
    id: at + 1,
    name: `Actividad ${at + 1}`,
    days: 3 + ((at * 5) % 11),
    outdoors: at < 8,
  })),
  links: Array.from({ length: 14 }, (_, at) => ({
    from: at + 1,
    to: at + 2,
    kind: 'FS' as const,
    lag: 0,
  })).concat(
    Array.from({ length: 6 }, (_, at) => ({ from: at * 2 + 1, to: at * 2 + 4, kind: 'FS' as const, lag: 2 })),
  ),
};
const lost: LostDay[] = Array.from({ length: 60 }, (_, at) => ({
  day: addDays('2026-05-01', at * 3),
  reason: 'lluvia',
}));
const hindrance = hindranceOf(lost, calendar);
const houses = Array.from({ length: HOUSES }, (_, id) => ({ id }));
const crews = crewsAtPace(template, 3);

function measure(name: string, work: () => unknown): void {
  const times = Array.from({ length: 7 }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  }).sort((a, b) => a - b);
  console.log(
    `${name.padEnd(66)} ${times[3]!.toFixed(1).padStart(8)} ms (worst ${times.at(-1)!.toFixed(1)})`,
  );
}

measure(`stamp ${HOUSES} houses × 15 activities, crews, 60 rainy days, dates as text`, () => {
  const { dates } = stampHouses({ template, houses, start, crews, hindrance });
  return dates.map((one) => [calendar.dayAt(one.start), calendar.dayAt(one.finish - 1)]);
});
measure(`critical path of each of ${HOUSES} houses alone`, () =>
  houses.map((house) => solve(houseNetwork(template, house, { start, hindrance })).path),
);
measure(
  'critical path through all houses and crews',
  () => stampHouses({ template, houses, start, crews }).path,
);

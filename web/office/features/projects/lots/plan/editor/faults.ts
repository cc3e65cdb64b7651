import { overlaps, whyNoLot } from '#contract/projects/lots/geometry.ts';
import type { Drawing } from './drawing.ts';

/** The errors that the server would report, found while drawing. */
export function faultsOf({ lots, size }: Drawing): { keys: string[]; text: string }[] {
  const drawn = lots.flatMap((lot) => (lot.points ? [{ ...lot, points: lot.points }] : []));
  const alone = drawn.flatMap(({ key, name, points }) => {
    const reason = whyNoLot(points, size);
    return reason ? [{ keys: [key], text: `${name}: ${reason}` }] : [];
  });
  const wrong = new Set(alone.flatMap(({ keys: found }) => found));
  const over = overlaps(drawn.filter(({ key }) => !wrong.has(key))).map(({ a, b, areaM2 }) => ({
    keys: [a.key, b.key],
    text: `${a.name} y ${b.name} se traslapan: comparten ${areaM2.toFixed(1)} m².`,
  }));
  const names = new Map<string, string>();
  const twice = lots.flatMap(({ key, name }) => {
    const other = names.get(name);
    names.set(name, key);
    return other ? [{ keys: [other, key], text: `Hay dos lotes ${name}.` }] : [];
  });
  return [...alone, ...over, ...twice];
}

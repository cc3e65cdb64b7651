import type { Point, Polygon } from '#contract/projects/lots/geometry.ts';
import { nameInBlock } from '#contract/projects/lots/block.ts';
import type { Plan, PlanChange } from '#contract/projects/lots/plan.ts';

/** A lot on the drawing board. `key` never changes; a new lot has no id yet. */
export interface Drawn {
  key: string;
  id: number | null;
  version: number | null;
  name: string;
  type_id: number;
  area_m2: number;
  points: Polygon | null;
}

export interface Drawing {
  size: { width: number; height: number };
  dibujo: string | null;
  lots: readonly Drawn[];
}

const FIRST_SIZE = { width: 200, height: 120 };

export const drawingOf = (plan: Plan): Drawing => ({
  size: plan.size ?? FIRST_SIZE,
  dibujo: plan.dibujo,
  lots: plan.lots.map(({ id, version, lote, type, area_m2, points }) => ({
    key: `n${id}`,
    id,
    version,
    name: lote,
    type_id: type.id,
    area_m2,
    points,
  })),
});

/** The change to send: new, changed and removed lots. */
export function changeOf(plan: Plan, before: Drawing, now: Drawing): PlanChange {
  const was = new Map(before.lots.map((lot) => [lot.key, lot]));
  const kept = new Set(now.lots.map(({ key }) => key));
  return {
    proyecto_id: plan.project.id,
    version: plan.version,
    size: now.size,
    dibujo: now.dibujo,
    lots: now.lots
      .filter((lot) => was.get(lot.key) !== lot)
      .map(({ id, version, name, type_id, area_m2, points }) => ({
        id,
        version,
        name,
        type_id,
        area_m2,
        points: points && points.map(([x, y]): [number, number] => [round(x), round(y)]),
      })),
    removed: before.lots.flatMap(({ key, id, version }) =>
      kept.has(key) || id === null || version === null ? [] : [{ id, version }],
    ),
  };
}

/** Rounds to the millimetre. */
const round = (metres: number) => Math.round(metres * 1000) / 1000;

/** Undo and redo. A new step clears the redo list. */
export interface History {
  past: readonly Drawing[];
  now: Drawing;
  future: readonly Drawing[];
}
const STEPS_MAX = 100;

export const begin = (drawing: Drawing): History => ({ past: [], now: drawing, future: [] });
export const step = ({ past, now }: History, next: Drawing): History => ({
  past: [...past.slice(1 - STEPS_MAX), now],
  now: next,
  future: [],
});
export function undo(history: History): History {
  const last = history.past.at(-1);
  return last
    ? { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future] }
    : history;
}
export function redo(history: History): History {
  const [next, ...future] = history.future;
  return next ? { past: [...history.past, history.now], now: next, future } : history;
}

const near = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The closest point on a side. */
function onSide(point: Point, a: Point, b: Point): Point {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const part =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length));
  return [a[0] + dx * part, a[1] + dy * part];
}

/**
 * Snaps a point to a corner in reach, else to a side, else to the horizontal or vertical through `from`; else returns
 * it unchanged. Reach in metres.
 */
export function snap(
  point: Point,
  polygons: readonly Polygon[],
  { reach, from }: { reach: number; from?: Point | undefined },
): Point {
  let corner: Point | undefined;
  let side: Point | undefined;
  const closer = (one: Point, than: Point | undefined) =>
    near(point, one) <= reach && (!than || near(point, one) < near(point, than));
  for (const polygon of polygons)
    for (const [at, one] of polygon.entries()) {
      if (closer(one, corner)) corner = one;
      const foot = onSide(point, one, polygon[(at + 1) % polygon.length]!);
      if (closer(foot, side)) side = foot;
    }
  if (corner) return corner;
  if (side) return side;
  if (from && Math.abs(point[0] - from[0]) <= reach) return [from[0], point[1]];
  if (from && Math.abs(point[1] - from[1]) <= reach) return [point[0], from[1]];
  return point;
}

const between = (a: Point, b: Point, part: number): Point => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
];

/** Cuts a four-cornered row across its longer sides into equal lots; null without four corners. */
export function splitRow(row: Polygon, parts: number): Polygon[] | null {
  if (row.length !== 4) return null;
  const [a, b, c, d] = row as [Point, Point, Point, Point];
  const lengthwise = near(a, b) + near(c, d) >= near(b, c) + near(d, a);
  const [p, q, r, s] = lengthwise ? [a, b, c, d] : [b, c, d, a];
  return Array.from({ length: parts }, (_, at) => [
    between(p, q, at / parts),
    between(p, q, (at + 1) / parts),
    between(s, r, (at + 1) / parts),
    between(s, r, at / parts),
  ]);
}

export const moved = (polygon: Polygon, dx: number, dy: number): Polygon =>
  polygon.map(([x, y]): Point => [x + dx, y + dy]);

/** Scales the drawing, once a length is known. */
export const scaled = ({ size, dibujo, lots }: Drawing, factor: number): Drawing => ({
  size: { width: size.width * factor, height: size.height * factor },
  dibujo,
  lots: lots.map((lot) => ({
    ...lot,
    points: lot.points && lot.points.map(([x, y]): Point => [x * factor, y * factor]),
  })),
});

/** Where the line from-to crosses the side a-b, from 0 to 1 along the line; undefined if it does not. */
function meets(from: Point, to: Point, a: Point, b: Point): number | undefined {
  const [rx, ry] = [to[0] - from[0], to[1] - from[1]];
  const [sx, sy] = [b[0] - a[0], b[1] - a[1]];
  const det = rx * sy - ry * sx;
  if (Math.abs(det) < 1e-12) return undefined;
  const t = ((a[0] - from[0]) * sy - (a[1] - from[1]) * sx) / det;
  const u = ((a[0] - from[0]) * ry - (a[1] - from[1]) * rx) / det;
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : undefined;
}

/** The lots that a drawn line crosses, in order along the line. */
export function along(line: readonly Point[], lots: readonly Drawn[]): Drawn[] {
  const entered = lots.flatMap((lot) => {
    if (!lot.points) return [];
    const { points } = lot;
    for (let at = 0; at + 1 < line.length; at += 1) {
      const crossings = points
        .map((corner, i) => meets(line[at]!, line[at + 1]!, corner, points[(i + 1) % points.length]!))
        .filter((t) => t !== undefined);
      if (crossings.length > 0)
        return [{ lot, at: at + (Math.min(...crossings) + Math.max(...crossings)) / 2 }];
    }
    return [];
  });
  return entered.toSorted((a, b) => a.at - b.at).map(({ lot }) => lot);
}

/**
 * Renames the lots along a line: the block, and numbers up from the first. `clash`: a new name that a lot outside the
 * line already has.
 */
export function numbered(
  drawing: Drawing,
  line: readonly Point[],
  { block, first }: { block: string; first: number },
): { drawing: Drawing; count: number; clash: string | null } {
  const named = new Map(
    along(line, drawing.lots).map(({ key }, at) => [key, nameInBlock(block, first + at)]),
  );
  const names = new Set(named.values());
  const clash = drawing.lots.find((lot) => !named.has(lot.key) && names.has(lot.name));
  return {
    drawing: {
      ...drawing,
      lots: drawing.lots.map((lot) => {
        const name = named.get(lot.key);
        return name === undefined || name === lot.name ? lot : { ...lot, name };
      }),
    },
    count: named.size,
    clash: clash?.name ?? null,
  };
}

/** The block's name with the lowest free number. */
export function nextName(lots: readonly Drawn[], block: string): string {
  const names = new Set(lots.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = nameInBlock(block, number);
    if (!names.has(name)) return name;
  }
}

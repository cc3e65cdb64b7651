/** Corners of a polygon in plan metres, in order; the last is joined to the first. */
export type Point = readonly [x: number, y: number];
export type Polygon = readonly Point[];
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const cross = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** Twice the area, positive for clockwise corners on a screen (y points down). */
const doubled = (polygon: Polygon) => {
  const [first] = polygon;
  if (!first) return 0;
  let sum = 0;
  for (let at = 1; at + 1 < polygon.length; at += 1) sum += cross(first, polygon[at]!, polygon[at + 1]!);
  return sum;
};

/** Square metres. */
export const areaOf = (polygon: Polygon): number => Math.abs(doubled(polygon)) / 2;

export function boxOf(polygon: Polygon): Box {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const [x, y] of polygon) {
    if (x < box.x0) box.x0 = x;
    if (x > box.x1) box.x1 = x;
    if (y < box.y0) box.y0 = y;
    if (y > box.y1) box.y1 = y;
  }
  return box;
}
export const boxesMeet = (a: Box, b: Box): boolean =>
  a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

/** Whether a point is inside; undefined on the edge. */
export function contains(polygon: Polygon, [x, y]: Point): boolean {
  let inside = false;
  for (let at = 0, before = polygon.length - 1; at < polygon.length; before = at, at += 1) {
    const [ax, ay] = polygon[at]!;
    const [bx, by] = polygon[before]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Position of the label: the centre of the area, or the mean of the corners when that is outside. */
export function centreOf(polygon: Polygon): Point {
  const twice = doubled(polygon);
  const mean: Point = [
    polygon.reduce((sum, [x]) => sum + x, 0) / polygon.length,
    polygon.reduce((sum, [, y]) => sum + y, 0) / polygon.length,
  ];
  if (Math.abs(twice) < 1e-9) return mean;
  const origin = polygon[0]!;
  let [x, y] = [0, 0];
  for (let at = 1; at + 1 < polygon.length; at += 1) {
    const [a, b] = [polygon[at]!, polygon[at + 1]!];
    const weight = cross(origin, a, b);
    x += (origin[0] + a[0] + b[0]) * weight;
    y += (origin[1] + a[1] + b[1]) * weight;
  }
  const centre: Point = [x / (3 * twice), y / (3 * twice)];
  return contains(polygon, centre) ? centre : mean;
}

const strictlyCross = (a: Point, b: Point, c: Point, d: Point) =>
  cross(a, b, c) * cross(a, b, d) < -1e-9 && cross(c, d, a) * cross(c, d, b) < -1e-9;

/** Whether two of its edges cross: a lot cannot have that shape. */
export function crossesItself(polygon: Polygon): boolean {
  const edges = polygon.map((point, at) => [point, polygon[(at + 1) % polygon.length]!] as const);
  return edges.some(([a, b], at) =>
    edges.slice(at + 2).some(([c, d]) => a !== d && strictlyCross(a, b, c, d)),
  );
}

/** Ear clipping. The result is not reliable for a polygon that crosses itself. */
export function triangles(polygon: Polygon): Polygon[] {
  const ring = doubled(polygon) < 0 ? polygon.toReversed() : [...polygon];
  const made: Polygon[] = [];
  while (ring.length > 3) {
    const ear = ring.findIndex((tip, at) => {
      const [before, after] = [ring.at(at - 1)!, ring[(at + 1) % ring.length]!];
      if (cross(before, tip, after) <= 0) return false;
      return ring.every(
        (other) =>
          other === before ||
          other === tip ||
          other === after ||
          cross(before, tip, other) < 0 ||
          cross(tip, after, other) < 0 ||
          cross(after, before, other) < 0,
      );
    });
    // Corners in one line form no ear: remove the flattest one.
    const at = ear === -1 ? flattest(ring) : ear;
    made.push([ring.at(at - 1)!, ring[at]!, ring[(at + 1) % ring.length]!]);
    ring.splice(at, 1);
  }
  made.push(ring);
  return made.filter((one) => areaOf(one) > 1e-9);
}

const flattest = (ring: readonly Point[]): number => {
  const sizes = ring.map((tip, at) => Math.abs(cross(ring.at(at - 1)!, tip, ring[(at + 1) % ring.length]!)));
  return sizes.indexOf(Math.min(...sizes));
};

/** The part of a convex shape inside a triangle (Sutherland and Hodgman). */
function clip(shape: Polygon, triangle: Polygon): Polygon {
  let rest: Point[] = [...shape];
  for (let at = 0; at < triangle.length && rest.length > 0; at += 1) {
    const [from, to] = [triangle[at]!, triangle[(at + 1) % triangle.length]!];
    const kept: Point[] = [];
    for (let i = 0; i < rest.length; i += 1) {
      const [a, b] = [rest[i]!, rest[(i + 1) % rest.length]!];
      const [sideA, sideB] = [cross(from, to, a), cross(from, to, b)];
      if (sideA >= 0) kept.push(a);
      if (sideA * sideB < 0) {
        const part = sideA / (sideA - sideB);
        kept.push([a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]);
      }
    }
    rest = kept;
  }
  return rest;
}

const clockwise = (triangle: Polygon): Polygon => (doubled(triangle) < 0 ? triangle.toReversed() : triangle);

/** Common area of two polygons, in square metres. */
export function commonArea(a: Polygon, b: Polygon): number {
  if (!boxesMeet(boxOf(a), boxOf(b))) return 0;
  const others = triangles(b).map(clockwise);
  let sum = 0;
  for (const one of triangles(a)) for (const other of others) sum += areaOf(clip(one, other));
  return sum;
}

/** Less than 10 cm along a whole side: imprecise tracing, not an overlap. */
export const TOLERANCE_M2 = 0.5;

export interface Overlap<T> {
  a: T;
  b: T;
  areaM2: number;
}

/**
 * The first `most` pairs that overlap by more than the tolerance, found by a sweep from left to right; `counts` filters
 * pairs.
 */
export function overlaps<T extends { points: Polygon }>(
  list: readonly T[],
  { counts = () => true, most = 50 }: { counts?: (a: T, b: T) => boolean; most?: number } = {},
): Overlap<T>[] {
  const boxed = list.map((one) => ({ one, box: boxOf(one.points) })).toSorted((a, b) => a.box.x0 - b.box.x0);
  const found: Overlap<T>[] = [];
  for (const [at, { one, box }] of boxed.entries())
    for (let next = at + 1; next < boxed.length && boxed[next]!.box.x0 < box.x1; next += 1) {
      const other = boxed[next]!;
      if (!boxesMeet(box, other.box) || !counts(one, other.one)) continue;
      const areaM2 = commonArea(one.points, other.one.points);
      if (areaM2 <= TOLERANCE_M2) continue;
      found.push({ a: one, b: other.one, areaM2 });
      if (found.length >= most) return found;
    }
  return found;
}

/** Why a polygon cannot be a lot; null when it can. */
export function whyNoLot(polygon: Polygon, plan: { width: number; height: number }): string | null {
  if (polygon.length < 3) return 'Un lote necesita al menos tres esquinas.';
  if (crossesItself(polygon)) return 'Sus lados se cruzan: mueve una esquina.';
  if (areaOf(polygon) < 1) return 'Mide menos de 1 m²: revisa la escala o bórralo.';
  const { x0, y0, x1, y1 } = boxOf(polygon);
  if (x0 < -1 || y0 < -1 || x1 > plan.width + 1 || y1 > plan.height + 1) return 'Se sale del plano.';
  return null;
}

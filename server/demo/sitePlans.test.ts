import { expect, test } from 'vitest';
import { DEMO_PROJECTS } from './catalogue.ts';
import { readSitePlan, type SiteLot } from './sitePlans.ts';

type Point = readonly [number, number];

const plans = await Promise.all(
  DEMO_PROJECTS.map(async (project) => [project.slug, await readSitePlan(project)] as const),
);

/** The area of a polygon (shoelace formula). */
const areaOf = (polygon: readonly Point[]) =>
  Math.abs(
    polygon.reduce((sum, [xa, ya], i) => {
      const [xb, yb] = polygon[(i + 1) % polygon.length]!;
      return sum + xa * yb - xb * ya;
    }, 0),
  ) / 2;

/** Whether two segments cross at a point inside both. */
function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  const turn = (p: Point, q: Point, r: Point) =>
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  const near = 0.05;
  const [t1, t2, t3, t4] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  return (
    Math.min(Math.abs(t1), Math.abs(t2), Math.abs(t3), Math.abs(t4)) > near && t1 * t2 < 0 && t3 * t4 < 0
  );
}

function contains(outline: readonly Point[], [x, y]: Point): boolean {
  let odd = false;
  outline.forEach(([xa, ya], i) => {
    const [xb, yb] = outline[(i + 1) % outline.length]!;
    if (ya > y !== yb > y && x < ((xb - xa) * (y - ya)) / (yb - ya) + xa) odd = !odd;
  });
  return odd;
}

/** Points well inside a lot: its middle, and near each corner. */
function probes({ polygon }: SiteLot): Point[] {
  const mean = (i: 0 | 1) => polygon.reduce((s, p) => s + p[i], 0) / polygon.length;
  const [mx, my] = [mean(0), mean(1)];
  return [[mx, my], ...polygon.map(([x, y]): Point => [x + (mx - x) * 0.05, y + (my - y) * 0.05])];
}

test('there are 200 lots with unique names, numbered from 01 in every block', () => {
  expect(plans.reduce((sum, [, p]) => sum + p.lots.length, 0)).toBe(200);
  for (const [, { lots }] of plans) {
    expect(new Set(lots.map((l) => l.name)).size).toBe(lots.length);
    for (const lot of lots) expect(lot.name).toMatch(new RegExp(`^${lot.block}-\\d\\d$`));
    for (const block of new Set(lots.map((l) => l.block)))
      expect(lots.map((l) => l.name)).toContain(`${block}-01`);
  }
});

test.each(plans)('%s: areas match the polygons and every lot is on the plan', (_, plan) => {
  for (const lot of plan.lots) {
    expect(Math.abs(lot.area_m2 - areaOf(lot.polygon))).toBeLessThan(0.01);
    expect(lot.area_m2).toBeGreaterThan(150);
    expect(lot.area_m2).toBeLessThan(700);
    for (const [x, y] of lot.polygon) {
      expect(x >= 0 && x <= plan.width && y >= 0 && y <= plan.height).toBe(true);
    }
  }
});

test.each(plans)('%s: no two lots overlap', (_, { lots }) => {
  const clashes: string[] = [];
  lots.forEach((a, i) =>
    lots.slice(i + 1).forEach((b) => {
      const edges = (l: SiteLot) =>
        l.polygon.map((p, k) => [p, l.polygon[(k + 1) % l.polygon.length]!] as const);
      const crossing = edges(a).some(([p, q]) => edges(b).some(([r, s]) => cross(p, q, r, s)));
      const within =
        probes(a).some((p) => contains(b.polygon, p)) || probes(b).some((p) => contains(a.polygon, p));
      if (crossing || within) clashes.push(`${a.name} ${b.name}`);
    }),
  );
  expect(clashes).toEqual([]);
});

test('every lot type occurs', () => {
  const types = new Set(plans.flatMap(([, p]) => p.lots.map((l) => l.type)));
  expect([...types].sort()).toEqual([1, 2, 3, 4, 5]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areaOf,
  centreOf,
  commonArea,
  contains,
  crossesItself,
  overlaps,
  triangles,
  whyNoLot,
  type Point,
  type Polygon,
} from './geometry.ts';

const square = (x: number, y: number, side = 10): Polygon => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];
/** An L shape: a corner lot around its neighbour. */
const bent: Polygon = [
  [0, 0],
  [20, 0],
  [20, 10],
  [10, 10],
  [10, 20],
  [0, 20],
];

/** Star-shaped around a centre: simple, and rarely convex. */
const shapes = fc
  .tuple(
    fc.integer({ min: -50, max: 50 }),
    fc.integer({ min: -50, max: 50 }),
    fc.array(fc.integer({ min: 5, max: 40 }), { minLength: 3, maxLength: 9 }),
    fc.boolean(),
  )
  .map(([x, y, rays, back]): Polygon => {
    const points = rays.map((ray, at): Point => {
      const angle = (at / rays.length) * 2 * Math.PI;
      return [x + ray * Math.cos(angle), y + ray * Math.sin(angle)];
    });
    return back ? points.toReversed() : points;
  });

describe('areas', () => {
  test('known shapes have their known areas', () => {
    expect(areaOf(square(3, 4))).toBe(100);
    expect(areaOf(bent)).toBe(300);
    expect(commonArea(square(0, 0), square(5, 5))).toBeCloseTo(25);
    expect(commonArea(square(0, 0), square(10, 0))).toBe(0);
    expect(commonArea(bent, square(10, 10))).toBeCloseTo(0);
    expect(commonArea(bent, square(5, 5))).toBeCloseTo(75);
  });

  test('the pieces add up to the whole, and a shape overlaps itself completely', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const pieces = triangles(shape).reduce((sum, one) => sum + areaOf(one), 0);
        expect(pieces).toBeCloseTo(areaOf(shape), 4);
        expect(commonArea(shape, shape)).toBeCloseTo(areaOf(shape), 3);
      }),
    );
  });

  test('a common area is symmetric and not larger than the smaller shape', () => {
    fc.assert(
      fc.property(shapes, shapes, (a, b) => {
        const common = commonArea(a, b);
        expect(common).toBeCloseTo(commonArea(b, a), 3);
        expect(common).toBeLessThanOrEqual(Math.min(areaOf(a), areaOf(b)) + 1e-3);
      }),
    );
  });
});

test('the label is inside its lot', () => {
  expect(contains(bent, centreOf(bent))).toBe(true);
  expect(centreOf(square(2, 2))).toEqual([7, 7]);
});

test('each overlapping pair is found once; neighbours with a common side do not overlap', () => {
  const lots = [
    { name: 'A-01', points: square(0, 0) },
    { name: 'A-02', points: square(10.01, 0) },
    { name: 'A-03', points: square(15, 5) },
  ];
  expect(overlaps(lots).map(({ a, b, areaM2 }) => [a.name, b.name, Math.round(areaM2)])).toEqual([
    ['A-02', 'A-03', 25],
  ]);
  expect(overlaps(lots, { counts: (a) => a.name === 'A-01' })).toEqual([]);
});

test('explains why a drawing cannot be a lot', () => {
  const plan = { width: 100, height: 100 };
  const bow: Polygon = [
    [0, 0],
    [10, 10],
    [10, 0],
    [0, 10],
  ];
  expect(crossesItself(bow)).toBe(true);
  expect(crossesItself(bent)).toBe(false);
  expect(whyNoLot(bow, plan)).toMatch(/se cruzan/);
  expect(
    whyNoLot(
      [
        [0, 0],
        [1, 1],
      ],
      plan,
    ),
  ).toMatch(/tres esquinas/);
  expect(whyNoLot(square(0, 0, 0.5), plan)).toMatch(/1 m²/);
  expect(whyNoLot(square(95, 0), plan)).toMatch(/fuera|sale/);
  expect(whyNoLot(square(0, 0), plan)).toBeNull();
});

import { expect, test } from 'vitest';
import type { Polygon } from '#contract/projects/lots/geometry.ts';
import { makeScene } from './scene.ts';

const square = (x: number, y: number): Polygon => [
  [x, y],
  [x + 10, y],
  [x + 10, y + 10],
  [x, y + 10],
];
/** Two rows of five. */
const scene = makeScene(
  Array.from({ length: 10 }, (_, at) => ({
    id: at + 1,
    name: `A-${at + 1}`,
    points: square((at % 5) * 10, Math.floor(at / 5) * 30),
  })),
);

test('a query by point or box finds each lot once', () => {
  expect(scene.at([12, 5])?.id).toBe(2);
  expect(scene.at([12, 20])).toBeUndefined();
  expect(
    scene
      .within({ x0: 8, y0: 0, x1: 22, y1: 5 })
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([1, 2, 3]);
  expect(makeScene([]).within({ x0: 0, y0: 0, x1: 1, y1: 1 })).toEqual([]);
});

test('a lot has the nearest neighbour in a direction, and none at the edge', () => {
  expect(scene.neighbour(2, [1, 0])?.id).toBe(3);
  expect(scene.neighbour(2, [-1, 0])?.id).toBe(1);
  expect(scene.neighbour(2, [0, 1])?.id).toBe(7);
  expect(scene.neighbour(7, [0, -1])?.id).toBe(2);
  expect(scene.neighbour(1, [-1, 0])).toBeUndefined();
});

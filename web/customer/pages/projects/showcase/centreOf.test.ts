import { expect, test } from 'vitest';
import { centreOf } from './centreOf.ts';

test('the label is in the middle of the area, for clockwise and counterclockwise corners', () => {
  expect(centreOf('0,0 10,0 10,20 0,20')).toMatchObject({ x: 5, y: 10 });
  expect(centreOf('0,20 10,20 10,0 0,0')).toMatchObject({ x: 5, y: 10 });
  // A triangle: its centroid is at one third of each leg.
  expect(centreOf('0,0 9,0 0,9')).toMatchObject({ x: 3, y: 3 });
});

test('lots of equal area have labels of equal size', () => {
  expect(centreOf('0,0 8,0 8,20 0,20').size).toBe(centreOf('0,0 20,0 20,8 0,8').size);
});

test('collinear corners still give a position', () => {
  expect(centreOf('1,2 3,4')).toEqual({ x: 1, y: 2, size: 1 });
});

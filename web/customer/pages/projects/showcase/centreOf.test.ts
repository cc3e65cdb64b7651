import { expect, test } from 'vitest';
import { centreOf } from './centreOf.ts';

test('the name stands in the middle of the area, whichever way round the corners go', () => {
  expect(centreOf('0,0 10,0 10,20 0,20')).toMatchObject({ x: 5, y: 10 });
  expect(centreOf('0,20 10,20 10,0 0,0')).toMatchObject({ x: 5, y: 10 });
  // a wedge: two thirds towards its wide side
  expect(centreOf('0,0 9,0 0,9')).toMatchObject({ x: 3, y: 3 });
});

test('lots of one area have names of one size', () => {
  expect(centreOf('0,0 8,0 8,20 0,20').size).toBe(centreOf('0,0 20,0 20,8 0,8').size);
});

test('corners on one line still give a place', () => {
  expect(centreOf('1,2 3,4')).toEqual({ x: 1, y: 2, size: 1 });
});

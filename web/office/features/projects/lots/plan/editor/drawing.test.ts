import { expect, test } from 'vitest';
import { areaOf, type Polygon } from '#contract/projects/lots/geometry.ts';
import type { Plan } from '#contract/projects/lots/plan.ts';
import {
  begin,
  changeOf,
  drawingOf,
  nextName,
  numbered,
  redo,
  scaled,
  snap,
  splitRow,
  step,
  undo,
} from './drawing.ts';

const square = (x: number, y: number): Polygon => [
  [x, y],
  [x + 10, y],
  [x + 10, y + 10],
  [x, y + 10],
];
const plan: Plan = {
  project: { id: 7, name: 'Valle' },
  size: { width: 100, height: 50 },
  fondo: null,
  dibujo: null,
  version: 3,
  lots: [0, 1, 2].map((at) => ({
    id: at + 1,
    lote: `A-0${at + 1}`,
    block: 'A',
    type: { id: 1, name: 'Intermedio' },
    area_m2: 100,
    premium_centavos: 0,
    precio_centavos: null,
    vivienda: null,
    points: square(at * 10, 0).map(([x, y]): [number, number] => [x, y]),
    version: at + 1,
  })),
};
const drawing = drawingOf(plan);
const row: Polygon = [
  [0, 0],
  [60, 0],
  [60, 20],
  [0, 20],
];

test('a save sends only changed and removed lots, with their versions', () => {
  expect(changeOf(plan, drawing, drawing)).toMatchObject({ version: 3, lots: [], removed: [] });
  const [first, , third] = drawing.lots;
  const now = { ...drawing, lots: [{ ...first!, name: 'A-09' }, third!] };
  expect(changeOf(plan, drawing, now)).toMatchObject({
    lots: [{ id: 1, version: 1, name: 'A-09' }],
    removed: [{ id: 2, version: 2 }],
  });
});

test('undo and redo restore a step, and a new step clears the redo list', () => {
  const other = scaled(drawing, 2);
  const history = step(begin(drawing), other);
  expect(undo(history).now).toBe(drawing);
  expect(redo(undo(history)).now).toBe(other);
  expect(redo(step(undo(history), scaled(drawing, 3))).now.size.width).toBe(300);
  expect(undo(begin(drawing)).now).toBe(drawing);
});

test('a point snaps to a corner before a side, and to a side before an axis', () => {
  const at = { reach: 1 };
  expect(snap([10.4, 0.5], [square(0, 0)], at)).toEqual([10, 0]);
  expect(snap([10.4, 5], [square(0, 0)], at)).toEqual([10, 5]);
  expect(snap([50.6, 30], [square(0, 0)], { ...at, from: [50, 20] })).toEqual([50, 30]);
  expect(snap([55, 30], [square(0, 0)], { ...at, from: [50, 20] })).toEqual([55, 30]);
});

test('a row is split into equal lots along its longer side', () => {
  const parts = splitRow(row, 6)!;
  expect(parts.map(areaOf)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(parts[0]).toEqual([
    [0, 0],
    [10, 0],
    [10, 20],
    [0, 20],
  ]);
  expect(splitRow(row.slice(0, 3), 2)).toBeNull();
});

test('a line numbers the lots in its order and reports a name clash', () => {
  const line = [
    [35, 5],
    [5, 5],
  ] as const;
  const { drawing: named, count, clash } = numbered(drawing, line, { block: 'b', first: 4 });
  expect([count, clash]).toEqual([3, null]);
  expect(named.lots.map(({ name }) => name)).toEqual(['B-06', 'B-05', 'B-04']);
  const partly = [
    [35, 5],
    [15, 5],
  ] as const;
  expect(numbered(drawing, partly, { block: 'A', first: 1 }).clash).toBe('A-01');
  expect(nextName(drawing.lots, 'A')).toBe('A-04');
});

import { expect, test } from 'vitest';
import { fitStrokes, type Drawing } from './fitStrokes.ts';

const stroke = (...points: [x: number, y: number][]): Drawing['strokes'][number] => ({
  penColor: '#000',
  dotSize: 0,
  minWidth: 1,
  maxWidth: 2,
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over',
  points: points.map(([x, y]) => ({ x, y, pressure: 0.5, time: 1 })),
});
const drawing: Drawing = { strokes: [stroke([0, 0], [360, 180])], width: 360, height: 180 };

test('a rotated phone shows the whole drawing, centred, with its aspect ratio', () => {
  const [fitted] = fitStrokes(drawing, 800, 200);
  expect(fitted!.points.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [200, 0],
    [600, 200],
  ]);
  expect(fitted!.points[0]).toMatchObject({ pressure: 0.5, time: 1 });
});

test('rotated back, the drawing is unchanged', () => {
  expect(fitStrokes(drawing, 360, 180)).toBe(drawing.strokes);
});

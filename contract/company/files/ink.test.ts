import { expect, test } from 'vitest';
import { TEXTS } from '#contract/texts.ts';
import { inkFault, INK_EDGE } from './ink.ts';

const [WIDTH, HEIGHT] = [INK_EDGE, 220];

/** White paper with pen strokes through the given points. */
function drawing(...strokes: (readonly (readonly [number, number])[])[]) {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (const points of strokes)
    points.forEach(([x, y], at) => {
      const [fromX, fromY] = points[at - 1] ?? [x, y];
      const steps = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY)));
      for (let step = 0; step <= steps; step++)
        for (const dx of [0, 1, 2])
          for (const dy of [0, 1]) {
            const [px, py] = [fromX + ((x - fromX) * step) / steps, fromY + ((y - fromY) * step) / steps];
            data[Math.round(py + dy) * WIDTH + Math.round(px + dx)] = 20;
          }
    });
  return { data, width: WIDTH, height: HEIGHT };
}
const wave = (height: number, length = 200) =>
  Array.from({ length: 41 }, (_, at) => [60 + (at / 40) * length, 100 + height * Math.sin(at)] as const);

test.each([
  ['an empty panel', drawing(), TEXTS.emptySignature],
  ['a dot', drawing([[200, 100]]), TEXTS.shortSignature],
  ['a dot on each side', drawing([[40, 100]], [[350, 110]]), TEXTS.shortSignature],
  ['a short tick', drawing([[200, 100], [215, 90]]), TEXTS.shortSignature], // prettier-ignore
  ['a straight line', drawing([[60, 100], [300, 130]]), TEXTS.straightSignature], // prettier-ignore
  ['a straight line that trembles', drawing(wave(2, 260)), TEXTS.straightSignature],
  ['the same line drawn twice', drawing([[60, 100], [300, 101]], [[62, 102], [298, 103]]), TEXTS.straightSignature], // prettier-ignore
] as const)('%s is no signature', (_, picture, sentence) => {
  expect(inkFault(picture)).toBe(sentence);
});

test.each([
  ['a wave', drawing(wave(30))],
  ['a low wave', drawing(wave(14, 260))],
  ['two initials', drawing([[60, 60], [60, 120], [90, 120]], [[110, 120], [130, 60], [150, 120]])], // prettier-ignore
  ['a cross of two lines', drawing([[60, 60], [160, 140]], [[60, 140], [160, 60]])], // prettier-ignore
] as const)('%s is one', (_, picture) => {
  expect(inkFault(picture)).toBeNull();
});

test('a photograph is judged by its ink, not by the shadow on the paper', () => {
  const shaded = (picture: ReturnType<typeof drawing>) => ({
    ...picture,
    data: picture.data.map((value, at) => (value < 100 ? 30 : 160 + Math.round(((at % WIDTH) / WIDTH) * 40))),
  });
  expect(inkFault(shaded(drawing(wave(30))))).toBeNull();
  expect(inkFault(shaded(drawing([[60, 100], [300, 130]])))).toBe(TEXTS.straightSignature); // prettier-ignore
  expect(inkFault(shaded(drawing([[200, 100]])))).toBe(TEXTS.shortSignature);
});

import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { doubtOf } from './legibility.ts';

const LETTER = Array.from(
  { length: 24 },
  (_, at) =>
    `<text x="40" y="${40 + at * 28}" font-size="20" font-family="sans-serif">Constancia de trabajo número ${at * 7919}, salario de 1,250.00</text>`,
).join('');
const paper = (ground = '#f4f2ea', ink = '#222') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="720" fill="${ink}"><rect width="800" height="720" fill="${ground}"/>${LETTER}</svg>`,
    ),
  );

async function doubt(picture: Sharp): Promise<string | null> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return doubtOf({ width, height, pixels: { width, height, data: new Uint8ClampedArray(data) } });
}
const evenGrey = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888888' } });

test('a sharp page of text in daylight and in a dim room raises no doubt', async () => {
  expect(await doubt(paper())).toBeNull();
  expect(await doubt(paper('#9a978f'))).toBeNull();
});

test('a blurred page says so', async () => {
  expect(await doubt(sharp(await paper().blur(6).png().toBuffer()))).toMatch(/borrosa/);
});

test('a dark page says so', async () => {
  expect(await doubt(paper('#2a2a28', '#050505'))).toMatch(/oscura/);
});

test('an even surface shows nothing, and a small picture cannot be read', async () => {
  expect(await doubt(evenGrey(900, 700))).toMatch(/no se distingue nada/);
  expect(await doubt(evenGrey(200, 200))).toMatch(/muy pequeña/);
});

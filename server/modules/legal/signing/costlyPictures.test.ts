import sharp from 'sharp';
import { expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { fileOf } from '#test/papers.ts';
import { beginPurchase, completeForm, saleOf } from '#test/purchases.ts';

const SIGNATURES = deep(30, 60);
const house = useApp();

/** One colour, interlaced: some kilobytes that take as much to open as their pixels. */
const costly = async (edge: number, shade: number) =>
  fileOf(
    await sharp({ create: { width: edge, height: edge, channels: 3, background: { r: shade, g: 9, b: 9 } } })
      .png({ progressive: true })
      .toBuffer(),
    'f.png',
  );

async function received() {
  const begun = await beginPurchase(house);
  await begun.browser.form('/clientes/precontrato', completeForm(begun));
  const { code } = await saleOf(begun);
  return { browser: begun.browser, at: `/clientes/firma/${code}` };
}

test('a signature of more pixels than a canvas has is refused by its header', async () => {
  const { browser, at } = await received();
  const answer = await browser.form(at, { signature: await costly(2300, 1) });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain('La imagen es demasiado grande (2300 × 2300)');
});

test(`${SIGNATURES} costly signatures at once are told to wait, and a list answers meanwhile`, async () => {
  const { browser, at } = await received();
  const pictures = await Promise.all(Array.from({ length: SIGNATURES }, (_, shade) => costly(2200, shade)));
  const signing = pictures.map((signature) => browser.form(at, { signature }));
  const list = await house.browser().get('/api/public/projects');
  const codes = (await Promise.all(signing)).map(({ statusCode }) => statusCode);
  expect(list.statusCode).toBeLessThan(500);
  // Those that were looked at are empty panels.
  expect(new Set(codes)).toEqual(new Set([422, 429]));
  // One is looked at, twelve wait.
  expect(codes.filter((code) => code === 429).length).toBeGreaterThan(SIGNATURES / 3);
}, 60_000);

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { fileOf } from '#test/papers.ts';
import { beginPurchase, completeForm, saleOf } from '#test/purchases.ts';

const SIGNATURES = 60;
const llave = useApp();

/** A single-colour interlaced PNG: a few kilobytes that take as long to decode as all their pixels. */
const costly = async (edge: number, shade: number) =>
  fileOf(
    await sharp({ create: { width: edge, height: edge, channels: 3, background: { r: shade, g: 9, b: 9 } } })
      .png({ progressive: true })
      .toBuffer(),
    'f.png',
  );

async function received() {
  const begun = await beginPurchase(llave);
  await begun.browser.form('/clientes/precontrato', completeForm(begun));
  const { code } = await saleOf(begun);
  return { browser: begun.browser, at: `/clientes/firma/${code}` };
}

test('a signature with more pixels than a canvas is refused by its header', async () => {
  const { browser, at } = await received();
  const answer = await browser.form(at, { signature: await costly(2300, 1) });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain('La imagen es demasiado grande (2300 × 2300)');
});

test(`${SIGNATURES} concurrent costly signatures: some get 429, and a list still answers meanwhile`, async () => {
  const { browser, at } = await received();
  const pictures = await Promise.all(Array.from({ length: SIGNATURES }, (_, shade) => costly(2200, shade)));
  const signing = pictures.map((signature) => browser.form(at, { signature }));
  const list = await llave.browser().get('/api/public/projects');
  const codes = (await Promise.all(signing)).map(({ statusCode }) => statusCode);
  expect(list.statusCode).toBeLessThan(500);
  // The decoded ones are refused as empty panels.
  expect(new Set(codes)).toEqual(new Set([422, 429]));
  // One is decoded at a time and twelve wait.
  expect(codes.filter((code) => code === 429).length).toBeGreaterThan(SIGNATURES / 3);
});

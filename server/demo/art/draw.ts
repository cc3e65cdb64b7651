/**
 * Draws the demo company's pictures into `server/demo/assets/`: `node server/demo/art/draw.ts [part of a name …]`.
 * The results are committed; run it again after a change to a generator and look at each picture.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { renderAt, WIDTHS } from '#server/modules/projects/projects/media.service.ts';
import { RESVG_FONTS } from './fonts.ts';
import { locationMapSvg } from './location-map.ts';
import { PICTURES } from './pictures.ts';

const LIMIT = 150_000;
const target = (name: string) => new URL(`../assets/${name}`, import.meta.url);
const wanted = process.argv.slice(2);
const asked = (name: string) => !wanted.length || wanted.some((part) => name.includes(part));
const say = (line: string) => process.stdout.write(`${line}\n`);

/** WebP at the best quality up to 82 that stays under the limit. */
async function webp(svg: string): Promise<Buffer> {
  const image = new Resvg(svg, { font: { ...RESVG_FONTS, fontFiles: [...RESVG_FONTS.fontFiles] } }).render();
  const raw = { width: image.width, height: image.height, channels: 4 as const };
  for (let quality = 82; ; quality -= 4) {
    const bytes = await sharp(image.pixels, { raw })
      .removeAlpha()
      .webp({ quality, effort: 6, smartSubsample: true })
      .toBuffer();
    if (bytes.length < LIMIT || quality < 45) return bytes;
  }
}

/** What storing the picture would render, so that the demo's first start need not. */
async function renderSizes(name: string, bytes: Buffer): Promise<void> {
  const picture = sharp(bytes).rotate();
  const { width } = await picture.metadata();
  for (const edge of WIDTHS.filter((one) => one < width)) {
    await mkdir(target(`${edge}/`), { recursive: true });
    await writeFile(target(`${edge}/${name}`), await renderAt(picture, edge));
  }
}

for (const [name, draw] of Object.entries(PICTURES)) {
  if (!asked(name)) continue;
  const bytes = await webp(draw());
  await writeFile(target(`${name}.webp`), bytes);
  await renderSizes(`${name}.webp`, bytes);
  say(`${name}.webp ${Math.round(bytes.length / 1000)} kB`);
}
for (const key of ['valle-sereno', 'san-roque'] as const) {
  if (!asked(`${key}-mapa`)) continue;
  await writeFile(target(`${key}-mapa.svg`), locationMapSvg(key));
  say(`${key}-mapa.svg`);
}

import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { WIDTHS } from '#server/modules/projects/projects/media.service.ts';

const assets = path.join(import.meta.dirname, 'assets');
const pictures = readdirSync(assets).flatMap((file) => (file.endsWith('.webp') ? [file.slice(0, -5)] : []));
/** A few grey values that represent a picture independent of its size. */
const glance = (file: string) => sharp(file).resize(16, 12, { fit: 'fill' }).greyscale().raw().toBuffer();

test.each(pictures)('%s exists at each width that pages use', async (name) => {
  const whole = path.join(assets, `${name}.webp`);
  const { width } = await sharp(whole).metadata();
  const shown = await glance(whole);
  for (const edge of WIDTHS.filter((one) => one < width)) {
    const smaller = path.join(assets, String(edge), `${name}.webp`);
    expect((await sharp(smaller).metadata()).width).toBe(edge);
    const far = (await glance(smaller)).filter((grey, at) => Math.abs(grey - shown[at]!) > 12);
    expect(far).toHaveLength(0);
  }
});

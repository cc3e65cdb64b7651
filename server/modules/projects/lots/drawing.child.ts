import sharp from 'sharp';
import { taskOfChild } from '#server/kernel/child.ts';
import type { Drawn, NotDrawn, ToDraw } from './planDrawing.service.ts';
import { whyNotSvg } from './svgRules.ts';

/** Longest side of the stored picture, in pixels: sharp at 4x zoom on a large site, a few MB at most. */
const EDGE = 4096;
const PIXELS_MAX = 100_000_000;

taskOfChild<ToDraw, Drawn | NotDrawn>(async ({ bytes, vector }) => {
  const reason = vector ? whyNotSvg(bytes) : null;
  if (reason) return { reason };
  const options = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;
  const { width = 0, height = 0 } = await sharp(bytes, options).metadata();
  if (width < 1 || height < 1) throw new Error('no size');
  // Renders a vector drawing at the stored size.
  const density = vector ? Math.min(2400, Math.max(1, (72 * EDGE) / Math.max(width, height))) : 72;
  const { data, info } = await sharp(bytes, { ...options, ...(vector && { density }) })
    .rotate()
    .resize({ width: EDGE, height: EDGE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true });
  return { picture: data, width: info.width, height: info.height };
});

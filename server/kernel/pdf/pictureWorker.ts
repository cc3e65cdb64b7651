import { createRequire } from 'node:module';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { answer, taskOf } from '../inThread.ts';
import type { PagePicture, PictureTask } from './picture.ts';

/** Where pdf.js keeps the standard fonts that a PDF need not contain. */
const ROOT = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string) => `${path.join(ROOT, name)}${path.sep}`;

/** Longer pages (a plan on a roll) are drawn smaller. */
const HEIGHT_MAX = 4000;

async function draw({ bytes, page, width }: PictureTask): Promise<PagePicture> {
  const pdf = await getDocument({
    data: bytes,
    useSystemFonts: false,
    disableFontFace: true,
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    // No code of the file runs: forms and their scripts are not drawn.
    enableXfa: false,
    verbosity: 0,
  }).promise;
  const pages = pdf.numPages;
  if (page < 1 || page > pages) return { pages, picture: null };
  const one = await pdf.getPage(page);
  const natural = one.getViewport({ scale: 1 });
  const scale = Math.min(width / natural.width, HEIGHT_MAX / natural.height);
  const viewport = one.getViewport({ scale });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await one.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: '#ffffff' })
    .promise;
  return { pages, picture: await canvas.encode('webp', 80) };
}

answer(await draw(taskOf<PictureTask>()));

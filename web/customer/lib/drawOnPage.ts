import { PICTURE_QUALITY } from '#contract/sales/purchase/rules.ts';
import { fitInside } from './fitInside.ts';
import { doubtOf } from './legibility.ts';
import type { Drawn, PictureRequest } from './pictures.worker.ts';

/** Resizes a picture on the main thread, for browsers whose workers have no canvas (Safari before 16.4). */
export async function drawOnPage({ blob, type, heic }: Omit<PictureRequest, 'id'>): Promise<Drawn> {
  const picture = await open(blob, heic);
  const { width, height } = fitInside(picture.width, picture.height);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture.source, 0, 0, width, height);
  const pixels = context.getImageData(0, 0, width, height);
  const doubt = doubtOf({ width: picture.width, height: picture.height, pixels });
  return new Promise((done, fail) => {
    canvas.toBlob(
      (blob) => (blob ? done({ blob, doubt }) : fail(new Error('not drawn'))),
      type,
      PICTURE_QUALITY,
    );
  });
}

/** Every browser applies the EXIF orientation to an <img>. */
async function open(blob: Blob, heic: boolean) {
  const url = URL.createObjectURL(blob);
  try {
    const source = Object.assign(new Image(), { src: url });
    await source.decode();
    return { source, width: source.naturalWidth, height: source.naturalHeight };
  } catch (fault) {
    if (!heic) throw fault;
    const { decodeHeic } = await import('./heic.ts');
    const points = await decodeHeic(await blob.arrayBuffer());
    const source = Object.assign(document.createElement('canvas'), {
      width: points.width,
      height: points.height,
    });
    source.getContext('2d')!.putImageData(points, 0, 0);
    return { source, width: points.width, height: points.height };
  } finally {
    URL.revokeObjectURL(url);
  }
}

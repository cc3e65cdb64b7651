import { PICTURE_QUALITY } from '#contract/sales/purchase/rules.ts';
import { decodePicture } from './decodePicture.ts';
import { fitInside } from './fitInside.ts';

export interface PictureRequest {
  id: number;
  blob: Blob;
  /** Type of the result. */
  type: 'image/png' | 'image/jpeg';
  heic: boolean;
}
/** The result; without a blob the picture could not be drawn. */
export interface PictureAnswer {
  id: number;
  blob?: Blob;
}

/** One picture at a time: a photo of twelve megapixels needs 50 MB of memory. */
let last: Promise<unknown> = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<PictureRequest>) => {
  last = last.then(async () => {
    const blob = await draw(data).catch(() => undefined);
    postMessage({ id: data.id, ...(blob && { blob }) } satisfies PictureAnswer);
  });
});

async function draw({ blob, type, heic }: PictureRequest): Promise<Blob> {
  const picture = await decodePicture(blob, heic);
  const { width, height } = fitInside(picture.width, picture.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  return canvas.convertToBlob({ type, quality: PICTURE_QUALITY });
}

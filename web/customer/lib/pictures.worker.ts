import { PICTURE_QUALITY } from '#contract/sales/purchase/rules.ts';
import { decodePicture } from './decodePicture.ts';
import { fitInside } from './fitInside.ts';

export interface PictureRequest {
  id: number;
  blob: Blob;
  /** Of the result. */
  type: 'image/png' | 'image/jpeg';
  heic: boolean;
}
/** Without a blob it could not be drawn. */
export interface PictureAnswer {
  id: number;
  blob?: Blob;
}

/** One after the other: a photograph of twelve million points takes 50 MB while it is drawn. */
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

import { PICTURE_QUALITY } from '#contract/sales/purchase/rules.ts';
import { decodePicture } from './decodePicture.ts';
import { fitInside } from './fitInside.ts';
import { doubtOf } from './legibility.ts';

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
  /** Why it may not be readable. */
  doubt?: string | null;
}

/** A redrawn picture, and why it may not be readable. */
export type Drawn = Required<Pick<PictureAnswer, 'blob' | 'doubt'>>;

/** One picture at a time: a photo of twelve megapixels needs 50 MB of memory. */
let last: Promise<unknown> = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<PictureRequest>) => {
  last = last.then(async () => {
    const drawn = await draw(data).catch(() => undefined);
    postMessage({ id: data.id, ...drawn } satisfies PictureAnswer);
  });
});

async function draw({ blob, type, heic }: PictureRequest): Promise<Drawn> {
  const picture = await decodePicture(blob, heic);
  const from = { width: picture.width, height: picture.height };
  const { width, height } = fitInside(from.width, from.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  return {
    doubt: doubtOf({ ...from, pixels: context.getImageData(0, 0, width, height) }),
    blob: await canvas.convertToBlob({ type, quality: PICTURE_QUALITY }),
  };
}

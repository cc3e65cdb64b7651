import { TEXTS } from '#contract/texts.ts';
import { RESIZED_TYPES } from '#contract/sales/purchase/rules.ts';
import type { Drawn, PictureAnswer, PictureRequest } from './pictures.worker.ts';
import { randomName } from './randomName.ts';

/** Error for a picture that this device cannot open. */
const UNREADABLE =
  'No pudimos abrir esta foto. Toma otra con la cámara, o guárdala como JPG y vuelve a elegirla.';

export class PictureError extends Error {}

/** True if spec §5 requires a resize for this type. */
export const isFitted = (type: string) => RESIZED_TYPES.some((fitted) => fitted === type);

/** The picture format of iPhones. Many browsers do not know the type and leave it empty. */
export const isHeic = ({ type, name }: { type: string; name: string }) =>
  /^image\/hei[cf]/.test(type) ||
  (['', 'application/octet-stream'].includes(type) && /\.hei[cf]$/i.test(name));

/**
 * Prepares files for sending. Throws PictureError with a sentence if there are none (spec §5) or one cannot be
 * opened.
 */
export async function prepareFiles(files: readonly File[]): Promise<File[]> {
  if (files.length === 0) throw new PictureError(TEXTS.noFile);
  const ready: File[] = [];
  for (const file of files) ready.push((await preparePicture(file)).file);
  return ready;
}

/**
 * Prepares one file (spec §5, rulings.md 5): png, jpg and jpeg are redrawn upright inside 1000×1000 at quality 100
 * under a random name; HEIC is converted to JPEG first; other files are unchanged. Throws PictureError with a
 * sentence if the picture cannot be opened here. `doubt`: why the picture may not be readable, or null.
 */
export async function preparePicture(file: File): Promise<{ file: File; doubt: string | null }> {
  const heic = isHeic(file);
  if (!heic && !isFitted(file.type)) return { file, doubt: null };
  const type = file.type.endsWith('png') ? 'image/png' : 'image/jpeg';
  const { blob, doubt } = await redraw({ blob: file, type, heic });
  const name = `${randomName()}.${type === 'image/png' ? 'png' : 'jpg'}`;
  return { file: new File([blob], name, { type }), doubt };
}

type Job = Omit<PictureRequest, 'id'>;

/** Redraws in a worker, so that the page stays responsive; on the main thread if the worker fails. */
async function redraw(job: Job): Promise<Drawn> {
  const answer = await inWorker(job).catch(() => undefined);
  if (answer?.blob) return { blob: answer.blob, doubt: answer.doubt ?? null };
  // If the module cannot be loaded offline, that error is not about the picture, so it is not a PictureError.
  const { drawOnPage } = await import('./drawOnPage.ts');
  try {
    return await drawOnPage(job);
  } catch {
    throw new PictureError(UNREADABLE);
  }
}

let worker: Worker | undefined;
let count = 0;

const drawsInWorker = () => 'OffscreenCanvas' in globalThis && 'createImageBitmap' in globalThis;

const openWorker = () =>
  (worker ??= new Worker(new URL('./pictures.worker.ts', import.meta.url), { type: 'module' }));

/** Loads the worker's code early, while there is a connection. */
export function warmUp(): void {
  if ('Worker' in globalThis && drawsInWorker()) openWorker();
}

function inWorker(job: Job): Promise<PictureAnswer> {
  if (!drawsInWorker()) return Promise.reject(new Error('workers cannot draw here'));
  const at = openWorker();
  const id = ++count;
  return new Promise((done, fail) => {
    const hear = ({ data }: MessageEvent<PictureAnswer>) => {
      if (data.id !== id) return;
      settle();
      done(data);
    };
    const broken = () => {
      settle();
      worker = undefined;
      fail(new Error('the worker broke'));
    };
    const settle = () => {
      at.removeEventListener('message', hear);
      at.removeEventListener('error', broken);
    };
    at.addEventListener('message', hear);
    at.addEventListener('error', broken);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    at.postMessage({ ...job, id } satisfies PictureRequest);
  });
}

import libheif from 'libheif-js/libheif-wasm/libheif.js';
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';

/** The part of libheif that we use; its own types describe the underlying C functions. */
interface Libheif {
  HeifDecoder: new () => { decode(bytes: ArrayBuffer): HeifImage[] };
}
interface HeifImage {
  get_width(): number;
  get_height(): number;
  display(into: ImageData, done: (drawn: ImageData | null) => void): void;
  free(): void;
}

/** A CommonJS module: it exports the function itself, although its types say otherwise. */
const createLibheif = libheif as unknown as (options: object) => Libheif;
let loading: Promise<Libheif> | undefined;

async function load(): Promise<Libheif> {
  const answer = await fetch(wasmUrl);
  if (!answer.ok) throw new Error(`the HEIC converter answered ${answer.status}`);
  return createLibheif({ wasmBinary: await answer.arrayBuffer() });
}

/** The pixels of a HEIC picture, rotated by its orientation. */
export async function decodeHeic(bytes: ArrayBuffer): Promise<ImageData> {
  loading ??= load();
  const library = await loading.catch((fault: unknown) => {
    loading = undefined; // a network failure: the next picture loads it again
    throw fault;
  });
  const [image, ...others] = new library.HeifDecoder().decode(bytes);
  if (!image) throw new Error('not a HEIC picture');
  try {
    const points = new ImageData(image.get_width(), image.get_height());
    return await new Promise((done, fail) => {
      image.display(points, (drawn) => (drawn ? done(drawn) : fail(new Error('HEIC could not be decoded'))));
    });
  } finally {
    for (const one of [image, ...others]) one.free();
  }
}

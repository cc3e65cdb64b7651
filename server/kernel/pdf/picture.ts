import { LRUCache } from 'lru-cache';
import { ThreadEnded, thread, turns } from '../thread.ts';

export interface PictureTask {
  bytes: Uint8Array;
  /** From 1; 0: only count the pages. */
  page: number;
  /** In pixels. */
  width: number;
}
export interface PagePicture {
  /** How many pages the PDF has. */
  pages: number;
  /** WebP; null: there is no such page. */
  picture: Uint8Array | null;
}

const draw = thread<PictureTask, PagePicture>(new URL('pictureWorker.ts', import.meta.url), {
  seconds: 15,
  megabytes: 256,
});
const inTurn = turns({
  atOnce: 2,
  waiting: 40,
  busy: 'Se preparan las páginas de otros documentos. Inténtalo de nuevo en unos segundos.',
});

const WIDTH = 1100;
/** Drawn pages, by file and page: a document is read by several people in the same days. */
const drawn = new LRUCache<string, Uint8Array>({
  maxSize: 12 * 1_048_576,
  sizeCalculation: ({ length }) => length,
});
const counted = new LRUCache<string, number>({ max: 2000 });

/** A stored PDF: the hash of its bytes, and how to read them. */
export interface StoredPdf {
  sha256: string;
  read: () => Promise<Uint8Array>;
}

/**
 * A page of a PDF as a WebP picture, so that every phone shows it; null when there is no such page or it cannot be drawn.
 * Raises 429 when too many are being drawn.
 */
export async function pagePicture({ sha256, read }: StoredPdf, page: number): Promise<Uint8Array | null> {
  const key = `${sha256}:${page}`;
  const known = drawn.get(key);
  if (known) return known;
  const found = await attempt({ sha256, read }, page);
  if (!found?.picture) return null;
  drawn.set(key, found.picture);
  return found.picture;
}

/** How many pages a PDF has; 0 when it cannot be read. Raises 429 when too many are being read. */
export async function pagesOfPdf(file: StoredPdf): Promise<number> {
  return counted.get(file.sha256) ?? (await attempt(file, 0))?.pages ?? 0;
}

async function attempt({ sha256, read }: StoredPdf, page: number): Promise<PagePicture | null> {
  try {
    const found = await inTurn(async () => draw({ bytes: await read(), page, width: WIDTH }));
    counted.set(sha256, found.pages);
    return found;
  } catch (error) {
    if (error instanceof ThreadEnded) return null;
    throw error;
  }
}

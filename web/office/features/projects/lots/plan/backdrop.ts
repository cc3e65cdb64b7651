import type { Backdrop } from './paint.ts';

/** Longest edge in pixels: sharp when zoomed in, small enough for phones. */
const EDGE_MAX = 4096;
const EDGE_LEAST = 2048;

/**
 * Loads the drawing under the lots as up to five canvases, each half the size of the one before. Null if it cannot be
 * loaded.
 */
export async function loadBackdrop(
  url: string,
  size: { width: number; height: number },
): Promise<Backdrop | null> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const longest = Math.min(EDGE_MAX, Math.max(EDGE_LEAST, image.naturalWidth, image.naturalHeight));
  const share = longest / Math.max(size.width, size.height);
  const levels: HTMLCanvasElement[] = [];
  let [width, height] = [Math.round(size.width * share), Math.round(size.height * share)];
  let source: CanvasImageSource = image;
  while (levels.length < 5 && width >= 128 && height >= 64) {
    const level = document.createElement('canvas');
    level.width = width;
    level.height = height;
    const pen = level.getContext('2d');
    if (!pen) return null;
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(source, 0, 0, width, height);
    levels.push(level);
    source = level;
    [width, height] = [Math.round(width / 2), Math.round(height / 2)];
  }
  return { ...size, levels };
}

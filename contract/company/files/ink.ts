import { TEXTS } from '#contract/texts.ts';

/** Brightness of each pixel (0-255), row by row. */
export interface GreyPicture {
  data: ArrayLike<number>;
  width: number;
  height: number;
}

/** Long edge in pixels of the checked image: page and server scale theirs down to it. */
export const INK_EDGE = 400;
/** A smaller difference from the paper's brightness is noise of a photograph or of JPEG, not a stroke. */
const NOISE = 24;
/** A shadow on photographed paper is far weaker than ink: minimum share of the darkest difference. */
const SHADOW = 0.25;
/** As shares of the long edge: minimum extent of a signature, and minimum ink pixels. */
const REACH = 0.12;
const AMOUNT = 0.35;
/** Spread across a line divided by spread along it: a single line drawn by hand stays below this. */
const TREMBLE = 0.06;

/**
 * Why an image is not a signature, as a sentence to show: empty, a dot or short stroke, or a single straight line. Null
 * when it can be one. The page (signature panel) and the server (decoded file) use the same rule.
 */
export function inkFault({ data, width, height }: GreyPicture): string | null {
  const paper = medianOf(data);
  let range = 0;
  for (let at = 0; at < data.length; at++) range = Math.max(range, Math.abs(data[at]! - paper));
  const least = Math.max(NOISE, range * SHADOW);
  if (range <= NOISE) return TEXTS.emptySignature;
  let [count, sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0, 0];
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (Math.abs(data[y * width + x]! - paper) <= least) continue;
      count += 1;
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumYY += y * y;
      sumXY += x * y;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  const edge = Math.max(width, height);
  if (Math.hypot(right - left, bottom - top) < edge * REACH || count < edge * AMOUNT)
    return TEXTS.shortSignature;
  // Spread along and across the main direction of the ink: eigenvalues of its covariance.
  const [meanX, meanY] = [sumX / count, sumY / count];
  const [xx, yy, xy] = [
    sumXX / count - meanX * meanX,
    sumYY / count - meanY * meanY,
    sumXY / count - meanX * meanY,
  ];
  const half = Math.hypot((xx - yy) / 2, xy);
  const [along, across] = [(xx + yy) / 2 + half, Math.max(0, (xx + yy) / 2 - half)];
  return Math.sqrt(across) < Math.sqrt(along) * TREMBLE ? TEXTS.straightSignature : null;
}

/** The median brightness: the paper. */
function medianOf(data: ArrayLike<number>): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at++) counts[data[at]!]! += 1;
  let seen = 0;
  return counts.findIndex((count) => (seen += count) * 2 >= data.length);
}

/** Longest edge below which small print cannot be read, in pixels. */
const SMALL_EDGE = 600;
/** Mean and spread of the light, 0-255. */
const DARK_MEAN = 50;
const FLAT_SPREAD = 10;
/** The strongest hundredth of the edges is this steep in a sharp picture of text, 0-1020. */
const SHARP_EDGE = 45;
const STRONGEST = 0.99;

/** The size before it was fitted, and the fitted pixels as a canvas gives them (RGBA). */
export interface Seen {
  width: number;
  height: number;
  pixels: { width: number; height: number; data: Uint8ClampedArray };
}

/**
 * Why a photograph of a document may not be readable, with what to do; null when it seems to be. A measure of size,
 * light and edges, not a reader: so it only warns.
 */
export function doubtOf(seen: Seen): string | null {
  const doubt = measure(seen);
  return doubt && `${doubt} Si se lee bien, no hagas nada.`;
}

function measure({ width, height, pixels }: Seen): string | null {
  if (Math.max(width, height) < SMALL_EDGE)
    return 'Esta foto es muy pequeña y quizás no se pueda leer. Toma otra desde más cerca.';
  const light = lightOf(pixels.data);
  const { mean, spread } = spreadOf(light);
  if (mean < DARK_MEAN) return 'Esta foto está muy oscura y quizás no se pueda leer. Toma otra con más luz.';
  if (spread < FLAT_SPREAD) return 'En esta foto no se distingue nada. Toma otra con buena luz.';
  return steepest(light, pixels.width, pixels.height) < SHARP_EDGE
    ? 'Esta foto se ve borrosa y quizás no se pueda leer. Toma otra sin mover el celular.'
    : null;
}

function lightOf(data: Uint8ClampedArray): Float32Array {
  const light = new Float32Array(data.length / 4);
  for (let at = 0; at < light.length; at++) {
    // A transparent pixel is paper.
    const opaque = data[at * 4 + 3]! / 255;
    const own = 0.299 * data[at * 4]! + 0.587 * data[at * 4 + 1]! + 0.114 * data[at * 4 + 2]!;
    light[at] = own * opaque + 255 * (1 - opaque);
  }
  return light;
}

function spreadOf(light: Float32Array) {
  let [sum, squares] = [0, 0];
  for (const one of light) {
    sum += one;
    squares += one * one;
  }
  const mean = sum / light.length;
  return { mean, spread: Math.sqrt(Math.max(0, squares / light.length - mean * mean)) };
}

/** The steepness that all but the strongest hundredth of the edges stay below (a Laplacian, by its histogram). */
function steepest(light: Float32Array, width: number, height: number): number {
  const counts = new Uint32Array(1021);
  let seen = 0;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const around = light[at - 1]! + light[at + 1]! + light[at - width]! + light[at + width]!;
      counts[Math.round(Math.abs(4 * light[at]! - around))]!++;
      seen++;
    }
  let below = 0;
  for (let edge = 0; edge < counts.length; edge++) {
    below += counts[edge]!;
    if (below >= seen * STRONGEST) return edge;
  }
  return counts.length;
}

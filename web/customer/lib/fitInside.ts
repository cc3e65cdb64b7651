import { PICTURE_EDGE } from '#contract/sales/purchase/rules.ts';

/** Scales a size down to fit the square (spec §9), with its aspect ratio. A smaller picture keeps its size. */
export function fitInside(width: number, height: number, edge = PICTURE_EDGE) {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

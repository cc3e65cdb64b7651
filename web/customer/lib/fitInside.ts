import { PICTURE_EDGE } from '#contract/sales/purchase/rules.ts';

/** The largest size of the same shape inside the square (spec §9); a smaller picture stays as it is. */
export function fitInside(width: number, height: number, edge = PICTURE_EDGE) {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

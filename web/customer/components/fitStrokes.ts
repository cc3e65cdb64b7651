import type { PointGroup } from 'signature_pad';

/** Strokes, and the size of their panel in CSS pixels. */
export interface Drawing {
  strokes: PointGroup[];
  width: number;
  height: number;
}

/** Scales and centres the strokes for a panel of another size. Keeps the aspect ratio. */
export function fitStrokes(
  { strokes, width, height }: Drawing,
  newWidth: number,
  newHeight: number,
): PointGroup[] {
  if (strokes.length === 0 || (width === newWidth && height === newHeight)) return strokes;
  const scale = Math.min(newWidth / width, newHeight / height);
  const [left, top] = [(newWidth - width * scale) / 2, (newHeight - height * scale) / 2];
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({
      ...point,
      x: point.x * scale + left,
      y: point.y * scale + top,
    })),
  }));
}

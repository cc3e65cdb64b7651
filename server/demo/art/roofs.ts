/** Roofs as solids: slabs, gables, hips, and the triangles of wall that close a gable. */
import { type Face, face } from './faces.ts';
import { type Paint, clayTiles, metalSheet } from './materials.ts';
import type { Plane } from './plane.ts';
import { tone } from './sheet.ts';
import type { Vec } from './space.ts';

/** A flat slab of roof: `points` is the upper side, counter-clockwise from above, first edge along the eave. */
export function slab(points: readonly Vec[], thick: number, paint: Paint): Face[] {
  const low = points.map((p): Vec => [p[0], p[1], p[2] - thick]);
  const edge = points.map((p, i) => {
    const j = (i + 1) % points.length;
    return face([low[i]!, low[j]!, points[j]!, p], paint.trim, { casts: false });
  });
  const decor = paint.roofKind === 'teja' ? clayTiles : metalSheet;
  return [face(points, paint.roof, { decor }), face(low.toReversed(), tone(paint.trim, 0.86)), ...edge];
}

/** Two slopes over a rectangle. `along` is the direction of the ridge; eaves reach out by `eave`, gables by `verge`. */
export function gableRoof(
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  base: number,
  pitch: number,
  along: 'x' | 'y',
  paint: Paint,
  { eave = 0.55, verge = 0.45 } = {},
): Face[] {
  const t = 0.15;
  if (along === 'y') {
    const mid = (x0 + x1) / 2;
    const [top, low] = [base + ((x1 - x0) / 2) * pitch + t, base - eave * pitch + t];
    const [ya, yb] = [y0 - verge, y1 + verge];
    const left: Vec[] = [
      [x0 - eave, yb, low],
      [x0 - eave, ya, low],
      [mid, ya, top],
      [mid, yb, top],
    ];
    const right: Vec[] = [
      [x1 + eave, ya, low],
      [x1 + eave, yb, low],
      [mid, yb, top],
      [mid, ya, top],
    ];
    return [...slab(left, t, paint), ...slab(right, t, paint)];
  }
  const mid = (y0 + y1) / 2;
  const [top, low] = [base + ((y1 - y0) / 2) * pitch + t, base - eave * pitch + t];
  const [xa, xb] = [x0 - verge, x1 + verge];
  const front: Vec[] = [
    [xa, y0 - eave, low],
    [xb, y0 - eave, low],
    [xb, mid, top],
    [xa, mid, top],
  ];
  const back: Vec[] = [
    [xb, y1 + eave, low],
    [xa, y1 + eave, low],
    [xa, mid, top],
    [xb, mid, top],
  ];
  return [...slab(front, t, paint), ...slab(back, t, paint)];
}

/** Four slopes that meet in a ridge along the longer side. */
export function hipRoof(
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  base: number,
  pitch: number,
  paint: Paint,
  eave = 0.6,
): Face[] {
  const t = 0.15;
  const half = Math.min(x1 - x0, y1 - y0) / 2;
  const [top, low] = [base + half * pitch + t, base - eave * pitch + t];
  const [a, b, c, d]: Vec[] = [
    [x0 - eave, y0 - eave, low],
    [x1 + eave, y0 - eave, low],
    [x1 + eave, y1 + eave, low],
    [x0 - eave, y1 + eave, low],
  ];
  const long = x1 - x0 >= y1 - y0;
  const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const r: Vec = long ? [x0 + half, my, top] : [mx, y0 + half, top];
  const s: Vec = long ? [x1 - half, my, top] : [mx, y1 - half, top];
  const slopes = long
    ? [
        [a!, b!, s, r],
        [b!, c!, s],
        [c!, d!, r, s],
        [d!, a!, r],
      ]
    : [
        [a!, b!, r],
        [b!, c!, s, r],
        [c!, d!, s],
        [d!, a!, r, s],
      ];
  return slopes.flatMap((p) => slab(p, t, paint));
}

/** Triangle of wall under a gable that looks to the front. */
export function pediment(
  x0: number,
  x1: number,
  y: number,
  base: number,
  pitch: number,
  colour: string,
  decor?: (p: Plane) => string,
): Face {
  return face(
    [
      [x0, y, base],
      [x1, y, base],
      [(x0 + x1) / 2, y, base + ((x1 - x0) / 2) * pitch],
    ],
    colour,
    { decor },
  );
}

export function sideGables(
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  base: number,
  pitch: number,
  colour: string,
): Face[] {
  const [mid, top] = [(y0 + y1) / 2, base + ((y1 - y0) / 2) * pitch];
  return [
    face(
      [
        [x1, y0, base],
        [x1, y1, base],
        [x1, mid, top],
      ],
      colour,
    ),
    face(
      [
        [x0, y1, base],
        [x0, y0, base],
        [x0, mid, top],
      ],
      colour,
    ),
  ];
}

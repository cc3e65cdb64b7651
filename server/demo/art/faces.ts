/** Flat faces in space and what is built from them: boxes, bars; moved and turned. */
import type { Plane } from './plane.ts';
import { type Vec, add, cross, scale, sub, unit } from './space.ts';

export interface Face {
  points: readonly Vec[];
  colour: string;
  normal: Vec;
  origin: Vec;
  u: Vec;
  v: Vec;
  decor?: ((plane: Plane) => string) | undefined;
  /** Darkness creeping in under eaves and at the ground. */
  soft: boolean;
  casts: boolean;
  receives: boolean;
}

export interface FaceOptions {
  decor?: ((plane: Plane) => string) | undefined;
  soft?: boolean;
  casts?: boolean;
  receives?: boolean;
}

/** A face from its corners, counter-clockwise seen from outside. u runs along the first edge. */
export function face(points: readonly Vec[], colour: string, options: FaceOptions = {}): Face {
  const [a, b, c] = [points[0]!, points[1]!, points[2]!];
  const u = unit(sub(b, a));
  const normal = unit(cross(u, sub(c, a)));
  const { decor, soft = false, casts = true, receives = true } = options;
  return { points, colour, normal, origin: a, u, v: cross(normal, u), decor, soft, casts, receives };
}

type Side = 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom';
type Sides = Partial<Record<Side, FaceOptions & { colour?: string; skip?: boolean }>>;

/** The six faces of a box; `sides` sets details of one. u and v of a wall run right and up as seen from outside. */
export function box(low: Vec, high: Vec, colour: string, sides: Sides = {}): Face[] {
  const [x0, y0, z0] = low;
  const [x1, y1, z1] = high;
  const corners: Record<Side, Vec[]> = {
    front: [
      [x0, y0, z0],
      [x1, y0, z0],
      [x1, y0, z1],
      [x0, y0, z1],
    ],
    back: [
      [x1, y1, z0],
      [x0, y1, z0],
      [x0, y1, z1],
      [x1, y1, z1],
    ],
    left: [
      [x0, y1, z0],
      [x0, y0, z0],
      [x0, y0, z1],
      [x0, y1, z1],
    ],
    right: [
      [x1, y0, z0],
      [x1, y1, z0],
      [x1, y1, z1],
      [x1, y0, z1],
    ],
    top: [
      [x0, y0, z1],
      [x1, y0, z1],
      [x1, y1, z1],
      [x0, y1, z1],
    ],
    bottom: [
      [x0, y1, z0],
      [x1, y1, z0],
      [x1, y0, z0],
      [x0, y0, z0],
    ],
  };
  return (Object.keys(corners) as Side[])
    .filter((side) => !sides[side]?.skip)
    .map((side) => face(corners[side], sides[side]?.colour ?? colour, sides[side]));
}

/** Moves faces by a vector, mirrored in x first when asked (winding is kept). */
export function placed(faces: readonly Face[], by: Vec, mirrored = false): Face[] {
  return faces.map((f) => {
    const move = (p: Vec): Vec => add(mirrored ? [-p[0], p[1], p[2]] : p, by);
    if (!mirrored) return { ...f, points: f.points.map(move), origin: move(f.origin) };
    const flip = (d: Vec): Vec => [-d[0], d[1], d[2]];
    return {
      ...f,
      points: f.points.map(move).toReversed(),
      origin: move(f.origin),
      normal: flip(f.normal),
      u: flip(f.u),
      v: flip(f.v),
    };
  });
}

/** Quarter turns about the vertical through the origin, counter-clockwise seen from above. */
export function turned(faces: readonly Face[], quarters: number): Face[] {
  const [c, s] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][((quarters % 4) + 4) % 4]!;
  const turn = (p: Vec): Vec => [p[0] * c! - p[1] * s!, p[0] * s! + p[1] * c!, p[2]];
  return faces.map((f) => ({
    ...f,
    points: f.points.map(turn),
    origin: turn(f.origin),
    normal: turn(f.normal),
    u: turn(f.u),
    v: turn(f.v),
  }));
}

/** A square bar from one point to another. */
export function beam(from: Vec, to: Vec, thick: number, colour: string): Face[] {
  const along = unit(sub(to, from));
  const across = unit(cross(along, Math.abs(along[2]) > 0.9 ? [0, 1, 0] : [0, 0, 1]));
  const up = cross(across, along);
  const h = thick / 2;
  const ring = (at: Vec) =>
    [
      [-h, -h],
      [h, -h],
      [h, h],
      [-h, h],
    ].map(([a, b]): Vec => add(at, add(scale(across, a!), scale(up, b!))));
  const [a, b] = [ring(from), ring(to)];
  const sides = a.map((p, i) => face([p, a[(i + 1) % 4]!, b[(i + 1) % 4]!, b[i]!], colour));
  return [...sides, face(a.toReversed(), colour), face(b, colour)];
}

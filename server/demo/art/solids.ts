/** Flat faces in space, ordered by a BSP tree and drawn with their details, contact darkness and cast shadows. */
import { type Sheet, type Stop, closed } from './sheet.ts';
import { type Camera, type Light, type Point, type Vec } from './space.ts';
import { add, clipByPlane, cross, dot, lit, scale, shadeOf, sub, unit } from './space.ts';

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
    front: [[x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]],
    back: [[x1, y1, z0], [x0, y1, z0], [x0, y1, z1], [x1, y1, z1]],
    left: [[x0, y1, z0], [x0, y0, z0], [x0, y0, z1], [x0, y1, z1]],
    right: [[x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]],
    top: [[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]],
    bottom: [[x0, y1, z0], [x1, y1, z0], [x1, y0, z0], [x0, y0, z0]],
  }; // prettier-ignore
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

/** Half a turn about the vertical: a house seen across the street. */
export function turned(faces: readonly Face[]): Face[] {
  const turn = (p: Vec): Vec => [-p[0], -p[1], p[2]];
  return faces.map((f) => ({
    ...f,
    points: f.points.map(turn),
    origin: turn(f.origin),
    normal: turn(f.normal),
    u: turn(f.u),
    v: turn(f.v),
  }));
}

/** Drawing on a face in its own metres. */
export class Plane {
  readonly sheet: Sheet;
  readonly face: Face;
  /** Pixels per metre in the middle of the face. */
  readonly px: number;
  private readonly camera: Camera;
  private readonly light: Light;

  constructor(sheet: Sheet, camera: Camera, light: Light, target: Face) {
    this.sheet = sheet;
    this.camera = camera;
    this.light = light;
    this.face = target;
    const sum = target.points.reduce(add);
    this.px = camera.px(scale(sum, 1 / target.points.length));
  }

  at(u: number, v: number, out = 0): Vec {
    const { origin, normal } = this.face;
    return add(add(origin, scale(this.face.u, u)), add(scale(this.face.v, v), scale(normal, out)));
  }

  uv(p: Vec): Point {
    const d = sub(p, this.face.origin);
    return [dot(d, this.face.u), dot(d, this.face.v)];
  }

  d(points: readonly Point[]): string {
    return closed(this.camera.polygon(points.map(([u, v]) => this.at(u, v))));
  }

  /** That colour in the light that falls on this face. */
  tint(colour: string): string {
    return lit(colour, this.face.normal, this.light);
  }

  fill(points: readonly Point[], colour: string, more = ''): string {
    const d = this.d(points);
    return d && `<path d="${d}" fill="${colour}"${more}/>`;
  }

  rect(u: number, v: number, w: number, h: number, colour: string, more = ''): string {
    return this.fill([[u, v], [u + w, v], [u + w, v + h], [u, v + h]], colour, more); // prettier-ignore
  }

  line(a: Point, b: Point, colour: string, metres: number, more = ''): string {
    const [p, q] = [this.camera.project(this.at(...a)), this.camera.project(this.at(...b))];
    const width = Math.max(0.3, metres * this.px);
    return `<path d="M${p[0].toFixed(1)} ${p[1].toFixed(1)}L${q[0].toFixed(1)} ${q[1].toFixed(1)}" stroke="${colour}" stroke-width="${width.toFixed(2)}"${more}/>`;
  }

  gradient(a: Point, b: Point, stops: readonly Stop[]): string {
    const [p, q] = [this.camera.project(this.at(...a)), this.camera.project(this.at(...b))];
    return this.sheet.linear(p[0], p[1], q[0], q[1], stops);
  }
}

interface Fragment {
  points: readonly Vec[];
  face: Face;
  whole: boolean;
}

interface Node {
  at: Fragment[];
  normal: Vec;
  offset: number;
  front: Node | null;
  back: Node | null;
}

const HAIR = 1e-4;

function side(points: readonly Vec[], normal: Vec, offset: number): 'on' | 'front' | 'back' | 'both' {
  const distances = points.map((p) => dot(normal, p) - offset);
  const [front, back] = [distances.some((d) => d > HAIR), distances.some((d) => d < -HAIR)];
  if (front && back) return 'both';
  return front ? 'front' : back ? 'back' : 'on';
}

function tree(fragments: readonly Fragment[]): Node | null {
  if (!fragments.length) return null;
  const step = Math.max(1, Math.floor(fragments.length / 12));
  const candidates = fragments
    .filter((_, i) => i % step === 0)
    .map((f) => {
      const offset = dot(f.face.normal, f.points[0]!);
      const cuts = fragments.filter((g) => side(g.points, f.face.normal, offset) === 'both').length;
      return { normal: f.face.normal, offset, cuts };
    });
  const { normal, offset } = candidates.reduce((best, c) => (c.cuts < best.cuts ? c : best));
  const [at, front, back]: [Fragment[], Fragment[], Fragment[]] = [[], [], []];
  for (const f of fragments) {
    const where = side(f.points, normal, offset);
    if (where === 'on') at.push(f);
    else if (where === 'front') front.push(f);
    else if (where === 'back') back.push(f);
    else {
      front.push({ ...f, points: clipByPlane(f.points, normal, offset), whole: false });
      back.push({ ...f, points: clipByPlane(f.points, scale(normal, -1), -offset), whole: false });
    }
  }
  return { at, normal, offset, front: tree(front), back: tree(back) };
}

function* backToFront(node: Node | null, eye: Vec): Generator<Fragment> {
  if (!node) return;
  const inFront = dot(node.normal, eye) > node.offset;
  yield* backToFront(inFront ? node.back : node.front, eye);
  yield* node.at;
  yield* backToFront(inFront ? node.front : node.back, eye);
}

/** The shadow that `casters` throw on a face, as one path that multiplies. Empty where the face has no sun. */
export function shadowOn(
  target: Face,
  casters: readonly Face[],
  sheet: Sheet,
  camera: Camera,
  light: Light,
): string {
  const facing = dot(target.normal, light.sun);
  if (facing < 0.02) return '';
  const plane = new Plane(sheet, camera, light, target);
  const own = target.points.map((p) => plane.uv(p));
  const [minU, maxU] = [Math.min(...own.map((p) => p[0])), Math.max(...own.map((p) => p[0]))];
  const [minV, maxV] = [Math.min(...own.map((p) => p[1])), Math.max(...own.map((p) => p[1]))];
  const offset = dot(target.normal, target.origin);
  const paths: string[] = [];
  for (const caster of casters) {
    if (caster === target || !caster.casts || dot(caster.normal, light.sun) <= 0) continue;
    const above = clipByPlane(caster.points, target.normal, offset + 0.003);
    if (above.length < 3) continue;
    let fallen = above.map((p): Point => {
      const reach = (dot(target.normal, p) - offset) / facing;
      return plane.uv(sub(p, scale(light.sun, reach)));
    });
    const [us, vs] = [fallen.map((p) => p[0]), fallen.map((p) => p[1])];
    if (Math.max(...us) < minU || Math.min(...us) > maxU) continue;
    if (Math.max(...vs) < minV || Math.min(...vs) > maxV) continue;
    const area = fallen.reduce((sum, p, i) => {
      const q = fallen[(i + 1) % fallen.length]!;
      return sum + p[0] * q[1] - q[0] * p[1];
    }, 0);
    if (area < 0) fallen = fallen.toReversed();
    paths.push(plane.d(fallen));
  }
  if (!paths.length) return '';
  const clip = sheet.clip(closed(camera.polygon(target.points)));
  return `<g clip-path="${clip}" style="mix-blend-mode:multiply"><path d="${paths.join('')}" fill="${shadeOf(target.normal, light)}"/></g>`;
}

function drawFace(target: Face, faces: readonly Face[], sheet: Sheet, camera: Camera, light: Light): string {
  const plane = new Plane(sheet, camera, light, target);
  const outline = closed(camera.polygon(target.points));
  if (!outline) return '';
  const base = plane.tint(target.colour);
  const parts = [`<path d="${outline}" fill="${base}" stroke="${base}" stroke-width=".6"/>`];
  if (target.decor) parts.push(target.decor(plane));
  if (target.soft) {
    const vs = target.points.map((p) => plane.uv(p)[1]);
    const [low, high] = [Math.min(...vs), Math.max(...vs)];
    const dark = plane.gradient([0, low], [0, high], [
      [0, '#3a2f28', 0.28], [0.1, '#3a2f28', 0.06], [0.3, '#3a2f28', 0], [0.7, '#2b3040', 0], [1, '#2b3040', 0.2],
    ]); // prettier-ignore
    parts.push(`<path d="${outline}" fill="${dark}"/>`);
  }
  if (target.receives) parts.push(shadowOn(target, faces, sheet, camera, light));
  return parts.join('');
}

/** One group of faces as markup, farthest first. */
export function drawSolids(faces: readonly Face[], sheet: Sheet, camera: Camera, light: Light): string {
  const visible = faces.filter((f) => dot(f.normal, sub(camera.eye, f.origin)) > 0);
  const drawn = new Map<Face, string>();
  const parts: string[] = [];
  const root = tree(visible.map((f) => ({ points: f.points, face: f, whole: true })));
  for (const fragment of backToFront(root, camera.eye)) {
    const markup = drawn.get(fragment.face) ?? drawFace(fragment.face, faces, sheet, camera, light);
    drawn.set(fragment.face, markup);
    const path = fragment.whole ? '' : closed(camera.polygon(fragment.points));
    if (fragment.whole) parts.push(markup);
    else if (path) parts.push(`<g clip-path="${sheet.clip(path)}">${markup}</g>`);
  }
  return parts.join('');
}

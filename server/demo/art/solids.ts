/** Faces ordered by a BSP tree and drawn with their details, contact darkness and cast shadows. */
import type { Face } from './faces.ts';
import { Plane } from './plane.ts';
import { type Sheet, closed } from './sheet.ts';
import {
  type Camera,
  type Light,
  type Point,
  type Vec,
  clipByPlane,
  dot,
  scale,
  shadeOf,
  sub,
} from './space.ts';

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
    const dark = plane.gradient(
      [0, low],
      [0, high],
      [
        [0, '#3a2f28', 0.28],
        [0.1, '#3a2f28', 0.06],
        [0.3, '#3a2f28', 0],
        [0.7, '#2b3040', 0],
        [1, '#2b3040', 0.2],
      ],
    );
    parts.push(`<path d="${outline}" fill="${dark}"/>`);
  }
  if (target.receives) parts.push(shadowOn(target, faces, sheet, camera, light));
  return parts.join('');
}

/** A convex outline pushed out from its middle by some pixels, so that no seam shows where a face was cut. */
function grown(outline: readonly Point[], by: number): Point[] {
  const mean = (i: 0 | 1) => outline.reduce((sum, p) => sum + p[i], 0) / outline.length;
  const [cx, cy] = [mean(0), mean(1)];
  return outline.map(([x, y]) => {
    const length = Math.hypot(x - cx, y - cy) || 1;
    return [x + ((x - cx) / length) * by, y + ((y - cy) / length) * by];
  });
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
    const path = fragment.whole ? '' : closed(grown(camera.polygon(fragment.points), 0.7));
    if (fragment.whole) parts.push(markup);
    else if (path) parts.push(`<g clip-path="${sheet.clip(path)}">${markup}</g>`);
  }
  return parts.join('');
}

/** Space in metres (x right, y away, z up), a camera that keeps verticals upright, and the light of an afternoon. */
import { hex, rgb } from './sheet.ts';

export type Vec = readonly [number, number, number];
export type Point = readonly [number, number];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vec): Vec => scale(a, 1 / Math.hypot(a[0], a[1], a[2]));
const lerp = (a: Vec, b: Vec, k: number): Vec => add(a, scale(sub(b, a), k));

/** Part of a convex polygon on the positive side of a plane (dot(normal, p) > offset). */
export function clipByPlane(polygon: readonly Vec[], normal: Vec, offset: number): Vec[] {
  const kept: Vec[] = [];
  polygon.forEach((point, i) => {
    const next = polygon[(i + 1) % polygon.length]!;
    const [here, there] = [dot(normal, point) - offset, dot(normal, next) - offset];
    if (here >= 0) kept.push(point);
    if (here * there < 0) kept.push(lerp(point, next, here / (here - there)));
  });
  return kept;
}

export interface View {
  eye: Vec;
  /** Degrees: 0 looks along +y, positive turns right. */
  yaw: number;
  /** Degrees downwards; 0 keeps verticals upright. */
  pitch?: number;
  /** Focal length in pixels. */
  focal: number;
  centre: Point;
}

export class Camera {
  readonly eye: Vec;
  readonly forward: Vec;
  private readonly right: Vec;
  private readonly up: Vec;
  private readonly view: View;

  constructor(view: View) {
    const yaw = (view.yaw * Math.PI) / 180;
    const pitch = ((view.pitch ?? 0) * Math.PI) / 180;
    this.view = view;
    this.eye = view.eye;
    this.forward = [Math.sin(yaw) * Math.cos(pitch), Math.cos(yaw) * Math.cos(pitch), -Math.sin(pitch)];
    this.right = [Math.cos(yaw), -Math.sin(yaw), 0];
    this.up = cross(this.right, this.forward);
  }

  /** Metres in front of the eye. */
  depth(p: Vec): number {
    return dot(sub(p, this.eye), this.forward);
  }

  /** Pixels per metre at that point. */
  px(p: Vec): number {
    return this.view.focal / Math.max(0.3, this.depth(p));
  }

  project(p: Vec): Point {
    const d = sub(p, this.eye);
    const k = this.view.focal / Math.max(0.05, dot(d, this.forward));
    return [this.view.centre[0] + dot(d, this.right) * k, this.view.centre[1] - dot(d, this.up) * k];
  }

  /** A polygon cut off before it passes behind the eye or far out of the picture. */
  polygon(points: readonly Vec[]): Point[] {
    let kept = clipByPlane(points, this.forward, dot(this.forward, this.eye) + 0.25);
    for (const across of [this.right, scale(this.right, -1), this.up, scale(this.up, -1)]) {
      const guard = add(scale(this.forward, 1.6), across);
      kept = clipByPlane(kept, guard, dot(guard, this.eye));
    }
    return kept.map((p) => this.project(p));
  }
}

export interface Light {
  /** Towards the sun. */
  sun: Vec;
  sunColour: Vec;
  skyColour: Vec;
}

export const AFTERNOON: Light = {
  sun: unit([-0.42, -0.86, 0.82]),
  sunColour: [0.68, 0.625, 0.52],
  skyColour: [0.5, 0.535, 0.59],
};

/** What a surface looks like in that light: sky from above, a little ground bounce, and the sun where it reaches. */
export function lit(colour: string, normal: Vec, light: Light, inSun = true): string {
  const c = rgb(colour);
  const sky = 0.86 + 0.14 * normal[2];
  const sun = inSun ? Math.max(0, dot(normal, light.sun)) : 0;
  const bounce = normal[2] < 0.3 ? 0.05 : 0;
  const channel = (i: 0 | 1 | 2) =>
    c[i] * (light.skyColour[i] * sky + light.sunColour[i] * sun * 1.15 + bounce * (i === 2 ? 0.6 : 1));
  return hex([channel(0), channel(1), channel(2)]);
}

/** The colour to multiply with where a surface of this normal loses its sun. */
export function shadeOf(normal: Vec, light: Light): string {
  const [sunny, dull] = [rgb(lit('#c8c8c8', normal, light)), rgb(lit('#c8c8c8', normal, light, false))];
  return hex([(255 * dull[0]) / sunny[0], (255 * dull[1]) / sunny[1], (255 * dull[2]) / sunny[2]]);
}

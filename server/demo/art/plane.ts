/** Drawing on a face in its own metres: areas, lines, words and gradients that lie in its perspective. */
import type { Face } from './faces.ts';
import { type Sheet, type Stop, closed } from './sheet.ts';
import { type Camera, type Light, type Point, type Vec, add, dot, lit, scale, sub } from './space.ts';

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

  project(p: Vec): Point {
    return this.camera.project(p);
  }

  /** That colour in the light that falls on this face. */
  tint(colour: string): string {
    return lit(colour, this.face.normal, this.light);
  }

  area(points: readonly Point[], colour: string, more = ''): string {
    const d = this.d(points);
    return d && `<path d="${d}" fill="${colour}"${more}/>`;
  }

  rect(u: number, v: number, w: number, h: number, colour: string, more = ''): string {
    return this.area(
      [
        [u, v],
        [u + w, v],
        [u + w, v + h],
        [u, v + h],
      ],
      colour,
      more,
    );
  }

  line(a: Point, b: Point, colour: string, metres: number, more = ''): string {
    const [p, q] = [this.camera.project(this.at(...a)), this.camera.project(this.at(...b))];
    const width = Math.max(0.3, metres * this.px);
    return `<path d="M${p[0].toFixed(1)} ${p[1].toFixed(1)}L${q[0].toFixed(1)} ${q[1].toFixed(1)}" stroke="${colour}" stroke-width="${width.toFixed(2)}"${more}/>`;
  }

  /** Words on the face, centred at (u, v), `size` metres tall. */
  text(u: number, v: number, size: number, words: string, colour: string, more = ''): string {
    const [o, x, y] = [this.at(u, v), this.at(u + 1, v), this.at(u, v + 1)].map((p) =>
      this.camera.project(p),
    );
    const m = [x![0] - o![0], x![1] - o![1], o![0] - y![0], o![1] - y![1], o![0], o![1]];
    return `<text transform="matrix(${m.map((k) => k.toFixed(3)).join(' ')})" font-family="Roboto" font-size="${size}" text-anchor="middle" fill="${colour}"${more}>${words}</text>`;
  }

  /** A gradient from u to u that stays upright on the sheet, as light on a wall does. */
  across(u0: number, u1: number, stops: readonly Stop[]): string {
    const [p, q] = [this.camera.project(this.at(u0, 1)), this.camera.project(this.at(u1, 1))];
    return this.sheet.linear(p[0], 0, q[0], 0, stops);
  }

  gradient(a: Point, b: Point, stops: readonly Stop[]): string {
    const [p, q] = [this.camera.project(this.at(...a)), this.camera.project(this.at(...b))];
    return this.sheet.linear(p[0], p[1], q[0], q[1], stops);
  }
}

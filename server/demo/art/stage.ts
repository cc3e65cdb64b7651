/** A place being drawn: camera and light, the landscape behind, and things that stand on the ground, farthest first. */
import { type Lay, groundShadow, layPatch, mottle, patch } from './ground.ts';
import { GREENS, type Greens, clump, palm, shadowUnder, shrub, tree } from './plants.ts';
import { Sheet, chance, closed } from './sheet.ts';
import { type Air, cumulus, hill, sky } from './sky.ts';
import type { Face } from './faces.ts';
import type { Plane } from './plane.ts';
import { drawSolids } from './solids.ts';
import { AFTERNOON, Camera, type Point, type Vec, type View } from './space.ts';

export interface Landscape {
  air: Air;
  seed: number;
  /** Clouds as [x share, height above the horizon in px, width in px]. */
  clouds: readonly (readonly [number, number, number])[];
  /** Heights in px of the far range and the wooded one. */
  hills: readonly [number, number];
  near?: string;
}

export type Place = readonly [x: number, y: number];

/** Corners of a rectangle on the ground. */
export function strip(x0: number, x1: number, y0: number, y1: number): Point[] {
  const [a, b] = [Math.min(x0, x1), Math.max(x0, x1)];
  return [
    [a, y0],
    [b, y0],
    [b, y1],
    [a, y1],
  ];
}

export class Stage {
  readonly sheet: Sheet;
  readonly camera: Camera;
  readonly lay: Lay;
  readonly horizon: number;
  private readonly things: { depth: number; draw: () => string }[] = [];
  private readonly solids: Face[] = [];

  constructor(view: View, width = 1600, height = 1000) {
    this.sheet = new Sheet(width, height);
    this.camera = new Camera(view);
    this.lay = { sheet: this.sheet, camera: this.camera, light: AFTERNOON };
    const yaw = (view.yaw * Math.PI) / 180;
    this.horizon = this.camera.project([
      view.eye[0] + Math.sin(yaw) * 9000,
      view.eye[1] + Math.cos(yaw) * 9000,
      view.eye[2],
    ])[1];
  }

  /** Sky, clouds, two ranges of hills and the lawn in front of them. */
  landscape({ air, seed, clouds, hills, near = '#5f8a72' }: Landscape): void {
    const { sheet, horizon } = this;
    sheet.add(sky(sheet, horizon, air, seed));
    clouds.forEach(([x, up, w], i) =>
      sheet.add(cumulus(sheet, x * sheet.width, horizon - up, w, seed + i * 17 + 1)),
    );
    sheet.add(
      hill(sheet, {
        foot: horizon + 6,
        height: hills[0],
        colour: '#7d9fae',
        haze: air.horizon,
        seed: seed + 4,
      }),
      hill(sheet, {
        foot: horizon + 8,
        height: hills[0] * 0.8,
        colour: '#6c958f',
        haze: '#c3d6c4',
        seed: seed + 40,
        waves: 2,
      }),
      hill(sheet, {
        foot: horizon + 10,
        height: hills[1],
        colour: near,
        haze: '#b5cdb2',
        seed: seed + 5,
        trees: 9,
      }),
    );
    const lawn = patch(strip(-400, 400, -60, 900), '#000000');
    const green = sheet.linear(0, horizon, 0, sheet.height, [
      [0, '#a8bf68'],
      [0.12, '#8fb452'],
      [0.4, '#6f9f3d'],
      [1, '#4f8230'],
    ]);
    sheet.add(`<path d="${closed(this.camera.polygon(lawn.points))}" fill="${green}"/>`);
    sheet.add(mottle(sheet, horizon + 6, seed));
  }

  ground(points: readonly Point[], colour: string, decor?: (plane: Plane) => string, z = 0): void {
    this.sheet.add(layPatch(this.lay, patch(points, colour, z), decor));
  }

  /** Faces that stand together and throw shadows on the ground; `at` says how far back they are. */
  solid(faces: readonly Face[], at: Place, level = true): void {
    if (level) this.solids.push(...faces);
    this.put([at[0], at[1], 0], () => drawSolids(faces, this.sheet, this.camera, AFTERNOON));
  }

  /** A grassy bank rising by `high` metres between two distances, and level ground behind it. */
  terrace(from: number, to: number, high: number, end: number): void {
    const [a, b, c] = [from, to, end].map(
      (y, i) =>
        [
          [-300, y, i ? high : 0],
          [400, y, i ? high : 0],
        ] as const,
    );
    const bank = closed(this.camera.polygon([a![0], a![1], b![1], b![0]]));
    const top = closed(this.camera.polygon([b![0], b![1], c![1], c![0]]));
    const [, y0] = this.camera.project([0, from, 0]);
    const [, y1] = this.camera.project([0, to, high]);
    const slope = this.sheet.linear(0, y1, 0, y0, [
      [0, '#9cbf58'],
      [0.3, '#7fae48'],
      [1, '#5d9038'],
    ]);
    this.sheet.add(`<path d="${top}" fill="#9dbb5c"/><path d="${bank}" fill="${slope}"/>`);
  }

  tree(at: Place, metres: number, kind: keyof typeof GREENS, seed: number, z = 0): void {
    this.plant([at[0], at[1], z], metres, 0.9, (x, y, size) => tree(x, y, size, GREENS[kind], seed));
  }

  palm(at: Place, metres: number, seed: number, coconut = false): void {
    this.plant([at[0], at[1], 0], metres, 0.35, (x, y, size) => palm(x, y, size, seed, coconut));
  }

  shrub(at: Place, metres: number, kind: keyof typeof GREENS, seed: number, flower?: string): void {
    this.plant([at[0], at[1], 0], metres, 1, (x, y, size) => shrub(x, y, size, GREENS[kind], seed, flower));
  }

  /** Ground shadows first, then everything that was put here. */
  raise(): void {
    this.sheet.add(groundShadow(this.lay, this.solids));
    this.things.sort((a, b) => b.depth - a.depth).forEach((t) => this.sheet.add(t.draw()));
    this.things.length = 0;
  }

  /** Warm light from the left and a quiet darkening of the corners. */
  finish(air: Air): string {
    const { width, height } = this.sheet;
    const warm = this.sheet.radial(width * air.sunAt, height * 0.1, width * 0.95, [
      [0, air.glow, 0.34],
      [0.5, air.glow, 0.1],
      [1, air.glow, 0],
    ]);
    const corner = this.sheet.radial(width / 2, height * 0.48, width * 0.72, [
      [0.55, '#0d1d2a', 0],
      [1, '#0d1d2a', 0.28],
    ]);
    const whole = `<rect width="${width}" height="${height}"`;
    this.sheet.add(
      `${whole} fill="${warm}" style="mix-blend-mode:soft-light"/>`,
      `${whole} fill="${corner}"/>`,
    );
    return this.sheet.svg();
  }

  /** Leaves out of focus in the upper left corner, near the eye. */
  frame(seed: number): void {
    const random = chance(seed + 500);
    const near: Greens = { dark: '#20421f', mid: '#356a2b', light: '#5f9638', glow: '#b9d866' };
    const parts = Array.from({ length: 15 }, (_, i) => {
      const along = i / 14;
      const [x, y] = [-50 + along * 430 + random() * 30, -60 + (1 - along) ** 2 * 190 + random() * 46];
      return clump(x, y, 62 - along * 22, 46 - along * 14, near, random, 10 - along * 3);
    });
    this.sheet.add(`<g filter="${this.sheet.blur(3.2)}">${parts.join('')}</g>`);
  }

  private put(at: Vec, draw: () => string): void {
    const depth = this.camera.depth(at);
    if (depth > 1) this.things.push({ depth, draw });
  }

  private plant(
    at: Vec,
    metres: number,
    shade: number,
    draw: (x: number, y: number, size: number) => string,
  ): void {
    this.put(at, () => {
      const [x, y] = this.camera.project(at);
      const size = this.camera.px(at) * metres;
      if (x < -size || x > this.sheet.width + size) return '';
      return shadowUnder(this.sheet, x, y, size * shade) + draw(x, y, size);
    });
  }
}

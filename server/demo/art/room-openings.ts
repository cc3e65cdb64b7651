/** What is in the walls of a room: windows on the garden with their curtains, and framed pictures. */
import { GREENS, clump } from './plants.ts';
import { type Rgb, chance, mix, n1, rgb } from './sheet.ts';
import type { Plane } from './plane.ts';
import type { Point } from './space.ts';

export interface Hole {
  wall: 'back' | 'left' | 'right';
  u: number;
  v: number;
  w: number;
  h: number;
}

/** Garden and sky behind glass, frame, curtains drawn to the sides. */
export function drawWindow(plane: Plane, hole: Hole, seed: number): void {
  const { sheet } = plane;
  const { u, v, w, h } = hole;
  const corners: Point[] = [
    [u, v],
    [u + w, v],
    [u + w, v + h],
    [u, v + h],
  ];
  const clip = sheet.clip(plane.d(corners));
  const sky = plane.gradient(
    [u, v + h],
    [u, v],
    [
      [0, '#9fd0ee'],
      [0.45, '#dff0f6'],
      [0.52, '#b9d39a'],
      [1, '#6fa244'],
    ],
  );
  const random = chance(seed + u * 10);
  const trees = Array.from({ length: 9 }, (_, i) => {
    const p = plane.project(plane.at(u + (w * (i + random())) / 9, v + h * (0.34 + random() * 0.16)));
    const k = plane.px * h;
    return clump(
      p[0],
      p[1],
      k * 0.12,
      k * 0.13,
      i % 3 ? GREENS.mango : GREENS.lime,
      random,
      Math.max(2, k * 0.012),
    );
  });
  const frame = '#fbfaf7';
  const bars: string[] = [];
  const panes = w > 2.4 ? 3 : 2;
  for (let i = 0; i <= panes; i += 1) bars.push(plane.rect(u + (w * i) / panes - 0.03, v, 0.06, h, frame));
  bars.push(
    plane.rect(u - 0.05, v - 0.05, w + 0.1, 0.08, frame),
    plane.rect(u - 0.05, v + h - 0.03, w + 0.1, 0.08, frame),
  );
  const haze = plane.gradient(
    [u, v],
    [u + w, v + h],
    [
      [0, '#ffffff', 0.1],
      [1, '#ffffff', 0.42],
    ],
  );
  sheet.add(
    `<g clip-path="${clip}">${plane.area(corners, sky)}<g filter="${sheet.blur(1.6)}">${trees.join('')}</g>${plane.area(corners, haze)}</g>`,
    bars.join(''),
    ...(v > 1
      ? []
      : [
          curtain(plane, u - 0.42, v, 0.62, h),
          curtain(plane, u + w - 0.2, v, 0.62, h),
          plane.rect(u - 0.6, v + h + 0.16, w + 1.2, 0.035, '#5a4632'),
        ]),
  );
  const [cx, cy] = plane.project(plane.at(u + w / 2, v + h / 2));
  const r = plane.px * Math.max(w, h) * 0.95;
  const bloom = sheet.radial(cx, cy, r, [
    [0, '#fff7e2', 0.5],
    [0.5, '#fff7e2', 0.2],
    [1, '#fff7e2', 0],
  ]);
  sheet.add(
    `<circle cx="${n1(cx)}" cy="${n1(cy)}" r="${n1(r)}" fill="${bloom}" style="mix-blend-mode:screen"/>`,
  );
}

function curtain(plane: Plane, u: number, v: number, w: number, h: number): string {
  const folds = 7;
  const low = v > 1 ? v - 0.15 : 0.06;
  return Array.from({ length: folds }, (_, i) => {
    const x = u + (w * i) / folds;
    const fill = plane.across(x, x + w / folds, [
      [0, '#d9cbb4'],
      [0.4, '#fffaf0'],
      [0.75, '#efe4d1'],
      [1, '#bfae94'],
    ]);
    return plane.rect(x, low, w / folds + 0.004, v + h + 0.16 - low, fill, ' fill-opacity=".94"');
  }).join('');
}

/** A framed landscape: hills in the room's colour under a low sun. */
export function drawPicture(plane: Plane, { u, v, w, h }: Hole, accent: string, seed: number): void {
  const { sheet } = plane;
  const random = chance(seed + 3);
  const c: Rgb = rgb(accent);
  const hue = mix(accent, c[0] > 160 ? '#2f6b55' : '#f1e3c6', 0.6);
  const hills = [0.55, 0.4, 0.24].map((k, i) => {
    const top: Point[] = Array.from({ length: 9 }, (_, j) => [
      u + (w * j) / 8,
      v + h * (k + (random() - 0.5) * 0.16),
    ]);
    const skyline: Point[] = [[u, v], ...top, [u + w, v]];
    return plane.area(skyline, mix(hue, '#16352b', i * 0.3));
  });
  const sun = Array.from({ length: 24 }, (_, i): Point => {
    const a = (i / 24) * Math.PI * 2;
    return [u + w * 0.66 + Math.cos(a) * h * 0.11, v + h * 0.7 + Math.sin(a) * h * 0.11];
  });
  sheet.add(
    plane.rect(u - 0.02, v - 0.1, w + 0.14, h + 0.1, '#2a1e14', ' fill-opacity=".2"'),
    plane.rect(u - 0.05, v - 0.05, w + 0.1, h + 0.1, '#4a3524'),
    plane.rect(u - 0.02, v - 0.02, w + 0.04, h + 0.04, '#fbf7ee'),
    plane.rect(u + 0.06, v + 0.06, w - 0.12, h - 0.12, '#f7e3bf'),
    plane.area(sun, '#e8853f'),
    `<g clip-path="${sheet.clip(
      plane.d([
        [u + 0.06, v + 0.06],
        [u + w - 0.06, v + 0.06],
        [u + w - 0.06, v + h - 0.06],
        [u + 0.06, v + h - 0.06],
      ]),
    )}">${hills.join('')}</g>`,
  );
}

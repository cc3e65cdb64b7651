/** What faces are made of: tiles, sheet roof, stone, slats, windows, doors. Each draws on a plane in metres. */
import { chance, mix, tone } from './sheet.ts';
import type { Plane } from './plane.ts';
import type { Point } from './space.ts';

export interface Paint {
  wall: string;
  accent: string;
  trim: string;
  roof: string;
  roofKind: 'teja' | 'zinc';
  door: string;
  stone: string;
  metal: string;
}

function bounds(plane: Plane): { u0: number; u1: number; v0: number; v1: number; outline: Point[] } {
  const outline = plane.face.points.map((p) => plane.uv(p));
  const [us, vs] = [outline.map((p) => p[0]), outline.map((p) => p[1])];
  return { u0: Math.min(...us), u1: Math.max(...us), v0: Math.min(...vs), v1: Math.max(...vs), outline };
}

function inside(plane: Plane, outline: readonly Point[], markup: string): string {
  return `<g clip-path="${plane.sheet.clip(plane.d(outline))}">${markup}</g>`;
}

/** Clay tiles: courses up the slope, barrels across, a few tiles burnt darker or paler. */
export function clayTiles(plane: Plane): string {
  const { u0, u1, v0, v1, outline } = bounds(plane);
  const random = chance(Math.round(u1 * 971 + v1 * 53));
  const base = plane.tint(plane.face.colour);
  const parts: string[] = [];
  const [course, barrel] = [0.33, 0.235];
  const fine = plane.px * barrel > 3.2;
  for (let v = v0, row = 0; v < v1; v += course, row += 1) {
    if (fine)
      for (let u = u0 - (row % 2) * 0.02; u < u1; u += barrel) {
        const r = random();
        const shade = r < 0.16 ? mix(base, '#5e2513', 0.18) : r > 0.82 ? mix(base, '#f3b183', 0.22) : '';
        if (shade) parts.push(plane.rect(u, v, barrel, course, shade));
      }
    parts.push(plane.rect(u0, v, u1 - u0, course * 0.2, tone(base, 0.72), ' fill-opacity=".75"'));
    parts.push(
      plane.rect(u0, v + course * 0.2, u1 - u0, course * 0.18, tone(base, 1.16), ' fill-opacity=".5"'),
    );
  }
  if (plane.px * barrel > 2)
    for (let u = u0; u < u1; u += barrel) {
      parts.push(plane.rect(u, v0, barrel * 0.3, v1 - v0, tone(base, 0.66), ' fill-opacity=".5"'));
      parts.push(
        plane.rect(u + barrel * 0.52, v0, barrel * 0.24, v1 - v0, tone(base, 1.24), ' fill-opacity=".42"'),
      );
    }
  const sheen = plane.gradient(
    [0, v0],
    [0, v1],
    [
      [0, '#2a120a', 0.16],
      [0.5, '#fff3dc', 0.03],
      [1, '#fff3dc', 0.2],
    ],
  );
  parts.push(plane.area(outline, sheen));
  return inside(plane, outline, parts.join(''));
}

/** Painted metal sheet with standing seams. */
export function metalSheet(plane: Plane): string {
  const { u0, u1, v0, v1, outline } = bounds(plane);
  const base = plane.tint(plane.face.colour);
  const parts: string[] = [];
  for (let u = u0 + 0.2; u < u1; u += 0.42) {
    parts.push(plane.rect(u + 0.045, v0, 0.07, v1 - v0, tone(base, 0.7), ' fill-opacity=".6"'));
    parts.push(plane.rect(u, v0, 0.045, v1 - v0, tone(base, 1.3), ' fill-opacity=".8"'));
  }
  const sheen = plane.gradient(
    [u0, v0],
    [u1, v1],
    [
      [0, '#10161c', 0.12],
      [0.35, '#ffffff', 0.1],
      [0.55, '#ffffff', 0.02],
      [1, '#ffffff', 0.16],
    ],
  );
  parts.push(plane.area(outline, sheen));
  return inside(plane, outline, parts.join(''));
}

/** Ledge stone in thin irregular courses. */
export function ledgeStone(plane: Plane): string {
  const { u0, u1, v0, v1, outline } = bounds(plane);
  const random = chance(77 + Math.round(u1 * 100));
  const base = plane.tint(plane.face.colour);
  const parts = [plane.area(outline, tone(base, 0.55))];
  for (let v = v0; v < v1;) {
    const h = 0.1 + random() * 0.1;
    for (let u = u0 - random() * 0.3; u < u1;) {
      const w = 0.22 + random() * 0.5;
      const warm = mix(base, random() < 0.5 ? '#a87b52' : '#8d9096', random() * 0.42);
      parts.push(plane.rect(u + 0.012, v + 0.012, w - 0.024, h - 0.022, tone(warm, 0.84 + random() * 0.34)));
      parts.push(plane.rect(u + 0.012, v + h - 0.035, w - 0.024, 0.025, '#fff4e0', ' fill-opacity=".16"'));
      u += w;
    }
    v += h;
  }
  return inside(plane, outline, parts.join(''));
}

/** Wooden boards; across when `level`, else upright. */
export function boards(level: boolean, width = 0.14): (plane: Plane) => string {
  return (plane) => {
    const { u0, u1, v0, v1, outline } = bounds(plane);
    const random = chance(Math.round(u1 * 313 + v1 * 71));
    const base = plane.tint(plane.face.colour);
    const parts: string[] = [];
    const [from, to] = level ? [v0, v1] : [u0, u1];
    for (let at = from; at < to; at += width) {
      const colour = mix(tone(base, 0.9 + random() * 0.2), '#6b3a1a', random() * 0.16);
      const dark = tone(base, 0.5);
      if (level) {
        parts.push(
          plane.rect(u0, at, u1 - u0, width, colour),
          plane.rect(u0, at, u1 - u0, width * 0.14, dark),
        );
      } else {
        parts.push(
          plane.rect(at, v0, width, v1 - v0, colour),
          plane.rect(at, v0, width * 0.14, v1 - v0, dark),
        );
      }
    }
    return inside(plane, outline, parts.join(''));
  };
}

export interface Opening {
  u: number;
  v: number;
  w: number;
  h: number;
  panes?: number;
  frame?: string;
  trim?: string;
  curtain?: boolean;
  bars?: number;
}

/** A window: surround, deep reveal, glass that mirrors the sky, curtains behind, a sill with its shadow. */
export function glazing(plane: Plane, o: Opening): string {
  const frame = plane.tint(o.frame ?? '#2f3437');
  const trim = plane.tint(o.trim ?? '#f4efe6');
  const { u, v, w, h } = o;
  const parts = [
    plane.rect(u - 0.13, v - 0.13, w + 0.26, h + 0.26, tone(trim, 0.72), ' fill-opacity=".35"'),
    plane.rect(u - 0.11, v - 0.11, w + 0.22, h + 0.22, trim),
    plane.rect(u, v, w, h, frame),
  ];
  const glass = plane.gradient(
    [u, v + h],
    [u + w * 0.5, v],
    [
      [0, '#d3e8f2'],
      [0.3, '#93bacb'],
      [0.55, '#4f7583'],
      [1, '#24393f'],
    ],
  );
  const panes = o.panes ?? 2;
  const bar = 0.045;
  const each = (w - bar * (panes + 1)) / panes;
  for (let i = 0; i < panes; i += 1) {
    const left = u + bar + i * (each + bar);
    const [low, high] = [v + bar, v + h - bar];
    parts.push(plane.rect(left, low, each, high - low, glass));
    if (o.curtain ?? true) {
      const cloth = plane.gradient(
        [left, 0],
        [left + each, 0],
        [
          [0, '#fff8ea', 0.62],
          [0.12, '#e9dfce', 0.42],
          [0.22, '#fff8ea', 0.5],
          [0.34, '#fff8ea', 0],
          [1, '#fff8ea', 0],
        ],
      );
      if (i === 0) parts.push(plane.rect(left, low, each, high - low, cloth));
    }
    parts.push(
      plane.area(
        [
          [left + each * 0.5, low],
          [left + each * 0.82, low],
          [left + each, low + (high - low) * 0.55],
          [left + each, high],
          [left + each * 0.96, high],
        ],
        '#ffffff',
        ' fill-opacity=".16"',
      ),
      plane.rect(left, high - 0.12, each, 0.12, '#0d171b', ' fill-opacity=".38"'),
      plane.rect(left, low, 0.05, high - low, '#0d171b', ' fill-opacity=".3"'),
    );
    for (let b = 1; b <= (o.bars ?? 0); b += 1)
      parts.push(plane.rect(left, low + ((high - low) * b) / ((o.bars ?? 0) + 1), each, 0.03, frame));
  }
  parts.push(
    plane.rect(u - 0.16, v - 0.26, w + 0.36, 0.14, '#2c2620', ' fill-opacity=".28"'),
    plane.rect(u - 0.17, v - 0.17, w + 0.34, 0.1, tone(trim, 1.04)),
  );
  return parts.join('');
}

/** A panelled door with a lit side light and a handle. */
export function doorway(plane: Plane, u: number, w: number, h: number, paint: Paint): string {
  const wood = plane.tint(paint.door);
  const trim = plane.tint(paint.trim);
  const parts = [
    plane.rect(u - 0.12, 0, w + 0.24, h + 0.12, trim),
    plane.rect(u, 0, w, h, tone(wood, 0.6)),
    plane.rect(u + 0.04, 0, w - 0.08, h - 0.04, wood),
  ];
  const rows = 5;
  for (let r = 0; r < rows; r += 1) {
    const low = 0.14 + (r * (h - 0.26)) / rows;
    const tall = (h - 0.26) / rows - 0.07;
    parts.push(
      plane.rect(u + 0.14, low, w - 0.28, tall, tone(wood, 0.78)),
      plane.rect(u + 0.16, low, w - 0.31, tall - 0.03, tone(wood, 1.1)),
    );
  }
  parts.push(
    plane.rect(u, h - 0.13, w, 0.13, '#120b07', ' fill-opacity=".4"'),
    plane.rect(u, 0, 0.06, h, '#120b07', ' fill-opacity=".3"'),
    plane.rect(u + w - 0.13, 0.85, 0.045, 0.32, '#d9dcdc'),
    plane.rect(u + w - 0.125, 0.85, 0.015, 0.32, '#ffffff'),
  );
  return parts.join('');
}

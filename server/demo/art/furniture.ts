/** Furniture as solids, each at its own origin (left front corner on the floor). */
import { boards } from './materials.ts';
import { mix, tone } from './sheet.ts';
import { type Face, beam, box, placed } from './faces.ts';
import type { Plane } from './plane.ts';
import type { Vec } from './space.ts';

/** A padded block: rounded edges, light running over it, a seam near the top. */
function cushion(low: Vec, high: Vec, colour: string): Face[] {
  const pad = 0.035;
  const inner: [Vec, Vec] = [
    [low[0] + pad, low[1] + pad, low[2] + pad],
    [high[0] - pad, high[1] - pad, high[2] - pad],
  ];
  const glow = (plane: Plane) => {
    const uv = plane.face.points.map((p) => plane.uv(p));
    const h = Math.max(...uv.map((p) => p[1]));
    const base = plane.tint(colour);
    const w = Math.max(...uv.map((p) => p[0]));
    const fill = plane.gradient(
      [w * 0.3, 0],
      [w * 0.5, h],
      [
        [0, tone(base, 0.8)],
        [0.4, tone(base, 0.97)],
        [0.8, tone(base, 1.05)],
        [1, mix(base, '#ffffff', 0.16)],
      ],
    );
    return plane.area(
      uv,
      fill,
      ` stroke="${fill}" stroke-width="${(pad * 2 * plane.px).toFixed(1)}" stroke-linejoin="round"`,
    );
  };
  const side = { decor: glow, receives: false };
  return box(...inner, colour, {
    front: side,
    back: side,
    left: side,
    right: side,
    top: side,
    bottom: { skip: true },
  });
}

export function sofa(width: number, colour: string): Face[] {
  const dark = tone(colour, 0.9);
  const seats = width > 1.6 ? 3 : width > 1.1 ? 2 : 1;
  const each = (width - 0.4) / seats;
  return [
    ...box([0.06, 0.06, 0.02], [width - 0.06, 0.8, 0.12], '#3d2c1f'),
    ...cushion([0, 0, 0.1], [width, 0.85, 0.34], dark),
    ...cushion([0, 0.62, 0.3], [width, 0.92, 0.86], dark),
    ...cushion([0, 0, 0.3], [0.2, 0.7, 0.62], colour),
    ...cushion([width - 0.2, 0, 0.3], [width, 0.7, 0.62], colour),
    ...Array.from({ length: seats }, (_, i) => [
      ...cushion([0.2 + i * each, -0.02, 0.34], [0.2 + (i + 1) * each, 0.64, 0.48], tone(colour, 1.05)),
      ...cushion([0.2 + i * each, 0.46, 0.46], [0.2 + (i + 1) * each, 0.66, 0.84], tone(colour, 1.02)),
    ]).flat(),
  ];
}

export function pillow(at: Vec, size: number, colour: string): Face[] {
  return cushion(at, [at[0] + size, at[1] + 0.16, at[2] + size * 0.9], colour);
}

export function lowTable(w: number, d: number, top: string): Face[] {
  return [
    ...box([0, 0, 0.36], [w, d, 0.41], top, { top: { decor: boards(true, 0.16) } }),
    ...box([0.08, 0.08, 0.14], [w - 0.08, d - 0.08, 0.17], top),
    ...[
      [0.05, 0.05],
      [w - 0.05, 0.05],
      [0.05, d - 0.05],
      [w - 0.05, d - 0.05],
    ].flatMap(([x, y]) => beam([x!, y!, 0], [x!, y!, 0.36], 0.045, '#2f3335')),
  ];
}

/** A long low cupboard with doors towards the front. */
export function sideboard(w: number, h: number, colour: string, doors: number): Face[] {
  const front = (p: Plane) => {
    const each = w / doors;
    return Array.from({ length: doors }, (_, i) =>
      [
        p.rect(i * each + 0.02, 0.03, each - 0.04, h - 0.18, tone(p.tint(colour), 0.93)),
        p.rect(i * each + 0.02, h - 0.17, each - 0.04, 0.02, '#1d1712', ' fill-opacity=".5"'),
        p.rect(i * each + 0.02, 0.03, 0.012, h - 0.18, '#1d1712', ' fill-opacity=".4"'),
      ].join(''),
    ).join('');
  };
  return [
    ...box([0.05, 0.05, 0], [w - 0.05, 0.4, 0.1], '#2b2622'),
    ...box([0, 0, 0.1], [w, 0.45, h], colour, { front: { decor: front } }),
  ];
}

/** Kitchen units with a stone top; `upper` says whether doors hang on the wall too. */
export function kitchen(w: number, front: string, stone: string): Face[] {
  const doors = (tall: number, from: number) => (p: Plane) => {
    const each = 0.6;
    const parts: string[] = [];
    for (let u = 0; u < w - 0.1; u += each) {
      const c = p.tint(front);
      parts.push(
        p.rect(u + 0.015, from, each - 0.03, tall, tone(c, 0.96)),
        p.rect(u + 0.06, from + 0.06, each - 0.12, tall - 0.12, tone(c, 1.02)),
      );
      parts.push(p.rect(u + each - 0.1, from + tall - 0.26, 0.018, 0.2, '#4b4f52'));
    }
    return parts.join('');
  };
  return [
    ...box([0, 0.06, 0], [w, 0.6, 0.1], '#2c2926'),
    ...box([0, 0.02, 0.1], [w, 0.6, 0.88], front, { front: { decor: doors(0.74, 0.02) } }),
    ...box([-0.02, -0.02, 0.88], [w + 0.02, 0.62, 0.93], stone),
  ];
}

export function cupboards(w: number, colour: string): Face[] {
  const doors = (p: Plane) => {
    const parts: string[] = [];
    for (let u = 0; u < w - 0.1; u += 0.6) {
      const c = p.tint(colour);
      parts.push(
        p.rect(u + 0.015, 0.01, 0.57, 0.68, tone(c, 0.96)),
        p.rect(u + 0.06, 0.06, 0.48, 0.58, tone(c, 1.03)),
      );
      parts.push(p.rect(u + 0.5, 0.06, 0.018, 0.18, '#4b4f52'));
    }
    return parts.join('');
  };
  return box([0, 0, 0], [w, 0.35, 0.7], colour, { front: { decor: doors } });
}

export function fridge(): Face[] {
  const steel = (p: Plane) =>
    p.rect(
      0,
      0,
      0.72,
      1.78,
      p.gradient(
        [0, 0],
        [0.72, 0],
        [
          [0, '#8e9599'],
          [0.3, '#dfe4e6'],
          [0.55, '#aeb5b9'],
          [1, '#c9cfd2'],
        ],
      ),
    ) +
    p.rect(0, 0.62, 0.72, 0.02, '#4f5559') +
    p.rect(0.08, 0.75, 0.025, 0.7, '#565c60') +
    p.rect(0.08, 0.25, 0.025, 0.3, '#565c60');
  return box([0, 0, 0], [0.72, 0.68, 1.78], '#b7bec2', { front: { decor: steel } });
}

export function table(w: number, d: number, colour: string): Face[] {
  return [
    ...box([0, 0, 0.71], [w, d, 0.76], colour, { top: { decor: boards(true, 0.2) } }),
    ...[
      [0.08, 0.08],
      [w - 0.08, 0.08],
      [0.08, d - 0.08],
      [w - 0.08, d - 0.08],
    ].flatMap(([x, y]) => beam([x!, y!, 0], [x!, y!, 0.71], 0.07, tone(colour, 0.8))),
  ];
}

/** A chair whose back is at the far side (y = 0.42). */
export function chair(colour: string, wood: string): Face[] {
  const legs = [
    [0.05, 0.05],
    [0.4, 0.05],
    [0.05, 0.4],
    [0.4, 0.4],
  ].flatMap(([x, y]) => beam([x!, y!, 0], [x!, y!, 0.43], 0.04, wood));
  return [
    ...legs,
    ...cushion([0, 0, 0.41], [0.45, 0.45, 0.5], colour),
    ...cushion([0, 0.38, 0.5], [0.45, 0.47, 0.95], colour),
  ];
}

export function stool(colour: string): Face[] {
  const legs = [
    [0.05, 0.05],
    [0.33, 0.05],
    [0.05, 0.33],
    [0.33, 0.33],
  ].flatMap(([x, y]) => beam([x!, y!, 0], [x!, y!, 0.64], 0.035, '#2f3335'));
  return [
    ...legs,
    ...cushion([0, 0, 0.62], [0.38, 0.38, 0.71], colour),
    ...cushion([0, 0.3, 0.71], [0.38, 0.38, 0.92], colour),
  ];
}

/** A made double bed, its head against y = 2.05. */
export function bed(linen: string, throwColour: string, head: string): Face[] {
  return [
    ...box([-0.15, 2.02, 0.1], [1.75, 2.14, 1.15], head, { front: { decor: (p) => panels(p, head) } }),
    ...box([0, 0, 0.08], [1.6, 2.02, 0.26], tone(head, 0.9)),
    ...cushion([-0.04, -0.04, 0.22], [1.64, 2, 0.5], linen),
    ...cushion([-0.06, -0.06, 0.46], [1.66, 1.3, 0.6], mix(linen, '#ffffff', 0.3)),
    ...cushion([-0.07, 0.1, 0.52], [1.67, 0.66, 0.64], throwColour),
    ...cushion([0.08, 1.6, 0.5], [0.76, 1.98, 0.74], '#ffffff'),
    ...cushion([0.84, 1.6, 0.5], [1.52, 1.98, 0.74], '#ffffff'),
    ...cushion([0.3, 1.42, 0.52], [0.78, 1.62, 0.84], throwColour),
    ...cushion([0.84, 1.42, 0.52], [1.32, 1.62, 0.84], tone(throwColour, 1.15)),
  ];
}

function panels(p: Plane, colour: string): string {
  const c = p.tint(colour);
  return Array.from({ length: 6 }, (_, i) =>
    p.rect(0.03 + i * 0.315, 0.05, 0.27, 0.95, i % 2 ? tone(c, 1.06) : tone(c, 0.97)),
  ).join('');
}

export function wardrobe(w: number, colour: string): Face[] {
  const front = (p: Plane) =>
    Array.from({ length: 3 }, (_, i) => {
      const each = w / 3;
      const c = p.tint(colour);
      return (
        p.rect(i * each + 0.012, 0.04, each - 0.024, 2.2, tone(c, i === 1 ? 1.05 : 0.97)) +
        p.rect(i * each + (i ? 0.06 : each - 0.08), 0.95, 0.02, 0.4, '#3a3f42')
      );
    }).join('');
  return box([0, 0, 0], [w, 0.6, 2.28], colour, { front: { decor: front } });
}

/** A television on the wall, its screen towards -x, mirroring the window. */
export function television(): Face[] {
  const glass = (p: Plane) =>
    p.rect(
      0.03,
      0.03,
      1.54,
      0.84,
      p.gradient(
        [0, 0.9],
        [1.6, 0],
        [
          [0, '#3b4a52'],
          [0.35, '#1d2529'],
          [0.6, '#12171a'],
          [1, '#2a343a'],
        ],
      ),
    );
  return box([0, 0, 0], [0.06, 1.6, 0.9], '#101416', { left: { decor: glass } });
}

export const at = (faces: readonly Face[], x: number, y: number, z = 0): Face[] => placed(faces, [x, y, z]);

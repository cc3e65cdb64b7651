/** The three house models as solids. Front wall at y = 0 looking towards -y, metres, x from 0. */
import { type Paint, boards, doorway, glazing, ledgeStone } from './materials.ts';
import { gableRoof, hipRoof, pediment, sideGables, slab } from './roofs.ts';
import { tone } from './sheet.ts';
import { type Face, box, face } from './faces.ts';
import type { Plane } from './plane.ts';

const WALL = 2.75;

function column(x: number, y: number, size: number, top: number, paint: Paint): Face[] {
  const h = size / 2;
  return [
    ...box([x - h, y - h, 0.1], [x + h, y + h, top], paint.trim),
    ...box([x - h - 0.06, y - h - 0.06, 0.1], [x + h + 0.06, y + h + 0.06, 0.62], paint.stone, {
      front: { decor: ledgeStone },
      left: { decor: ledgeStone },
      right: { decor: ledgeStone },
    }),
  ];
}

/** A painted plinth and what stands on the wall. */
function wallWith(paint: Paint, draw: (plane: Plane) => string, plinth = 0.35): (plane: Plane) => string {
  return (plane) => {
    const us = plane.face.points.map((p) => plane.uv(p)[0]);
    const [low, high] = [Math.min(...us), Math.max(...us)];
    const band = plane.tint(paint.accent);
    return `${plane.rect(low, 0, high - low, plinth, band)}${plane.rect(low, plinth - 0.03, high - low, 0.03, tone(band, 1.25))}${draw(plane)}`;
  };
}

/** Guayacán: one gable to the street over a recessed porch. 7.0 × 8.3 m. */
function guayacan(paint: Paint): Face[] {
  const [w, d, split, deep, pitch] = [7, 8.3, 3.9, 1.7, 0.44];
  const pane = { frame: paint.metal, trim: paint.trim };
  const sideWindows = wallWith(paint, (p) =>
    [1.6, 4.2, 6.4].map((u) => glazing(p, { u, v: 1.05, w: 1.1, h: 1.1, ...pane })).join(''),
  );
  const front = wallWith(paint, (p) => glazing(p, { u: 0.95, v: 0.75, w: 2, h: 1.55, panes: 3, ...pane }));
  const porch = wallWith(
    paint,
    (p) =>
      doorway(p, 0.55, 1, 2.12, paint) +
      glazing(p, { u: 1.95, v: 0.95, w: 0.85, h: 1.15, panes: 1, ...pane }),
  );
  return [
    ...box([0, 0, 0], [split, deep, WALL], paint.wall, {
      front: { decor: front, soft: true },
      left: { skip: true },
      back: { skip: true },
      right: { decor: wallWith(paint, () => ''), soft: true },
    }),
    ...box([0, deep, 0], [w, d, WALL], paint.wall, {
      left: { skip: true },
      right: { decor: sideWindows, soft: true },
      front: { skip: true },
    }),
    face(
      [
        [split, deep, 0],
        [w, deep, 0],
        [w, deep, WALL],
        [split, deep, WALL],
      ],
      paint.wall,
      { decor: porch, soft: true },
    ),
    face(
      [
        [0, d, 0],
        [0, 0, 0],
        [0, 0, WALL],
        [0, d, WALL],
      ],
      paint.wall,
      { decor: sideWindows, soft: true },
    ),
    ...box([split, 0, 0], [w, deep, 0.1], '#cfc8bb'),
    ...box([split, 0.02, WALL - 0.3], [w, 0.24, WALL], paint.trim),
    ...box([w - 0.24, 0.24, WALL - 0.3], [w, deep, WALL], paint.trim),
    ...column(w - 0.17, 0.17, 0.28, WALL - 0.3, paint),
    pediment(0, w, 0, WALL, pitch, paint.accent, boards(false, 0.2)),
    ...gableRoof([0, 0, w, d], WALL, pitch, 'y', paint),
  ];
}

/** Corotú: long roof with eaves to the street, a gabled bedroom in front and a deep portal. 8.6 × 8.4 m with the portal. */
function corotu(paint: Paint): Face[] {
  const [w, d, room, out, pitch] = [8.6, 6.9, 3.5, 1.5, 0.46];
  const pane = { frame: paint.metal, trim: paint.trim };
  const side = wallWith(paint, (p) =>
    [0.9, 2.9, 4.9].map((u) => glazing(p, { u, v: 1, w: 1.25, h: 1.15, ...pane })).join(''),
  );
  const front = wallWith(paint, (p) =>
    glazing(p, { u: 0.65, v: 0.62, w: 2.2, h: 1.75, panes: 3, bars: 1, ...pane }),
  );
  const portal = wallWith(
    paint,
    (p) =>
      doorway(p, 0.5, 1.05, 2.15, paint) +
      glazing(p, { u: 2.25, v: 0.5, w: 2.2, h: 1.75, panes: 3, ...pane }),
  );
  return [
    ...box([0, 0, 0], [w, d, WALL], paint.wall, {
      left: { decor: side, soft: true },
      right: { decor: side, soft: true },
      front: { skip: true },
    }),
    face(
      [
        [room, 0, 0],
        [w, 0, 0],
        [w, 0, WALL],
        [room, 0, WALL],
      ],
      paint.wall,
      { decor: portal, soft: true },
    ),
    ...box([0, -out, 0], [room, 0, WALL], paint.wall, {
      front: { decor: front, soft: true },
      back: { skip: true },
      right: { decor: wallWith(paint, () => ''), soft: true },
      left: { decor: wallWith(paint, () => ''), soft: true },
    }),
    ...box([room, -out - 0.35, 0], [w, 0, 0.1], '#cfc8bb'),
    ...box([room, -out - 0.3, WALL - 0.62], [w, -out - 0.06, WALL - 0.32], paint.trim),
    ...column(room + 2.6, -out - 0.18, 0.28, WALL - 0.62, paint),
    ...column(w - 0.16, -out - 0.18, 0.28, WALL - 0.62, paint),
    ...sideGables(0, w, 0, d, WALL, pitch, paint.wall),
    pediment(0, room, -out, WALL, 0.52, paint.accent, boards(true, 0.16)),
    ...gableRoof([0, 0, w, d], WALL, pitch, 'x', paint, { eave: 0.55 }),
    ...slab(
      [
        [room - 0.1, -out - 0.75, WALL - 0.26],
        [w + 0.45, -out - 0.75, WALL - 0.26],
        [w + 0.45, 0.4, WALL + 0.3],
        [room - 0.1, 0.4, WALL + 0.3],
      ],
      0.15,
      paint,
    ),
    ...gableRoof([0, -out, room, 4], WALL, 0.52, 'y', paint, { eave: 0.4, verge: 0.4 }),
  ];
}

/** Panamá: hipped roof, stone-clad entrance tower, wide windows and a carport on slim posts. 9.6 × 9 m and the tower. */
function panama(paint: Paint): Face[] {
  const [w, d, pitch] = [9.6, 9, 0.42];
  const pane = { frame: paint.metal, trim: paint.trim };
  const side = wallWith(paint, (p) =>
    [1.2, 3.9, 6.5].map((u) => glazing(p, { u, v: 0.95, w: 1.4, h: 1.25, ...pane })).join(''),
  );
  const left = wallWith(paint, (p) => glazing(p, { u: 0.7, v: 0.5, w: 2.5, h: 1.85, panes: 3, ...pane }));
  const right = wallWith(paint, (p) => glazing(p, { u: 0.6, v: 0.35, w: 2.3, h: 2, panes: 2, ...pane }));
  const [t0, t1, tall] = [4, 6.2, 3.95];
  return [
    ...box([0, 0, 0], [w, d, WALL], paint.wall, {
      left: { decor: side, soft: true },
      right: { decor: side, soft: true },
      front: { skip: true },
    }),
    face(
      [
        [t1, 0, 0],
        [w, 0, 0],
        [w, 0, WALL],
        [t1, 0, WALL],
      ],
      paint.wall,
      { decor: right, soft: true },
    ),
    ...box([0, -1.2, 0], [t0, 0, WALL], paint.wall, {
      front: { decor: left, soft: true },
      back: { skip: true },
      left: { decor: wallWith(paint, () => ''), soft: true },
    }),
    ...box([t0, -1.7, 0], [t1, 1.6, tall], paint.stone, {
      front: { decor: (p) => ledgeStone(p) + entrance(p, paint), soft: true },
      left: { decor: ledgeStone },
      right: { decor: ledgeStone },
      back: { decor: ledgeStone },
    }),
    ...box([t0 - 0.12, -1.82, tall], [t1 + 0.12, 1.7, tall + 0.16], paint.trim),
    ...box([t0 - 0.2, -2.6, 2.5], [t1 + 0.9, -1.7, 2.66], paint.metal),
    ...hipRoof([0, -1.2, t0, 5], WALL, pitch, paint, 0.5),
    ...hipRoof([0, 0, w, d], WALL, pitch, paint),
    ...box([w, -1.4, 2.52], [w + 3.3, 4.6, 2.72], paint.trim, {
      bottom: { colour: paint.door, decor: boards(false) },
    }),
    ...box([w, -1.46, 2.46], [w + 3.36, -1.4, 2.78], paint.metal),
    ...box([w + 3.08, -1.2, 0], [w + 3.2, -1.08, 2.52], paint.metal),
    ...box([w + 3.08, 4.2, 0], [w + 3.2, 4.32, 2.52], paint.metal),
    ...box([w, -1.4, 0], [w + 3.3, 4.6, 0.06], '#d3cdc2'),
  ];
}

function entrance(plane: Plane, paint: Paint): string {
  const lamp = (u: number) =>
    plane.rect(u, 2, 0.14, 0.34, plane.tint(paint.metal)) + plane.rect(u + 0.02, 2.03, 0.1, 0.26, '#ffe2a6');
  return [
    doorway(plane, 0.42, 1.12, 2.25, paint),
    glazing(plane, {
      u: 1.62,
      v: 0.1,
      w: 0.3,
      h: 2.15,
      panes: 1,
      frame: paint.metal,
      trim: paint.trim,
      curtain: false,
    }),
    lamp(0.1),
    plane.rect(0.5, 2.86, 1.2, 0.62, plane.tint(paint.metal)),
    plane.rect(0.55, 2.91, 1.1, 0.52, '#7fa6b4'),
    plane.area(
      [
        [0.9, 2.91],
        [1.2, 2.91],
        [1.5, 3.43],
        [1.2, 3.43],
      ],
      '#ffffff',
      ' opacity=".25"',
    ),
  ].join('');
}

export const MODELS = { guayacan, corotu, panama } as const;
export type ModelKey = keyof typeof MODELS;

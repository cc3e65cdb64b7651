/** The way into a project: a boulevard between name walls, a gatehouse, palms in two rows. */
import { joints, turf } from './ground.ts';
import { MODELS } from './houses.ts';
import { type Paint, boards, glazing, ledgeStone } from './materials.ts';
import { type Air } from './sky.ts';
import { type Face, box, face, placed } from './faces.ts';
import type { Plane } from './plane.ts';
import { gableRoof } from './roofs.ts';
import { Stage, strip } from './stage.ts';

export interface EntranceOptions {
  name: readonly [string, string];
  place: string;
  paint: Paint;
  others: readonly Paint[];
  air: Air;
  seed: number;
}

/** A stone wall with the project's name on a plastered field. */
function nameWall({ name, place, paint }: EntranceOptions): Face[] {
  const words = (plane: Plane) => {
    const wood = plane.tint('#5b4030');
    return [
      plane.text(3.1, 1.42, 0.36, name[0].toUpperCase(), wood, ' letter-spacing=".09"'),
      plane.text(3.1, 0.74, 0.66, name[1], plane.tint('#0f573a'), ' font-weight="500"'),
      plane.rect(1.3, 0.56, 3.6, 0.03, plane.tint('#b98a5a')),
      plane.text(3.1, 0.26, 0.22, place.toUpperCase(), wood, ' letter-spacing=".06"'),
    ].join('');
  };
  return [
    ...box([-8.2, 0, 0], [-0.6, 0.7, 0.55], paint.stone, {
      front: { decor: ledgeStone },
      right: { decor: ledgeStone },
    }),
    ...box([-7.7, 0.15, 0.55], [-1.5, 0.6, 2.5], '#fbf6ea', { front: { decor: words, soft: true } }),
    ...box([-1.5, -0.1, 0], [-0.4, 0.85, 3.5], paint.stone, {
      front: { decor: ledgeStone },
      right: { decor: ledgeStone },
      left: { decor: ledgeStone },
    }),
    ...box([-1.62, -0.22, 3.5], [-0.28, 0.97, 3.66], paint.trim),
    ...box([-7.8, 0.05, 2.5], [-1.5, 0.7, 2.62], paint.trim),
  ];
}

/** The guard's house on the island, under a small gable. */
function gatehouse(paint: Paint): Face[] {
  const pane = { frame: paint.metal, trim: paint.trim };
  const front = (p: Plane) =>
    p.rect(0, 0, 2.6, 0.8, p.tint(paint.accent)) + glazing(p, { u: 0.45, v: 1.05, w: 1.7, h: 1.1, ...pane });
  const side = (p: Plane) =>
    p.rect(0, 0, 3, 0.8, p.tint(paint.accent)) + glazing(p, { u: 0.5, v: 1.05, w: 1.9, h: 1.1, ...pane });
  return [
    ...box([0, 0, 0.15], [2.6, 3, 2.7], paint.wall, {
      front: { decor: front, soft: true },
      left: { decor: side, soft: true },
      right: { decor: side, soft: true },
    }),
    ...gableRoof([0, 0, 2.6, 3], 2.7, 0.5, 'y', paint, { eave: 0.6, verge: 0.6 }),
    face(
      [
        [0, 0, 2.7],
        [2.6, 0, 2.7],
        [1.3, 0, 3.35],
      ],
      paint.accent,
      { decor: boards(false) },
    ),
  ];
}

function barrier(from: number, to: number): Face[] {
  const stripes = (p: Plane) =>
    Array.from({ length: 6 }, (_, i) => p.rect(i * 0.9, 0, 0.45, 0.12, '#d23f3a')).join('');
  const post = Math.abs(from) < Math.abs(to) ? from : to;
  return [
    ...box([Math.min(from, to), 0, 1], [Math.max(from, to), 0.08, 1.12], '#fbfbf7', {
      front: { decor: stripes },
    }),
    ...box([post - 0.15, -0.1, 0], [post + 0.15, 0.2, 1.2], '#3a3f42'),
  ];
}

export function entrance(options: EntranceOptions): string {
  const { air, seed, paint, others } = options;
  const stage = new Stage({ eye: [-2.4, -21, 3], yaw: -12, focal: 1360, centre: [800, 560] });
  stage.landscape({
    air,
    seed,
    hills: [260, 130],
    clouds: [
      [0.76, 330, 560],
      [0.2, 300, 460],
    ],
  });
  stage.ground(strip(-120, 120, -40, -16.4), '#6f7072');
  for (const k of [-1, 1]) {
    stage.ground(strip(k * 1.7, k * 5.9, -16.5, 160), '#727375');
    stage.ground(strip(k * 1.45, k * 1.7, -16, 160), '#e2ddd2');
    stage.ground(strip(k * 5.9, k * 6.15, -15.5, 160), '#e2ddd2');
    stage.ground(strip(k * 6.15, k * 7.5, -15.5, 160), '#d5cec1', joints(1.3, '#8d8577'));
  }
  const walls = nameWall(options);
  stage.solid(placed(walls, [-7.8, -6, 0]), [-12, -5]);
  stage.solid(placed(gatehouse(paint), [-1.3, 1.5, 0]), [0, 4]);
  stage.solid(placed(barrier(-1.5, -5.7), [0, 2.6, 0]), [-4, 4.1]);
  stage.solid(placed(barrier(1.5, 5.7), [0, 2.6, 0]), [4, 4.1]);
  for (let i = 0; i < 6; i += 1) {
    const model = (['corotu', 'panama', 'guayacan'] as const)[i % 3]!;
    stage.solid(
      placed(MODELS[model](others[i % others.length]!), [12 + (i % 2) * 13, 18 + Math.floor(i / 2) * 17, 0]),
      [16, 22 + Math.floor(i / 2) * 17],
    );
    stage.solid(
      placed(MODELS[model](others[(i + 1) % others.length]!), [
        -22 - (i % 2) * 13,
        20 + Math.floor(i / 2) * 17,
        0,
      ]),
      [-18, 24 + Math.floor(i / 2) * 17],
    );
  }
  for (let i = 0; i < 9; i += 1)
    for (const k of [-1, 1]) stage.palm([k * 8.7, 0.5 + i * 7.5], 8.2, seed + i * 2 + k);
  for (let i = 0; i < 7; i += 1) stage.palm([0, 11 + i * 8], 6.8, seed + 60 + i);
  for (let x = -70; x < 80; x += 8)
    stage.tree([x, 82 + (x % 5)], 10, x % 3 ? 'mango' : 'laurel', seed + x + 500);
  stage.tree([13.5, 3], 6.4, 'guayacan', seed + 5);
  stage.tree([-22, 9], 8, 'mango', seed + 6);
  stage.tree([24, 14], 8, 'mango', seed + 7);
  stage.tree([-17.5, 3], 6, 'guayacan', seed + 8);
  beds(stage, seed);
  const bare = (x: number, y: number) => y < -15.5 || (Math.abs(x) > 1.4 && Math.abs(x) < 7.6);
  stage.sheet.add(turf(stage.lay, { x: [-22, 22], y: [-6, 14], count: 7000, seed, bare }));
  stage.raise();
  stage.sheet.add(turf(stage.lay, { x: [-18, 18], y: [-15.4, -7], count: 11000, seed: seed + 1, bare }));
  return stage.finish(air);
}

function beds(stage: Stage, seed: number): void {
  const blossoms = ['#e85d75', '#f7b733', '#ffffff', '#d8527c', '#f0567a'];
  for (let i = 0; i < 17; i += 1)
    stage.shrub(
      [-15.8 + i * 0.48, -6.5 + (i % 2) * 0.16],
      0.62,
      i % 3 ? 'lime' : 'laurel',
      seed + i,
      blossoms[i % 5],
    );
  for (let i = 0; i < 13; i += 1)
    stage.shrub(
      [-1 + (i % 4) * 0.68, -13 + Math.floor(i / 4) * 0.75],
      0.72,
      i % 2 ? 'lime' : 'laurel',
      seed + 30 + i,
      blossoms[(i * 2) % 5],
    );
  for (let i = 0; i < 14; i += 1)
    stage.shrub(
      [-1.05 + (i % 2) * 2.1, -8.8 + Math.floor(i / 2) * 1.15],
      0.66,
      i % 2 ? 'lime' : 'laurel',
      seed + 50 + i,
    );
  for (let i = 0; i < 9; i += 1)
    stage.shrub(
      [9 + i * 0.7, -6 + (i % 2) * 0.3],
      0.85,
      i % 3 ? 'lime' : 'laurel',
      seed + 70 + i,
      blossoms[(i + 3) % 5],
    );
}

/** The park of a project: a thatched rancho, playground, benches and a winding path under big trees. */
import { turf } from './ground.ts';
import { MODELS } from './houses.ts';
import type { Paint } from './materials.ts';
import { chance, n1 } from './sheet.ts';
import { type Air } from './sky.ts';
import { type Face, beam, box, face, placed } from './faces.ts';
import type { Plane } from './plane.ts';
import type { Point, Vec } from './space.ts';
import { Stage } from './stage.ts';

export interface ParkOptions {
  air: Air;
  seed: number;
  paints: readonly Paint[];
}

function thatch(plane: Plane): string {
  const outline = plane.face.points.map((p) => plane.uv(p));
  const high = Math.max(...outline.map((p) => p[1]));
  const wide = Math.max(...outline.map((p) => p[0]));
  const random = chance(Math.round(wide * 100) + Math.round(plane.face.origin[0] * 10));
  const parts: string[] = [];
  for (let i = 0; i < 260; i += 1) {
    const [u, v] = [random() * wide, random() * high];
    const colour = ['#8d6f3f', '#c9a766', '#e2c98c', '#6f5530'][Math.floor(random() * 4)]!;
    parts.push(
      plane.line(
        [u, v],
        [u + (random() - 0.5) * 0.12, v + 0.4],
        plane.tint(colour),
        0.025,
        ' stroke-opacity=".7"',
      ),
    );
  }
  for (let v = 0.5; v < high; v += 0.62)
    parts.push(plane.rect(0, v, wide, 0.07, '#4a3820', ' fill-opacity=".45"'));
  return `<g clip-path="${plane.sheet.clip(plane.d(outline))}">${parts.join('')}</g>`;
}

/** An eight-sided open shelter with a palm roof. */
function rancho(): Face[] {
  const ring = (r: number, z: number): Vec[] =>
    Array.from({ length: 8 }, (_, i) => {
      const a = ((i + 0.5) / 8) * Math.PI * 2;
      return [Math.cos(a) * r, Math.sin(a) * r, z];
    });
  const [eave, posts, low] = [ring(3.7, 2.35), ring(2.9, 0.16), ring(3.3, 0.16)];
  const tip: Vec = [0, 0, 4.7];
  return [
    face(low, '#d9cdb8'),
    ...low.map((p, i) =>
      face(
        [[p[0], p[1], 0], [low[(i + 1) % 8]![0], low[(i + 1) % 8]![1], 0], low[(i + 1) % 8]!, p],
        '#c2b7a4',
      ),
    ),
    ...posts.flatMap((p) => beam(p, [p[0], p[1], 2.75], 0.2, '#7a5433')),
    ...eave.map((p, i) => face([p, eave[(i + 1) % 8]!, tip], '#b8965a', { decor: thatch })),
    face(eave.toReversed(), '#6d5636'),
    ...box([-1.1, -0.5, 0.7], [1.1, 0.5, 0.8], '#a87444'),
    ...box([-0.15, -0.15, 0.16], [0.15, 0.15, 0.7], '#6b4a2c'),
    ...box([-1.1, -1.1, 0.42], [1.1, -0.8, 0.5], '#a87444'),
    ...box([-1.1, 0.8, 0.42], [1.1, 1.1, 0.5], '#a87444'),
  ];
}

/** Tower with a gable, a slide, a ladder. */
function slide(): Face[] {
  const legs = [
    [0, 0],
    [1.5, 0],
    [1.5, 1.5],
    [0, 1.5],
  ].flatMap(([x, y]) => beam([x!, y!, 0], [x!, y!, 2.5], 0.12, '#2f7f8c'));
  const roof = { casts: true };
  return [
    ...legs,
    ...box([-0.05, -0.05, 1.3], [1.55, 1.55, 1.42], '#e9b23c'),
    ...box([0, 1.45, 1.42], [1.5, 1.5, 2.05], '#3aa5a8'),
    ...box([1.45, 0, 1.42], [1.5, 1.5, 2.05], '#3aa5a8'),
    face(
      [
        [-0.2, -0.2, 2.4],
        [0.75, -0.2, 3.2],
        [0.75, 1.7, 3.2],
        [-0.2, 1.7, 2.4],
      ],
      '#e2574c',
      roof,
    ),
    face(
      [
        [0.75, -0.2, 3.2],
        [1.7, -0.2, 2.4],
        [1.7, 1.7, 2.4],
        [0.75, 1.7, 3.2],
      ],
      '#c9463d',
      roof,
    ),
    face(
      [
        [-0.2, -0.2, 2.4],
        [1.7, -0.2, 2.4],
        [0.75, -0.2, 3.2],
      ],
      '#f0766a',
    ),
    face(
      [
        [0.35, -2.6, 0.2],
        [1.15, -2.6, 0.2],
        [1.15, -0.05, 1.4],
        [0.35, -0.05, 1.4],
      ],
      '#f6c945',
    ),
    face(
      [
        [0.3, -2.6, 0.2],
        [0.35, -2.6, 0.2],
        [0.35, -0.05, 1.62],
        [0.3, -0.05, 1.62],
      ],
      '#e0a92c',
    ),
    face(
      [
        [1.2, -2.6, 0.45],
        [1.2, -0.05, 1.65],
        [1.2, -0.05, 1.4],
        [1.2, -2.6, 0.2],
      ],
      '#e0a92c',
    ),
    face(
      [
        [0.3, -2.6, 0.45],
        [0.3, -2.6, 0.2],
        [0.3, -0.05, 1.4],
        [0.3, -0.05, 1.65],
      ],
      '#d89f24',
    ),
    ...beam([-0.9, 0.3, 0], [0, 0.3, 1.35], 0.08, '#e2574c'),
    ...beam([-0.9, 1.2, 0], [0, 1.2, 1.35], 0.08, '#e2574c'),
    ...[0.25, 0.5, 0.75].flatMap((k) =>
      beam([-0.9 + 0.9 * k, 0.3, 1.35 * k], [-0.9 + 0.9 * k, 1.2, 1.35 * k], 0.07, '#f6c945'),
    ),
  ];
}

function swings(): Face[] {
  const frame = [0, 4].flatMap((x) => [
    ...beam([x, -0.9, 0], [x, 0, 2.4], 0.11, '#e2574c'),
    ...beam([x, 0.9, 0], [x, 0, 2.4], 0.11, '#e2574c'),
  ]);
  const seats = [1, 2.5].flatMap((x) => [
    ...beam([x, 0, 2.35], [x, -0.12, 0.5], 0.03, '#4a4f52'),
    ...beam([x + 0.5, 0, 2.35], [x + 0.5, -0.12, 0.5], 0.03, '#4a4f52'),
    ...box([x - 0.05, -0.28, 0.45], [x + 0.55, 0.04, 0.51], '#2f7f8c'),
  ]);
  return [...frame, ...beam([-0.1, 0, 2.4], [4.1, 0, 2.4], 0.12, '#e9b23c'), ...seats];
}

function bench(): Face[] {
  const slats = [0, 0.17, 0.34].flatMap((y) => box([0, y, 0.42], [1.8, y + 0.13, 0.48], '#a8703f'));
  const back = [0.62, 0.8].flatMap((z) => box([0, 0.5, z], [1.8, 0.55, z + 0.13], '#a8703f'));
  const feet = [0.15, 1.55].flatMap((x) => box([x, 0.02, 0], [x + 0.1, 0.54, 0.9], '#33383b'));
  return [...feet, ...slats, ...back];
}

/** A ribbon of ground along a bent line. */
function ribbon(line: (k: number) => Point, width: number): Point[] {
  const steps = Array.from({ length: 41 }, (_, i) => i / 40);
  const edge = (side: number) =>
    steps.map((k): Point => {
      const [[x, y], [xb, yb]] = [line(k), line(k + 0.01)];
      const length = Math.hypot(xb - x, yb - y);
      return [x - ((yb - y) / length) * side, y + ((xb - x) / length) * side];
    });
  return [...edge(-width / 2), ...edge(width / 2).toReversed()];
}

export function park({ air, seed, paints }: ParkOptions): string {
  const stage = new Stage({ eye: [0, -15, 2.9], yaw: 3, focal: 1300, centre: [800, 500] });
  stage.landscape({
    air,
    seed,
    hills: [240, 130],
    clouds: [
      [0.3, 300, 520],
      [0.84, 330, 460],
    ],
  });
  const walk = (k: number): Point => [-7 + 15 * k + Math.sin(k * 5.2) * 3.4, -14 + k * 40];
  road(stage, ribbon(walk, 2.1));
  const sand = Array.from({ length: 28 }, (_, i): Point => [
    7 + Math.cos((i / 28) * 6.283) * 5.4,
    5 + Math.sin((i / 28) * 6.283) * 4.2,
  ]);
  stage.ground(
    sand.map(([x, y]): Point => [7 + (x - 7) * 1.05, 5 + (y - 5) * 1.06]),
    '#b08a5a',
  );
  stage.ground(sand, '#eed9ad');
  stage.solid(placed(rancho(), [-7.4, 6.5, 0]), [-7.4, 6.5]);
  stage.solid(placed(slide(), [7.6, 5.8, 0]), [7.6, 5]);
  stage.solid(placed(swings(), [2.6, 7.2, 0]), [4, 7.2]);
  stage.solid(placed(bench(), [-1.9, 1.4, 0]), [-1, 1.8]);
  stage.solid(placed(bench(), [-9.6, -2.2, 0]), [-9, -2]);
  for (let i = 0; i < 5; i += 1)
    stage.solid(
      placed(MODELS[(['corotu', 'guayacan', 'panama'] as const)[i % 3]!](paints[i % paints.length]!), [
        -36 + i * 16,
        34,
        0,
      ]),
      [-30 + i * 16, 38],
    );
  const crowns = [
    [-15.5, 3.5, 8.6, 'mango'],
    [15.6, 8.5, 8.8, 'laurel'],
    [12.5, 17, 7.4, 'guayacan'],
    [-14, 15, 7, 'guayacan'],
    [-2.6, 17.5, 6.8, 'lime'],
    [21, 15, 8.5, 'mango'],
    [-22, 13, 9, 'laurel'],
    [3.5, 23, 6.4, 'mango'],
    [-7, 25, 6.6, 'laurel'],
  ] as const;
  crowns.forEach(([x, y, h, kind], i) => stage.tree([x, y], h, kind, seed + i * 3));
  for (let x = -60; x < 70; x += 8)
    stage.tree([x, 56 + (x % 5)], 10, x % 3 ? 'mango' : 'laurel', seed + x + 500);
  stage.palm([-12.4, 9.5], 7.6, seed + 2);
  stage.palm([17.8, 12], 8, seed + 3);
  const blossoms = ['#e85d75', '#f7b733', '#ffffff', '#d8527c'];
  for (let i = 0; i < 15; i += 1) {
    const [x, y] = walk(0.22 + i * 0.036);
    stage.shrub(
      [x - 2 - (i % 2) * 0.5, y + 0.4],
      0.7 + (i % 3) * 0.12,
      i % 2 ? 'lime' : 'laurel',
      seed + i,
      blossoms[i % 4],
    );
  }
  for (let i = 0; i < 6; i += 1)
    stage.shrub(
      [7.6 + i * 0.75, -9.6 + (i % 2) * 0.5],
      1,
      i % 2 ? 'lime' : 'laurel',
      seed + 40 + i,
      blossoms[(i + 1) % 4],
    );
  const bare = (x: number, y: number) => {
    const [wx] = walk((y + 14) / 40);
    return (
      Math.abs(x - wx) < 1.8 ||
      ((x - 7) / 6) ** 2 + ((y - 5) / 4.7) ** 2 < 1 ||
      Math.hypot(x + 7.4, y - 6.5) < 3.6
    );
  };
  stage.sheet.add(turf(stage.lay, { x: [-26, 26], y: [-4, 20], count: 9000, seed, bare }));
  stage.raise();
  stage.sheet.add(turf(stage.lay, { x: [-14, 16], y: [-13.5, -3], count: 12000, seed: seed + 1, bare }));
  stage.frame(seed);
  return stage.finish(air);
}

/** The path is bent, so it is drawn as an outline of its own rather than as a convex patch. */
function road(stage: Stage, outline: readonly Point[]): void {
  const half = outline.length / 2;
  const quads = Array.from({ length: half - 1 }, (_, i) => [
    outline[i]!,
    outline[i + 1]!,
    outline[outline.length - 2 - i]!,
    outline[outline.length - 1 - i]!,
  ]);
  for (const quad of quads) {
    const d = stage.camera.polygon(quad.map(([x, y]): Vec => [x, y, 0])).map(([x, y]) => `${n1(x)} ${n1(y)}`);
    if (d.length > 2)
      stage.sheet.add(`<path d="M${d.join('L')}Z" fill="#e3d5bb" stroke="#e3d5bb" stroke-width="1.2"/>`);
  }
}

/** The picture of one house model on its lot, seen from the street. */
import { joints, turf } from './ground.ts';
import { MODELS, type ModelKey } from './houses.ts';
import type { Paint } from './materials.ts';
import type { Air } from './sky.ts';
import type { Plane } from './plane.ts';
import type { View } from './space.ts';
import { Stage, strip } from './stage.ts';

export interface FacadeOptions {
  model: ModelKey;
  paint: Paint;
  air: Air;
  seed: number;
  /** Heights of the far and the wooded hills, px. */
  hills?: readonly [number, number];
}

interface Site {
  view: Omit<View, 'centre'>;
  drive: readonly [number, number];
  path: readonly [number, number];
  /** Front wall, where the lawn ends. */
  front: number;
  width: number;
  blossom: readonly [number, number];
  beds: readonly (readonly [x: number, y: number, width: number, flower?: string])[];
}

// prettier-ignore
const SITES: Record<ModelKey, Site> = {
  guayacan: {
    view: { eye: [-3.2, -12.2, 2.3], yaw: 27, focal: 1480 },
    drive: [8, 10.8], path: [4.5, 5.8], front: 0, width: 7, blossom: [16.4, 6],
    beds: [[0.5, -0.5, 0.85], [1.3, -0.55, 0.7, '#e85d75'], [2.1, -0.5, 0.8], [2.9, -0.55, 0.7, '#f2a541'], [3.5, -0.45, 0.7], [-0.6, 0.6, 0.9], [-0.6, 2.2, 0.8, '#e85d75'], [-0.6, 3.9, 0.9], [-0.65, 5.8, 1]],
  },
  corotu: {
    view: { eye: [-3, -13.6, 2.4], yaw: 25, focal: 1480 },
    drive: [9.4, 12.2], path: [4, 5.3], front: -2, width: 8.6, blossom: [17, 6.5],
    beds: [[0.4, -2, 0.8, '#d8527c'], [1.2, -2.05, 0.75], [2, -2, 0.75, '#f3c431'], [2.9, -2.05, 0.8], [-0.6, -1, 0.9], [-0.6, 0.8, 0.9, '#d8527c'], [-0.65, 2.8, 1], [-0.65, 5, 1.05], [7, -2.4, 0.7], [7.8, -2.4, 0.7, '#e85d75']],
  },
  panama: {
    view: { eye: [-0.6, -16.2, 2.5], yaw: 20.5, focal: 1540 },
    drive: [9.8, 12.7], path: [4.4, 5.8], front: -2, width: 9.6, blossom: [17.4, 7],
    beds: [[0.4, -1.75, 0.75], [1.2, -1.8, 0.7, '#ffffff'], [2, -1.75, 0.75], [2.8, -1.8, 0.7, '#e85d75'], [3.5, -1.8, 0.7], [6.9, -0.5, 0.7], [7.7, -0.55, 0.7, '#e85d75'], [8.6, -0.5, 0.75], [-0.65, -0.6, 0.95], [-0.65, 1.4, 1, '#ffffff'], [-0.7, 4, 1.05]],
  },
};

const KERB = -6.4;

export function facade({ model, paint, air, seed, hills = [190, 110] }: FacadeOptions): string {
  const site = SITES[model];
  const stage = new Stage({ ...site.view, centre: [800, 520] });
  stage.landscape({
    air,
    seed,
    hills,
    clouds: [
      [0.78, 250, 560],
      [0.19, 330, 380],
    ],
  });
  paving(stage, site);
  backTrees(stage, seed);
  stage.solid(MODELS[model](paint), [site.width / 2, 2]);
  site.beds.forEach(([x, y, w, flower], i) =>
    stage.shrub([x, y], w, i % 3 ? 'laurel' : 'lime', seed + i, flower),
  );
  stage.tree(site.blossom, 5.4, 'guayacan', seed + 77);
  const bare = (x: number, y: number) =>
    y < KERB + 1.5 ||
    (x > site.drive[0] - 0.1 && x < site.drive[1] + 0.1 && y < 6) ||
    (x > site.path[0] - 0.1 && x < site.path[1] + 0.1 && y < 2) ||
    (x > -0.3 && x < site.width + 0.2 && y > site.front);
  stage.sheet.add(turf(stage.lay, { x: [-16, 24], y: [-2, 9], count: 5000, seed, tall: 0.06, bare }));
  stage.raise();
  stage.sheet.add(
    turf(stage.lay, { x: [-12, 20], y: [KERB + 1.5, site.front - 0.6], count: 13000, seed: seed + 9, bare }),
  );
  stage.frame(seed);
  return stage.finish(air);
}

function paving(stage: Stage, site: Site): void {
  stage.ground(strip(-90, 90, -14.5, KERB), '#6b6c6e', asphalt);
  stage.ground(strip(-90, 90, KERB, KERB + 0.22), '#d9d4ca');
  stage.ground(strip(-90, 90, KERB + 0.22, KERB + 1.5), '#cfc8ba', joints(1.3, '#8d8577'));
  stage.ground(strip(site.drive[0], site.drive[1], KERB + 0.2, 6), '#d2cbbe', joints(1.4, '#958d80'));
  stage.ground(
    strip(site.path[0], site.path[1], KERB + 1.4, site.front < 0 ? -1.7 : 0),
    '#d8cfc0',
    joints(0.65, '#978d7c'),
  );
}

/** Tar with its gutter shade and a yellow line. */
export function asphalt(plane: Plane): string {
  const edge = plane.face.points.map((p) => plane.uv(p));
  const [u0, u1] = [Math.min(...edge.map((p) => p[0])), Math.max(...edge.map((p) => p[0]))];
  const v1 = Math.max(...edge.map((p) => p[1]));
  return (
    plane.rect(u0, v1 - 0.5, u1 - u0, 0.5, '#3f4042', ' fill-opacity=".35"') +
    plane.rect(u0, v1 - 3.2, u1 - u0, 0.14, '#e9c95a', ' fill-opacity=".75"')
  );
}

function backTrees(stage: Stage, seed: number): void {
  const rows = [
    [-13, 26, 9, 'mango'],
    [-6, 30, 8, 'laurel'],
    [3, 32, 9, 'mango'],
    [11, 28, 8.5, 'lime'],
    [19, 30, 9.5, 'laurel'],
    [27, 26, 9, 'mango'],
    [34, 30, 10, 'laurel'],
    [42, 27, 9, 'mango'],
    [-9.5, 17, 6.6, 'guayacan'],
    [16, 19, 7.2, 'mango'],
  ] as const;
  rows.forEach(([x, y, h, kind], i) => stage.tree([x, y], h, kind, seed * 31 + i));
  stage.palm([-1.6, 15], 8.6, seed + 86);
  stage.palm([-3.4, 12], 7, seed + 70);
}

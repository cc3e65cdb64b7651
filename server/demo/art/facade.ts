/** The picture of one house model on its lot, seen from the street. */
import { GREENS, type Greens, clump, palm, shadowUnder, shrub, tree } from './plants.ts';
import { type Lay, groundShadow, joints, layPatch, mottle, patch, turf } from './ground.ts';
import { MODELS, type ModelKey } from './houses.ts';
import type { Paint } from './materials.ts';
import { Sheet, chance, closed } from './sheet.ts';
import { type Air, cumulus, hill, sky } from './sky.ts';
import { drawSolids } from './solids.ts';
import { AFTERNOON, Camera, type Point, type Vec, type View } from './space.ts';

export interface FacadeOptions {
  model: ModelKey;
  paint: Paint;
  air: Air;
  seed: number;
}

interface Site {
  view: Omit<View, 'centre'>;
  drive: readonly [number, number];
  path: readonly [number, number];
  beds: readonly (readonly [x: number, y: number, width: number, flower?: string])[];
  width: number;
}

const SITES: Record<ModelKey, Site> = {
  guayacan: {
    view: { eye: [-3.2, -12.2, 2.3], yaw: 27, focal: 1480 },
    drive: [8, 10.8],
    path: [4.5, 5.8],
    width: 7,
    beds: [[0.5, -0.5, 0.85], [1.3, -0.55, 0.7, '#e85d75'], [2.1, -0.5, 0.8], [2.9, -0.55, 0.7, '#f2a541'], [3.5, -0.45, 0.7], [-0.6, 0.6, 0.9], [-0.6, 2.2, 0.8, '#e85d75'], [-0.6, 3.9, 0.9], [-0.65, 5.8, 1]],
  },
  corotu: {
    view: { eye: [-3, -13.6, 2.4], yaw: 25, focal: 1500 },
    drive: [9.4, 12.2],
    path: [4, 5.3],
    width: 8.6,
    beds: [[0.4, -2, 0.8, '#d8527c'], [1.2, -2.05, 0.75], [2, -2, 0.75, '#f3c431'], [2.9, -2.05, 0.8], [-0.6, -1, 0.9], [-0.6, 0.8, 0.9, '#d8527c'], [-0.65, 2.8, 1], [-0.65, 5, 1.05], [7, -2.4, 0.7], [7.8, -2.4, 0.7, '#e85d75']],
  },
  panama: {
    view: { eye: [-0.6, -16.2, 2.5], yaw: 20, focal: 1500 },
    drive: [9.8, 12.7],
    path: [4.4, 5.8],
    width: 9.6,
    beds: [[0.4, -1.75, 0.75], [1.2, -1.8, 0.7, '#ffffff'], [2, -1.75, 0.75], [2.8, -1.8, 0.7, '#e85d75'], [3.5, -1.8, 0.7], [6.9, -0.5, 0.7], [7.7, -0.55, 0.7, '#e85d75'], [8.6, -0.5, 0.75], [-0.65, -0.6, 0.95], [-0.65, 1.4, 1, '#ffffff'], [-0.7, 4, 1.05]],
  },
}; // prettier-ignore

const STREET = -6.4;

export function facade({ model, paint, air, seed }: FacadeOptions): string {
  const sheet = new Sheet(1600, 1000);
  const site = SITES[model];
  const camera = new Camera({ ...site.view, centre: [800, 520] });
  const lay: Lay = { sheet, camera, light: AFTERNOON };
  const horizon = camera.project([
    camera.eye[0] + camera.forward[0] * 4000,
    camera.eye[1] + camera.forward[1] * 4000,
    0,
  ])[1];
  const house = MODELS[model](paint);

  sheet.add(sky(sheet, horizon, air, seed));
  sheet.add(
    cumulus(sheet, 1240, horizon - 250, 560, seed + 1),
    cumulus(sheet, 300, horizon - 330, 380, seed + 2),
  );
  sheet.add(
    hill(sheet, { foot: horizon + 6, height: 190, colour: '#7d9fae', haze: air.horizon, seed: seed + 4 }),
    hill(sheet, {
      foot: horizon + 8,
      height: 120,
      colour: '#5f8a72',
      haze: '#b5cdb2',
      seed: seed + 5,
      trees: 13,
    }),
  );
  lawn(lay, horizon, site, seed);
  backTrees(lay, site, seed);
  sheet.add(groundShadow(lay, house));
  sheet.add(
    turf(lay, { x: [-16, 24], y: [-0.6, 9], count: 5000, seed, tall: 0.06, bare: bareOn(site, model) }),
  );
  sheet.add(drawSolids(house, sheet, camera, AFTERNOON));
  planting(lay, site, seed);
  sheet.add(
    turf(lay, {
      x: [-12, 20],
      y: [STREET + 1.5, -0.6],
      count: 13000,
      seed: seed + 9,
      bare: bareOn(site, model),
    }),
  );
  foreground(lay, seed);
  sheet.add(framing(sheet, seed));
  finish(sheet, air);
  return sheet.svg();
}

function bareOn(site: Site, model: ModelKey): (x: number, y: number) => boolean {
  const front = model === 'guayacan' ? 0 : -2;
  return (x, y) =>
    y < STREET + 1.5 ||
    (x > site.drive[0] - 0.1 && x < site.drive[1] + 0.1 && y < 6) ||
    (x > site.path[0] - 0.1 && x < site.path[1] + 0.1 && y < 2) ||
    (x > -0.3 && x < site.width + 0.2 && y > front);
}

function lawn(lay: Lay, horizon: number, site: Site, seed: number): void {
  const { sheet, camera } = lay;
  const all: Point[] = [[-300, -14.5], [300, -14.5], [300, 700], [-300, 700]]; // prettier-ignore
  const d = closed(camera.polygon(patch(all, '#000000').points));
  const green = sheet.linear(0, horizon, 0, 1000, [[0, '#a8bf68'], [0.12, '#8fb452'], [0.4, '#6f9f3d'], [1, '#4f8230']]); // prettier-ignore
  sheet.add(`<path d="${d}" fill="${green}"/>`, mottle(sheet, horizon + 6, seed));
  const strip = (x0: number, x1: number, y0: number, y1: number): Point[] => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]; // prettier-ignore
  sheet.add(
    layPatch(lay, patch(strip(-90, 90, -14.5, STREET), '#6b6c6e'), asphalt),
    layPatch(lay, patch(strip(-90, 90, STREET, STREET + 0.22), '#d9d4ca')),
    layPatch(lay, patch(strip(-90, 90, STREET + 0.22, STREET + 1.5), '#cfc8ba'), joints(1.3, '#8d8577')),
    layPatch(
      lay,
      patch(strip(site.drive[0], site.drive[1], STREET + 0.2, 6), '#d2cbbe'),
      joints(1.4, '#958d80'),
    ),
    layPatch(
      lay,
      patch(strip(site.path[0], site.path[1], STREET + 1.4, 0), '#d8cfc0'),
      joints(0.65, '#978d7c'),
    ),
  );
}

function asphalt(plane: Parameters<NonNullable<Parameters<typeof layPatch>[2]>>[0]): string {
  const edge = plane.face.points.map((p) => plane.uv(p));
  const [u0, u1] = [Math.min(...edge.map((p) => p[0])), Math.max(...edge.map((p) => p[0]))];
  const v1 = Math.max(...edge.map((p) => p[1]));
  return (
    plane.rect(u0, v1 - 0.5, u1 - u0, 0.5, '#3f4042', ' fill-opacity=".35"') +
    plane.rect(u0, v1 - 3.2, u1 - u0, 0.14, '#e9c95a', ' fill-opacity=".75"')
  );
}

function backTrees(lay: Lay, site: Site, seed: number): void {
  const plot = [
    [-13, 26, 9, 'mango'], [-6, 30, 8, 'laurel'], [3, 32, 9, 'mango'], [11, 28, 8.5, 'lime'], [19, 30, 9.5, 'laurel'],
    [27, 26, 9, 'mango'], [34, 30, 10, 'laurel'], [42, 27, 9, 'mango'], [-9.5, 17, 6.6, 'guayacan'],
    [site.width + 8, 15, 7.4, 'mango'],
  ] as const; // prettier-ignore
  plot.forEach(([x, y, h, kind], i) => {
    const [px, py] = lay.camera.project([x, y, 0]);
    const size = lay.camera.px([x, y, 0]) * h;
    if (px < -size || px > 1600 + size) return;
    lay.sheet.add(
      shadowUnder(lay.sheet, px, py, size * 0.9),
      tree(px, py, size, GREENS[kind], seed * 31 + i),
    );
  });
  for (const [x, y, h] of [
    [-1.6, 15, 8.6],
    [-3.4, 12, 7],
  ] as const) {
    const [px, py] = lay.camera.project([x, y, 0]);
    lay.sheet.add(
      shadowUnder(lay.sheet, px, py, 90),
      palm(px, py, lay.camera.px([x, y, 0]) * h, seed + h * 10),
    );
  }
}

function planting(lay: Lay, site: Site, seed: number): void {
  const { sheet, camera } = lay;
  site.beds
    .toSorted((a, b) => b[1] - a[1])
    .forEach(([x, y, w, flower], i) => {
      const [px, py] = camera.project([x, y, 0]);
      const width = camera.px([x, y, 0]) * w;
      sheet.add(shadowUnder(sheet, px, py, width), shrub(px, py, width, i % 3 ? GREENS.laurel : GREENS.lime, seed + i, flower)); // prettier-ignore
    });
  const spot: Vec = [site.drive[1] + 3.4, 4.5, 0];
  const [x, y] = camera.project(spot);
  const size = camera.px(spot) * 5.4;
  sheet.add(shadowUnder(sheet, x, y, size), tree(x, y, size, GREENS.guayacan, seed + 77));
}

function foreground(lay: Lay, seed: number): void {
  const { sheet, camera } = lay;
  for (const [x, y, w, flower] of [
    [-4.9, -4.3, 1.1, '#f0567a'],
    [-5.6, -3.4, 1.3, undefined],
    [-4.2, -4.6, 0.7, '#f7b733'],
  ] as const) {
    const [px, py] = camera.project([x, y, 0]);
    const width = camera.px([x, y, 0]) * w;
    sheet.add(shadowUnder(sheet, px, py, width), shrub(px, py, width, GREENS.lime, seed + w * 10, flower));
  }
}

/** Leaves out of focus in the upper left corner, near the eye. */
function framing(sheet: Sheet, seed: number): string {
  const random = chance(seed + 500);
  const far: Greens = { dark: '#20421f', mid: '#356a2b', light: '#5f9638', glow: '#b9d866' };
  const parts = Array.from({ length: 15 }, (_, i) => {
    const along = i / 14;
    const [x, y] = [-50 + along * 430 + random() * 30, -60 + (1 - along) ** 2 * 190 + random() * 46];
    return clump(x, y, 62 - along * 22, 46 - along * 14, far, random, 10 - along * 3);
  });
  return `<g filter="${sheet.blur(3.2)}">${parts.join('')}</g>`;
}

/** Warm light from the left and a quiet darkening of the corners. */
export function finish(sheet: Sheet, air: Air): void {
  const { width, height } = sheet;
  const warm = sheet.radial(width * air.sunAt, height * 0.1, width * 0.95, [[0, air.glow, 0.34], [0.5, air.glow, 0.1], [1, air.glow, 0]]); // prettier-ignore
  const corner = sheet.radial(width / 2, height * 0.48, width * 0.72, [[0.55, '#0d1d2a', 0], [1, '#0d1d2a', 0.3]]); // prettier-ignore
  sheet.add(
    `<rect width="${width}" height="${height}" fill="${warm}" style="mix-blend-mode:soft-light"/>`,
    `<rect width="${width}" height="${height}" fill="${corner}"/>`,
  );
}

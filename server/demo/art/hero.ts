/** The big picture of a project: a sunlit street of its houses under the hills. */
import { asphalt } from './facade.ts';
import { joints, turf } from './ground.ts';
import { MODELS, type ModelKey } from './houses.ts';
import type { Paint } from './materials.ts';
import { PAINTS } from './palettes.ts';
import { GOLDEN, MORNING } from './sky.ts';
import { placed } from './faces.ts';
import { type Place, Stage, strip } from './stage.ts';

interface House {
  model: ModelKey;
  paint: Paint;
  x: number;
  mirrored?: boolean;
}

/** Valle Sereno: a row of tiled houses that runs off to the right, palms along the pavement. */
export function valleHero(): string {
  const seed = 21;
  const stage = new Stage({ eye: [-13, -17.5, 4.6], yaw: 41, focal: 1320, centre: [800, 455] });
  stage.landscape({
    air: MORNING,
    seed,
    hills: [300, 150],
    clouds: [
      [0.62, 300, 620],
      [0.16, 360, 420],
      [0.93, 240, 420],
    ],
  });
  stage.ground(strip(-200, 400, -13.4, -6.4), '#6d6e70', asphalt);
  stage.ground(strip(-200, 400, -6.4, -6.15), '#dcd7cc');
  stage.ground(strip(-200, 400, -6.15, -4.9), '#d0c9bb', joints(1.3, '#8d8577'));
  stage.ground(strip(-200, 400, -13.65, -13.4), '#dcd7cc');
  const row: House[] = [
    { model: 'panama', paint: PAINTS.blanco, x: -7 },
    { model: 'corotu', paint: PAINTS.arena, x: 10.5 },
    { model: 'guayacan', paint: PAINTS.salvia, x: 25 },
    { model: 'corotu', paint: PAINTS.terracota, x: 37 },
    { model: 'panama', paint: PAINTS.arena, x: 50.5 },
    { model: 'guayacan', paint: PAINTS.blanco, x: 67 },
    { model: 'corotu', paint: PAINTS.salvia, x: 79 },
    { model: 'guayacan', paint: PAINTS.terracota, x: 92 },
    { model: 'panama', paint: PAINTS.blanco, x: 104 },
  ];
  for (const h of row) {
    const width = h.model === 'panama' ? 9.6 : h.model === 'corotu' ? 8.6 : 7;
    const drive = h.x + width + (h.model === 'panama' ? 0.2 : 0.6);
    stage.ground(strip(drive, drive + 2.7, -6.2, 5), '#d4cdc0', joints(1.4, '#958d80'));
    const path = h.x + 4.5;
    stage.ground(strip(path, path + 1.2, -4.9, -0.2), '#d9d0c1', joints(0.65, '#978d7c'));
    stage.solid(placed(MODELS[h.model](h.paint), [h.x, 0, 0]), [h.x + width / 2, 3]);
    gardens(stage, h.x, width, seed + Math.round(h.x));
  }
  for (let x = -26; x < 130; x += 10.5)
    stage.tree([x + 3, 19 + (x % 3)], 7.5 + (x % 2), x % 4 ? 'mango' : 'laurel', seed + x + 90);
  for (let x = -26; x < 150; x += 9) stage.tree([x, 30], 9.5, x % 2 ? 'laurel' : 'mango', seed + x + 190);
  [8.4, 23, 35.2, 48.6, 65, 77].forEach((x, i) => stage.palm([x, -3.4], 7.4 + (i % 3) * 0.5, seed + i));
  [
    [-9.5, 4, 5.5],
    [22.4, 5, 5],
  ].forEach(([x, y, h]) => stage.tree([x!, y!], h!, 'guayacan', seed + x!));
  [-6, -2.5, 1].forEach((x, i) =>
    stage.shrub([x, -14.6], 1.2, i % 2 ? 'lime' : 'laurel', i, i % 2 ? '#f0567a' : '#f7b733'),
  );
  const bare = (x: number, y: number) =>
    (y > -13.7 && y < -4.9) || row.some((h) => x > h.x + 4.3 && x < h.x + 14 && y > -5);
  stage.sheet.add(turf(stage.lay, { x: [-20, 30], y: [-5, 0.5], count: 9000, seed, bare }));
  stage.raise();
  stage.sheet.add(turf(stage.lay, { x: [-16, 8], y: [-16, -13.6], count: 5200, seed: 4, bare, tall: 0.11 }));
  stage.frame(seed);
  return stage.finish(MORNING);
}

function gardens(stage: Stage, x: number, width: number, seed: number): void {
  const blossoms = ['#e85d75', '#f7b733', '#ffffff', '#d8527c'];
  for (let i = 0; i < 5; i += 1) {
    const at: Place = [x + 0.4 + i * 0.75, -2.1];
    stage.shrub(at, 0.8, i % 2 ? 'lime' : 'laurel', seed + i, i % 2 ? blossoms[seed % 4] : undefined);
  }
  stage.shrub([x + width - 0.4, -2.2], 0.8, 'laurel', seed + 8, blossoms[(seed + 1) % 4]);
}

/** San Roque: two rows on terraces under metal roofs, the mountains close behind, late light from the right. */
export function roqueHero(): string {
  const seed = 52;
  const stage = new Stage({ eye: [13, -17, 4.9], yaw: -36, focal: 1300, centre: [800, 470] });
  stage.landscape({
    air: GOLDEN,
    seed,
    hills: [340, 150],
    near: '#5d8560',
    clouds: [
      [0.3, 330, 560],
      [0.72, 350, 460],
      [0.02, 270, 420],
    ],
  });
  stage.terrace(19, 24, 3.4, 140);
  stage.ground(strip(-300, 200, -13.2, -6.4), '#6d6e70', asphalt);
  stage.ground(strip(-300, 200, -6.4, -6.15), '#dcd7cc');
  stage.ground(strip(-300, 200, -6.15, -4.9), '#d0c9bb', joints(1.3, '#8d8577'));
  stage.ground(strip(-300, 200, -13.45, -13.2), '#dcd7cc');
  const row: House[] = [
    { model: 'corotu', paint: PAINTS.crema, x: 7.5, mirrored: true },
    { model: 'panama', paint: PAINTS.cielo, x: -8, mirrored: true },
    { model: 'guayacan', paint: PAINTS.perla, x: -24.5, mirrored: true },
    { model: 'corotu', paint: PAINTS.cielo, x: -36.5, mirrored: true },
    { model: 'panama', paint: PAINTS.crema, x: -50, mirrored: true },
    { model: 'guayacan', paint: PAINTS.perla, x: -66, mirrored: true },
    { model: 'corotu', paint: PAINTS.crema, x: -79, mirrored: true },
    { model: 'guayacan', paint: PAINTS.cielo, x: -92, mirrored: true },
  ];
  row.forEach((h, i) => {
    const width = h.model === 'panama' ? 9.6 : h.model === 'corotu' ? 8.6 : 7;
    const drive = h.x - width - (h.model === 'panama' ? 0.2 : 0.6);
    stage.ground(strip(drive - 2.7, drive, -6.2, 5), '#d4cdc0', joints(1.4, '#958d80'));
    stage.ground(strip(h.x - 5.7, h.x - 4.5, -4.9, -0.2), '#d9d0c1', joints(0.65, '#978d7c'));
    stage.solid(placed(MODELS[h.model](h.paint), [h.x, 0, 0], true), [h.x - width / 2, 3]);
    gardens(stage, h.x - 4, 0.4, seed + i);
    const above = row[(i + 2) % row.length]!;
    stage.solid(placed(MODELS[above.model](above.paint), [h.x + 4, 26, 3.4], true), [h.x, 29], false);
    stage.tree([h.x + 7, 25.4], 4.2, i % 2 ? 'lime' : 'guayacan', seed + i, 3.4);
  });
  for (let x = -130; x < 24; x += 8)
    stage.tree([x, 44 + (x % 3)], 8, x % 3 ? 'mango' : 'laurel', seed + x + 300, 3.4);
  for (let x = -110; x < 24; x += 11) stage.tree([x + 3, 17], 4.6, x % 2 ? 'mango' : 'lime', seed + x + 400);
  [-6.2, -22.6, -35, -48.4, -64].forEach((x, i) => stage.palm([x, -3.5], 7.2 + (i % 3) * 0.4, seed + i));
  stage.tree([13.4, 5.5], 5, 'guayacan', seed + 3);
  [8.4, 5.2, 2].forEach((x, i) =>
    stage.shrub([x, -14.3], 1.15, i % 2 ? 'lime' : 'laurel', i, i % 2 ? '#f0567a' : '#f7b733'),
  );
  const bare = (x: number, y: number) =>
    (y > -13.5 && y < -4.9) || row.some((h) => x < h.x - 4.3 && x > h.x - 14 && y > -5);
  stage.sheet.add(turf(stage.lay, { x: [-30, 20], y: [-5, 0.5], count: 9000, seed, bare }));
  stage.raise();
  stage.sheet.add(
    turf(stage.lay, { x: [-8, 16], y: [-15.8, -13.4], count: 5200, seed: 4, bare, tall: 0.11 }),
  );
  return stage.finish(GOLDEN);
}

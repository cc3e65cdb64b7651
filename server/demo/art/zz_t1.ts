import { Resvg } from '@resvg/resvg-js';
import { writeFileSync } from 'node:fs';
import { Sheet } from '/work/main/server/demo/art/sheet.ts';
import { AFTERNOON, Camera } from '/work/main/server/demo/art/space.ts';
import { drawSolids, face, shadowOn } from '/work/main/server/demo/art/solids.ts';
import { MODELS } from '/work/main/server/demo/art/houses.ts';
const key = (process.argv[2] ?? 'guayacan') as keyof typeof MODELS;
const paint = {
  wall: '#f2e6cf',
  accent: '#b98a5a',
  trim: '#fbf7ee',
  roof: '#b8593a',
  roofKind: 'teja' as const,
  door: '#7a4a2b',
  stone: '#b9a78f',
  metal: '#33383b',
};
const t = performance.now();
const s = new Sheet(1600, 1000);
const cam = new Camera({ eye: [-4, -13, 1.9], yaw: 28, focal: 1500, centre: [800, 560] });
const house = MODELS[key](paint);
s.add('<rect width="1600" height="1000" fill="#bcd9ea"/>');
const ground = face(
  [
    [-60, -12.5, 0],
    [60, -12.5, 0],
    [60, 80, 0],
    [-60, 80, 0],
  ],
  '#7fa653',
);
s.add(drawSolids([ground], s, cam, AFTERNOON), shadowOn(ground, house, s, cam, AFTERNOON));
s.add(drawSolids(house, s, cam, AFTERNOON));
const svg = s.svg();
console.log('svg', svg.length, performance.now() - t);
writeFileSync('/tmp/t1.png', new Resvg(svg).render().asPng());
console.log(performance.now() - t);

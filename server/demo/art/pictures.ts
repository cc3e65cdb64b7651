/** Which pictures the demo company has: file name → how it is drawn. */
import type { Decor } from './interior.ts';
import { bedroom, kitchenRoom, livingRoom } from './interior.ts';
import { entrance } from './entrance.ts';
import { facade } from './facade.ts';
import { floorPlan } from './floorplan.ts';
import { roqueHero, valleHero } from './hero.ts';
import { PAINTS } from './palettes.ts';
import { park } from './park.ts';
import { GOLDEN, MORNING } from './sky.ts';

// prettier-ignore
const VERDE: Decor = { walls: '#f6f1e6', accent: '#8fae98', floor: '#e9dfcd', soft: '#e7dccb', second: '#2f6b55', wood: '#b07f4f', seed: 3 };
// prettier-ignore
const BARRO: Decor = { walls: '#f7f0e4', accent: '#d9a585', floor: '#e6d9c4', soft: '#efe6d8', second: '#a8553a', wood: '#a9774a', seed: 8 };
// prettier-ignore
const LAGUNA: Decor = { walls: '#f3f2ec', accent: '#9db7c2', floor: '#e4ded2', soft: '#e6e2da', second: '#3d6b82', wood: '#b88a5c', seed: 14 };
// prettier-ignore
const OLIVA: Decor = { walls: '#f5f1e4', accent: '#b3b78c', floor: '#e8dec9', soft: '#ebe3d0', second: '#77803f', wood: '#9c6f45', seed: 17 };
// prettier-ignore
const ARENA: Decor = { walls: '#f8f3e9', accent: '#dcc7a2', floor: '#e2d6c3', soft: '#ece5d9', second: '#2e6a6a', wood: '#a87b4e', seed: 23 };
// prettier-ignore
const CIRUELA: Decor = { walls: '#f5f0ea', accent: '#b9a3ab', floor: '#e5dacb', soft: '#eee6df', second: '#7b4a5e', wood: '#a5754a', seed: 29 };

/** The mountains stand closer in Coclé. */
const CERROS = [350, 150] as const;

export const PICTURES: Readonly<Record<string, () => string>> = {
  'valle-sereno-hero': valleHero,
  'valle-sereno-entrada': () =>
    entrance({
      name: ['Residencial', 'Valle Sereno'],
      place: 'Arraiján · Panamá Oeste',
      paint: PAINTS.arena,
      others: [PAINTS.salvia, PAINTS.blanco, PAINTS.terracota],
      air: MORNING,
      seed: 5,
    }),
  'valle-sereno-parque': () =>
    park({ air: MORNING, seed: 9, paints: [PAINTS.salvia, PAINTS.blanco, PAINTS.terracota] }),
  'valle-sereno-guayacan': () => facade({ model: 'guayacan', paint: PAINTS.arena, air: MORNING, seed: 11 }),
  'valle-sereno-corotu': () => facade({ model: 'corotu', paint: PAINTS.salvia, air: MORNING, seed: 12 }),
  'valle-sereno-panama': () => facade({ model: 'panama', paint: PAINTS.blanco, air: MORNING, seed: 15 }),
  'valle-sereno-guayacan-interior': () => livingRoom(VERDE),
  'valle-sereno-corotu-interior': () => kitchenRoom(BARRO),
  'valle-sereno-panama-interior': () => bedroom(ARENA),
  'san-roque-hero': roqueHero,
  'san-roque-entrada': () =>
    entrance({
      name: ['Altos de', 'San Roque'],
      place: 'Penonomé · Coclé',
      paint: PAINTS.crema,
      others: [PAINTS.cielo, PAINTS.perla, PAINTS.crema],
      air: GOLDEN,
      seed: 36,
    }),
  'san-roque-parque': () =>
    park({ air: GOLDEN, seed: 31, paints: [PAINTS.crema, PAINTS.cielo, PAINTS.perla] }),
  'san-roque-guayacan': () =>
    facade({ model: 'guayacan', paint: PAINTS.perla, air: GOLDEN, seed: 61, hills: CERROS }),
  'san-roque-corotu': () =>
    facade({ model: 'corotu', paint: PAINTS.crema, air: GOLDEN, seed: 62, hills: CERROS }),
  'san-roque-panama': () =>
    facade({ model: 'panama', paint: PAINTS.cielo, air: GOLDEN, seed: 65, hills: CERROS }),
  'san-roque-guayacan-interior': () => kitchenRoom(LAGUNA),
  'san-roque-corotu-interior': () => bedroom(CIRUELA),
  'san-roque-panama-interior': () => livingRoom(OLIVA),
  'plano-guayacan': () => floorPlan('guayacan'),
  'plano-corotu': () => floorPlan('corotu'),
  'plano-panama': () => floorPlan('panama'),
};

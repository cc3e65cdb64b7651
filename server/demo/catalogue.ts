/** Texts and figures of the demo company's projects and models, with their picture files in `server/demo/assets/`. */

type ModelKey = 'guayacan' | 'corotu' | 'panama';
export type ProjectKey = 'valle-sereno' | 'san-roque';

export interface DemoModel {
  key: ModelKey;
  name: string;
  bedrooms: number;
  bathrooms: number;
  area_m2: number;
  price_centavos: number;
  description: string;
  pictures: { facade: string; interior: string; plan: string };
}

export interface DemoProject {
  key: ProjectKey;
  slug: 'residencial-valle-sereno' | 'altos-de-san-roque';
  name: string;
  province: string;
  district: string;
  township: string;
  tagline: string;
  description: string;
  /** Region of the preferential-interest law (domain.md §4.1). */
  region: 1 | 2;
  separation_centavos: number;
  pictures: { hero: string; gallery: readonly [string, string] };
  map: string;
  plan: { lots: string; drawing: string };
  video: string;
  models: readonly DemoModel[];
}

const model = (
  project: ProjectKey,
  key: ModelKey,
  price: number,
  facts: Pick<DemoModel, 'name' | 'bedrooms' | 'bathrooms' | 'area_m2' | 'description'>,
): DemoModel => ({
  key,
  ...facts,
  price_centavos: price * 100,
  pictures: {
    facade: `${project}-${key}.webp`,
    interior: `${project}-${key}-interior.webp`,
    plan: `plano-${key}.webp`,
  },
});

// prettier-ignore
const GUAYACAN = {
  name: 'Guayacán', bedrooms: 2, bathrooms: 1, area_m2: 58,
  description: 'Dos recámaras, sala, comedor y cocina abiertos y un portal techado para recibir la tarde.',
};
// prettier-ignore
const COROTU = {
  name: 'Corotú', bedrooms: 3, bathrooms: 2, area_m2: 72,
  description: 'Tres recámaras, dos baños y un portal amplio al frente; la principal con baño propio.',
};
// prettier-ignore
const PANAMA = {
  name: 'Panamá', bedrooms: 3, bathrooms: 2, area_m2: 95,
  description: 'Tres recámaras, vestíbulo con piedra natural, cocina en L y cochera techada.',
};

// prettier-ignore
export const DEMO_PROJECTS: readonly DemoProject[] = [
  {
    key: 'valle-sereno', slug: 'residencial-valle-sereno', name: 'Residencial Valle Sereno',
    province: 'Panamá Oeste', district: 'Arraiján', township: 'Arraiján', region: 1, separation_centavos: 50_000,
    tagline: 'Tu casa propia, a un paso de la ciudad.',
    description: 'Casas de una planta en un valle tranquilo de Arraiján, con parque, área social y garita de seguridad.',
    pictures: { hero: 'valle-sereno-hero.webp', gallery: ['valle-sereno-entrada.webp', 'valle-sereno-parque.webp'] },
    map: 'valle-sereno-mapa.svg', plan: { lots: 'valle-sereno-lotes.json', drawing: 'valle-sereno-plano.svg' }, video: 'valle-sereno.webm',
    models: [
      model('valle-sereno', 'guayacan', 48_500, GUAYACAN),
      model('valle-sereno', 'corotu', 74_900, COROTU),
      model('valle-sereno', 'panama', 118_500, PANAMA),
    ],
  },
  {
    key: 'san-roque', slug: 'altos-de-san-roque', name: 'Altos de San Roque',
    province: 'Coclé', district: 'Penonomé', township: 'Penonomé', region: 2, separation_centavos: 30_000,
    tagline: 'El aire fresco de Coclé, todos los días.',
    description: 'Lotes amplios en terrazas con vista a los cerros, a pocos minutos del centro de Penonomé.',
    pictures: { hero: 'san-roque-hero.webp', gallery: ['san-roque-entrada.webp', 'san-roque-parque.webp'] },
    map: 'san-roque-mapa.svg', plan: { lots: 'san-roque-lotes.json', drawing: 'san-roque-plano.svg' }, video: 'san-roque.webm',
    models: [
      model('san-roque', 'guayacan', 48_500, GUAYACAN),
      model('san-roque', 'corotu', 74_900, COROTU),
      model('san-roque', 'panama', 96_000, PANAMA),
    ],
  },
];

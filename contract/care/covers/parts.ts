/** The covers of a warranty: what a rule of the law or of the company protects, each for its own time (domain.md §4.5). */
export const COVERS = {
  acabados: 'Acabados',
  instalaciones: 'Instalaciones',
  ocultos: 'Vicios ocultos',
  estructura: 'Estructura y ruina',
} as const;
export type Cover = keyof typeof COVERS;
export const COVER_NAMES = Object.keys(COVERS) as [Cover, ...Cover[]];

interface PartSpec {
  label: string;
  cover: Cover;
  /** contract_activities that build it: who did them answers for it. */
  activities: readonly number[];
}

/** The parts of a house where a defect may be, each under one cover. */
export const PARTS = {
  pintura: { label: 'Pintura', cover: 'acabados', activities: [13] },
  repello: { label: 'Repello y cielo raso', cover: 'acabados', activities: [8] },
  pisos: { label: 'Pisos y azulejos', cover: 'acabados', activities: [12] },
  ventanas: { label: 'Puertas y ventanas', cover: 'acabados', activities: [11] },
  exteriores: { label: 'Aceras y exteriores', cover: 'acabados', activities: [14, 15] },
  plomeria: { label: 'Plomería y sanitarios', cover: 'instalaciones', activities: [10, 3] },
  electricidad: { label: 'Electricidad', cover: 'instalaciones', activities: [9] },
  techo: { label: 'Techo y filtraciones', cover: 'ocultos', activities: [7] },
  paredes: { label: 'Paredes', cover: 'ocultos', activities: [5] },
  estructura: { label: 'Fundaciones, losas y vigas', cover: 'estructura', activities: [6, 4, 2] },
} as const satisfies Record<string, PartSpec>;
export type Part = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as [Part, ...Part[]];

export const coverOfPart = (part: Part): Cover => PARTS[part].cover;

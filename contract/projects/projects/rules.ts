/** Facts that decide whether a project can be published. Numbers are counts. */
export interface ProjectFacts {
  name: string;
  description: string;
  /** Images of the project or of a model, without plans and videos. */
  pictures: number;
  hero: boolean;
  /** Published models with a valid price today. */
  pricedModels: number;
  /** Of those, the number without image and without plan. */
  modelsWithoutPicture: number;
  modelsWithoutPlan: number;
  /** Lots that can be sold. */
  lots: number;
  map: boolean;
  coordinates: boolean;
  processors: number;
  banks: number;
  payTo: boolean;
}

/** Tabs of a project in the office. */
export type ProjectTab =
  | 'datos'
  | 'modelos'
  | 'imagenes'
  | 'equipo'
  | 'bancos'
  | 'cuentas'
  | 'semanas'
  | 'programacion'
  | 'clima';

/** One item of the publication checklist. */
export interface Requirement {
  key: string;
  label: string;
  done: boolean;
  /** The project cannot be published without it. */
  required: boolean;
  /** Where to fix it; lots have their own page. */
  where: ProjectTab | 'lotes';
}

const DESCRIPTION_MIN = 20;

/** The checklist of a project in a useful order; the first six items are required for publication. */
export const requirementsOf = (facts: ProjectFacts): Requirement[] => {
  const needed = (key: string, label: string, done: boolean, where: Requirement['where']): Requirement => ({
    key,
    label,
    done,
    required: true,
    where,
  });
  const wanted = (...of: Parameters<typeof needed>): Requirement => ({ ...needed(...of), required: false });
  return [
    needed('title', 'Nombre', facts.name.trim().length >= 2, 'datos'),
    needed(
      'description',
      `Descripción de al menos ${DESCRIPTION_MIN} caracteres`,
      facts.description.trim().length >= DESCRIPTION_MIN,
      'datos',
    ),
    needed('picture', 'Una imagen', facts.pictures > 0, 'imagenes'),
    needed('price', 'Un modelo publicado con precio vigente', facts.pricedModels > 0, 'modelos'),
    needed('lots', 'Lotes', facts.lots > 0, 'lotes'),
    needed('pay_to', 'Cuenta a la que pagan los compradores', facts.payTo, 'cuentas'),
    wanted('hero', 'Una portada', facts.hero, 'imagenes'),
    wanted(
      'model_pictures',
      'Foto de cada modelo',
      facts.pricedModels > 0 && facts.modelsWithoutPicture === 0,
      'imagenes',
    ),
    wanted(
      'model_plans',
      'Plano de cada modelo',
      facts.pricedModels > 0 && facts.modelsWithoutPlan === 0,
      'imagenes',
    ),
    wanted('map', 'Mapa', facts.map, 'datos'),
    wanted('coordinates', 'Coordenadas, para el clima', facts.coordinates, 'datos'),
    wanted('processor', 'Un procesador en el equipo', facts.processors > 0, 'equipo'),
    wanted('banks', 'Bancos que financian', facts.banks > 0, 'bancos'),
  ];
};

/** Why a project cannot be published yet, as one sentence, or null. */
export function whyNotPublish(
  requirements: readonly Pick<Requirement, 'required' | 'done' | 'label'>[],
): string | null {
  const lacking = requirements
    .filter((one) => one.required && !one.done)
    .map(({ label }) => label.toLowerCase());
  return lacking.length === 0 ? null : `Para publicar falta: ${lacking.join(', ')}.`;
}

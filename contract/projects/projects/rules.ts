/** What decides whether a project's page is ready for buyers. Counts unless said. */
export interface ProjectFacts {
  name: string;
  description: string;
  /** Pictures of the project or of a model; plans and films do not count. */
  pictures: number;
  hero: boolean;
  /** Published models whose price holds today. */
  pricedModels: number;
  /** Of those, how many have no picture, and no plan. */
  modelsWithoutPicture: number;
  modelsWithoutPlan: number;
  /** Lots that are sold at all. */
  lots: number;
  map: boolean;
  coordinates: boolean;
  processors: number;
  banks: number;
  payTo: boolean;
}

/** Tabs of the project's record in the office. */
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

/** One thing that a project should have. */
export interface Requirement {
  key: string;
  label: string;
  done: boolean;
  /** Without it the project cannot be published. */
  required: boolean;
  /** Where it is put right; lots have a page of their own. */
  where: ProjectTab | 'lotes';
}

const DESCRIPTION_MIN = 20;

/** What a project has and lacks, in the order in which one would see to it; the first six are needed to publish. */
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
      `Descripción de al menos ${DESCRIPTION_MIN} letras`,
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

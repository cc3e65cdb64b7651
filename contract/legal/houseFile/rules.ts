import type { Missing } from '#contract/offers.ts';

/** The legal papers of a house that carry a file, in the order in which they are obtained (domain.md §1, row 11). */
export const HOUSE_PAPERS = {
  segregacion: 'Segregación de la finca',
  permiso: 'Permiso de ocupación',
  mejoras: 'Inscripción de las mejoras',
  liberacion: 'Liberación de la hipoteca interina',
} as const;
export type HousePaper = keyof typeof HOUSE_PAPERS;
export const HOUSE_PAPER_NAMES = Object.keys(HOUSE_PAPERS) as [HousePaper, ...HousePaper[]];

/** How far one paper is. `vencido`: it was there, and its last day has passed. */
export const PAPER_STANDINGS = {
  pendiente: 'Pendiente',
  en_tramite: 'En trámite',
  listo: 'Listo',
  vencido: 'Vencido',
  no_aplica: 'No aplica',
} as const;
export type PaperStanding = keyof typeof PAPER_STANDINGS;

/** What the rules need of a house's legal file. Days are YYYY-MM-DD. */
export interface HouseFacts {
  finca: string | null;
  codigo_ubicacion: string | null;
  segregacion_entrada: string | null;
  segregacion_ingresada: string | null;
  segregacion_inscrita: string | null;
  permiso_numero: string | null;
  permiso_fecha: string | null;
  permiso_vence: string | null;
  mejoras_entrada: string | null;
  mejoras_ingresada: string | null;
  mejoras_inscrita: string | null;
  /** The lot is inside the mortgage of the interim loan. */
  liberacion_aplica: boolean;
  liberacion_solicitada: string | null;
  liberacion_firmada: string | null;
  liberacion_inscrita: string | null;
  liberacion_vence: string | null;
}

export const EMPTY_HOUSE: HouseFacts = {
  finca: null,
  codigo_ubicacion: null,
  segregacion_entrada: null,
  segregacion_ingresada: null,
  segregacion_inscrita: null,
  permiso_numero: null,
  permiso_fecha: null,
  permiso_vence: null,
  mejoras_entrada: null,
  mejoras_ingresada: null,
  mejoras_inscrita: null,
  liberacion_aplica: true,
  liberacion_solicitada: null,
  liberacion_firmada: null,
  liberacion_inscrita: null,
  liberacion_vence: null,
};

const ended = (until: string | null, today: string) => until !== null && until < today;

/** How far each paper of a house is, from its dates alone. */
export function standingsOf(house: HouseFacts, today: string): Record<HousePaper, PaperStanding> {
  return {
    segregacion: house.segregacion_inscrita
      ? 'listo'
      : house.segregacion_ingresada
        ? 'en_tramite'
        : 'pendiente',
    permiso: !house.permiso_fecha ? 'pendiente' : ended(house.permiso_vence, today) ? 'vencido' : 'listo',
    mejoras: house.mejoras_inscrita ? 'listo' : house.mejoras_ingresada ? 'en_tramite' : 'pendiente',
    liberacion: liberationOf(house, today),
  };
}

function liberationOf(house: HouseFacts, today: string): PaperStanding {
  if (!house.liberacion_aplica) return 'no_aplica';
  if (house.liberacion_inscrita) return 'listo';
  if (house.liberacion_firmada) return ended(house.liberacion_vence, today) ? 'vencido' : 'en_tramite';
  return house.liberacion_solicitada ? 'en_tramite' : 'pendiente';
}

/** The lot is a finca of its own, inscribed in the Registro Público. */
const isSegregated = (house: HouseFacts): boolean =>
  house.segregacion_inscrita !== null && house.finca !== null;

/**
 * What a house lacks before its deed can be signed (domain.md §1, rows 11 and 12): its own finca, the improvements, the
 * occupancy permit, and the release from the interim mortgage, at least signed by the bank. In the order of the way.
 */
export function missingForDeed(house: HouseFacts, today: string): Missing[] {
  const standing = standingsOf(house, today);
  const missing: (Missing | false)[] = [
    !isSegregated(house) && {
      code: 'segregacion',
      label: house.segregacion_inscrita
        ? 'Número de la finca segregada'
        : standing.segregacion === 'en_tramite'
          ? 'Inscripción de la segregación'
          : 'Segregación de la finca',
    },
    house.codigo_ubicacion === null && { code: 'finca', label: 'Código de ubicación de la finca' },
    standing.permiso !== 'listo' && {
      code: 'permiso',
      label: standing.permiso === 'vencido' ? 'Permiso de ocupación en vigor' : 'Permiso de ocupación',
    },
    standing.mejoras !== 'listo' && { code: 'mejoras', label: 'Inscripción de las mejoras' },
    house.liberacion_aplica &&
      (house.liberacion_firmada === null || standing.liberacion === 'vencido') && {
        code: 'liberacion',
        label:
          standing.liberacion === 'vencido'
            ? 'Liberación en vigor de la hipoteca interina'
            : 'Liberación firmada de la hipoteca interina',
      },
  ];
  return missing.filter((one) => one !== false);
}

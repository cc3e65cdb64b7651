import type { Machine } from '#contract/transitions.ts';

/** States of a works contract (estados_contrato, domain.md §2). */
export const CONTRACT_STATE = {
  draft: 1,
  inReview: 2,
  approved: 3,
  signed: 4,
  inForce: 5,
  suspended: 6,
  finished: 7,
  accepted: 8,
  settled: 9,
  rescinded: 10,
} as const;

/** States in which a contract is a commitment of the company: it has jobs. */
export const COMMITTED_STATES: readonly number[] = [
  CONTRACT_STATE.inForce,
  CONTRACT_STATE.suspended,
  CONTRACT_STATE.finished,
  CONTRACT_STATE.accepted,
  CONTRACT_STATE.settled,
];

/** tipo_contratos. */
const CONTRACT_TYPE = { houses: 1, infrastructure: 2, labour: 3 } as const;
export const INFRASTRUCTURE_TYPE = CONTRACT_TYPE.infrastructure;

/** actividades: percent of each activity of each house · partidas: quantity of each item. */
export const MEASURES = {
  actividades: 'Actividades de viviendas',
  partidas: 'Partidas por cantidad',
} as const;
export type Measure = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as [Measure, ...Measure[]];

/** How contracts of a type are measured unless somebody chooses otherwise. */
export const usualMeasure = (typeId: number): Measure =>
  typeId === CONTRACT_TYPE.houses || typeId === CONTRACT_TYPE.labour ? 'actividades' : 'partidas';

/** Kinds of bond. */
export const GUARANTEE_KINDS = {
  anticipo: 'Fianza de anticipo',
  cumplimiento: 'Fianza de cumplimiento',
  vicios: 'Fianza de vicios ocultos',
  pago: 'Fianza de pago',
} as const;
export type GuaranteeKind = keyof typeof GUARANTEE_KINDS;
export const GUARANTEE_KIND_NAMES = Object.keys(GUARANTEE_KINDS) as [GuaranteeKind, ...GuaranteeKind[]];

/** Days before the expiry of a bond when the company is told. */
export const GUARANTEE_WARNING_DAYS = [30, 15, 7] as const;

export const GUARANTEE_STATES = {
  vigente: 'Vigente',
  por_vencer: 'Por vencer',
  vencida: 'Vencida',
  futura: 'Aún no empieza',
} as const;
export type GuaranteeState = keyof typeof GUARANTEE_STATES;

/** State of a bond on a day; it is still valid on its last day. Days are YYYY-MM-DD, `soon` the last day of the warning. */
export const guaranteeState = (
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
  today: string,
  soon: string,
): GuaranteeState =>
  endsOn < today ? 'vencida' : startsOn > today ? 'futura' : endsOn <= soon ? 'por_vencer' : 'vigente';

/** Why a contract's data cannot be changed, or undefined when it can: later only an addendum changes the amount. */
export const whyNotEditContract = (stateId: number): string | undefined =>
  stateId === CONTRACT_STATE.draft
    ? undefined
    : 'Solo un borrador se puede cambiar. Lo que ya está en curso cambia con una adenda.';

/** What the transitions of a contract depend on. */
export interface ContractFacts {
  /** Why its amount and parts do not make a contract yet; null when they do. */
  incomplete: string | null;
  /** The caller drew it or sent it to review. */
  madeByCaller: boolean;
  /** Its amount is above the limit of the settings, and the caller does not approve in all projects. */
  aboveLimit: boolean;
  /** What it lacks to be in force: bonds, advance, activities that another contract holds. */
  missing: readonly string[];
  /** Jobs that are not approved at 100 %, and all. */
  openJobs: number;
  jobs: number;
  /** Retained and not returned yet, in centavos. */
  retainedCents: number;
  /** The prepared rescission. */
  rescission: { preparedByCaller: boolean } | null;
}

const sentence = (parts: readonly string[]) =>
  `Falta: ${parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}`}.`;

/** Why a contract is not in force; null when nothing is missing. */
export const whyNotInForce = ({ missing }: Pick<ContractFacts, 'missing'>): string | null =>
  missing.length > 0 ? sentence(missing) : null;

const { draft, inReview, approved, signed, inForce, suspended, finished, accepted, settled, rescinded } =
  CONTRACT_STATE;

/** The state machine of a contract of works (domain.md §3, rulings.md 49). */
export const contractMachine: Machine<ContractFacts> = {
  entity: 'contrato',
  transitions: [
    {
      from: [draft],
      to: inReview,
      label: 'Enviar a revisión',
      permission: 'contratos.crear',
      whyNot: ({ incomplete }) => incomplete,
    },
    {
      from: [inReview],
      to: draft,
      label: 'Devolver a borrador',
      permission: 'contratos.aprobar',
      reason: 'required',
    },
    {
      from: [inReview],
      to: approved,
      label: 'Aprobar',
      permission: 'contratos.aprobar',
      whyNot: ({ madeByCaller, aboveLimit }) =>
        madeByCaller
          ? 'Quien hizo el contrato no puede aprobarlo: pídelo a otra persona.'
          : aboveLimit
            ? 'El monto pasa de tu límite: lo aprueba quien aprueba en todos los proyectos.'
            : null,
    },
    { from: [approved], to: signed, label: 'Registrar la firma', permission: 'legal.crear' },
    {
      from: [signed],
      to: inForce,
      label: 'Poner en vigencia',
      permission: null,
      whyNot: whyNotInForce,
    },
    {
      from: [inForce],
      to: suspended,
      label: 'Suspender',
      permission: 'contratos.crear',
      reason: 'required',
    },
    { from: [suspended], to: inForce, label: 'Reanudar', permission: 'contratos.crear', reason: 'optional' },
    {
      from: [inForce],
      to: finished,
      label: 'Dar por terminado',
      permission: 'contratos.crear',
      whyNot: ({ openJobs, jobs }) =>
        jobs === 0
          ? 'El contrato no tiene trabajos.'
          : openJobs > 0
            ? `Faltan por aprobar al 100 % ${openJobs} de ${jobs} trabajos.`
            : null,
    },
    { from: [finished], to: accepted, label: 'Recepción final', permission: 'contratos.crear' },
    {
      from: [accepted],
      to: settled,
      label: 'Liquidar',
      permission: 'contabilidad.aprobar',
      whyNot: ({ retainedCents }) =>
        retainedCents > 0 ? 'Todavía hay retenido por devolver al contratista.' : null,
    },
    {
      from: [draft, inReview, approved, signed, inForce, suspended],
      to: rescinded,
      label: 'Decidir la rescisión',
      permission: 'contratos.anular',
      whyNot: ({ rescission }) =>
        rescission === null
          ? 'Primero una persona prepara la rescisión; otra la decide.'
          : rescission.preparedByCaller
            ? 'Quien preparó la rescisión no puede decidirla: pídelo a otra persona.'
            : null,
    },
  ],
};

/** States from which a contract can be rescinded. */
export const RESCINDABLE: readonly number[] = [draft, inReview, approved, signed, inForce, suspended];

/** States of an addendum of a works contract. */
export const CONTRACT_ADDENDUM = { draft: 1, approved: 2, signed: 3, voided: 4 } as const;
export const CONTRACT_ADDENDUM_STATES: Readonly<Record<number, string>> = {
  [CONTRACT_ADDENDUM.draft]: 'Borrador',
  [CONTRACT_ADDENDUM.approved]: 'Aprobada',
  [CONTRACT_ADDENDUM.signed]: 'Firmada',
  [CONTRACT_ADDENDUM.voided]: 'Anulada',
};

export interface ContractAddendumFacts {
  /** Why the contract takes no addendum now, or why it cannot take this one; null when it can. */
  contract: string | null;
  madeByCaller: boolean;
  aboveLimit: boolean;
}

/** A contract takes an addendum while it is in force or suspended. */
export const whyNotAddendum = (stateId: number): string | null =>
  stateId === CONTRACT_STATE.inForce || stateId === CONTRACT_STATE.suspended
    ? null
    : 'Una adenda cambia un contrato vigente o suspendido: este no lo está.';

/** The state machine of an addendum: another person approves it, and its signature applies it. */
export const contractAddendumMachine: Machine<ContractAddendumFacts> = {
  entity: 'adenda_contrato',
  transitions: [
    {
      from: [CONTRACT_ADDENDUM.draft],
      to: CONTRACT_ADDENDUM.approved,
      label: 'Aprobar',
      permission: 'contratos.aprobar',
      whyNot: ({ contract, madeByCaller, aboveLimit }) =>
        madeByCaller
          ? 'Quien hizo la adenda no puede aprobarla: pídelo a otra persona.'
          : aboveLimit
            ? 'Con esta adenda el contrato pasa de tu límite: la aprueba quien aprueba en todos los proyectos.'
            : contract,
    },
    {
      from: [CONTRACT_ADDENDUM.approved],
      to: CONTRACT_ADDENDUM.signed,
      label: 'Registrar la firma',
      permission: 'legal.crear',
      whyNot: ({ contract }) => contract,
    },
    {
      from: [CONTRACT_ADDENDUM.draft, CONTRACT_ADDENDUM.approved],
      to: CONTRACT_ADDENDUM.voided,
      label: 'Anular',
      permission: 'contratos.aprobar',
      reason: 'required',
    },
  ],
};

/** codigos_costo of each activity of a house; an added activity counts as "other". */
const ACTIVITY_COST: Readonly<Record<number, number>> = {
  1: 1, 2: 2, 3: 5, 4: 2, 5: 3, 6: 3, 7: 4, 8: 6, 9: 5, 10: 5, 11: 6, 12: 6, 13: 6, 14: 7, 15: 7,
}; // prettier-ignore
export const OTHER_COST = 99;
export const costOfActivity = (activityId: number): number => ACTIVITY_COST[activityId] ?? OTHER_COST;

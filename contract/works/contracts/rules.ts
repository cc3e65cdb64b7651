/** States of a contract of works (estados_contrato, domain.md §2) that rules speak of. */
export const CONTRACT_STATE = { draft: 1, rescinded: 10 } as const;

/** tipo_contratos: the one that the calls of infrastructure contracts answer. */
export const INFRASTRUCTURE_TYPE = 2;

/** Why a contract's data cannot be changed, or undefined when they can: later its amount changes by addendum only. */
export const whyNotEditContract = (stateId: number): string | undefined =>
  stateId === CONTRACT_STATE.draft
    ? undefined
    : 'Solo un borrador se puede cambiar. Lo que ya está en curso cambia con una adenda.';

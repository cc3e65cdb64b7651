/** States of a works contract (estados_contrato, domain.md §2) that rules use. */
export const CONTRACT_STATE = { draft: 1, rescinded: 10 } as const;

/** tipo_contratos: the type of infrastructure contracts. */
export const INFRASTRUCTURE_TYPE = 2;

/** Why a contract's data cannot be changed, or undefined when it can: later only an addendum changes the amount. */
export const whyNotEditContract = (stateId: number): string | undefined =>
  stateId === CONTRACT_STATE.draft
    ? undefined
    : 'Solo un borrador se puede cambiar. Lo que ya está en curso cambia con una adenda.';

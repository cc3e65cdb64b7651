import { DEED } from '#contract/company/catalogs/states.ts';

/** Why nothing of a deed can be corrected now; null when it can. */
export const whyNotEdit = (stateId: number): string | null =>
  stateId === DEED.voided
    ? 'La escritura está anulada.'
    : stateId === DEED.handedOver
      ? 'La escritura ya terminó.'
      : null;

/** Taxes are paid before the notary closes the deed (domain.md §4.3). */
export const whyNotTax = (stateId: number): string | null =>
  stateId >= DEED.closed ? 'La escritura ya se cerró en la notaría: sus impuestos no cambian.' : null;

export const whyNotCertificate = (stateId: number): string | null =>
  stateId >= DEED.closed ? 'La escritura ya se cerró en la notaría: sus paz y salvos no cambian.' : null;

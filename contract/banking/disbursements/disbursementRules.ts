import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';

/** Why the money cannot be asked for now; null when it can. */
export function whyNotRequest(
  application: { stateId: number; chosen: boolean },
  sale: { stateId: number },
  asked: boolean,
): string | null {
  if (asked) return 'El desembolso ya se solicitó.';
  if (application.stateId === APPLICATION.letterExpired)
    return 'La carta venció: registra antes su prórroga.';
  if (application.stateId !== APPLICATION.letter || !application.chosen)
    return 'El desembolso se pide al banco elegido, con su carta promesa.';
  return sale.stateId === SALE.registered
    ? null
    : 'La escritura aún no está inscrita en el Registro Público.';
}

import { SALE } from '#contract/sales/sale/rules.ts';

/** How somebody stands in a sale beside its main buyer. */
export const BUYER_ROLES = { comprador: 'Comprador', codeudor: 'Codeudor' } as const;
export type BuyerRole = keyof typeof BUYER_ROLES;

/** More than a family that buys together is a mistake. */
export const MOST_BUYERS = 5;

const CLOSED = 'El expediente ya está cerrado: los compradores cambian solo por adenda.';

/**
 * Why nobody can be added in this role now; null when it is possible. Buyers until the file is closed (5), a codeudor until the
 * promise goes to be signed: a bank may ask for one late (7 → 6).
 */
export function whyNotAddBuyer(role: BuyerRole, stateId: number, buyers: number): string | null {
  if (stateId === SALE.draft) return 'Primero recibe el pre-contrato.';
  if (stateId > SALE.closed) return 'Esta venta ya no está en curso.';
  if (role === 'comprador' && stateId > SALE.papersMissing) return CLOSED;
  if (stateId > SALE.promiseLetter) return 'La promesa ya va a firma: el codeudor cambia solo por adenda.';
  return buyers >= MOST_BUYERS
    ? `Una venta tiene como máximo ${MOST_BUYERS} compradores y codeudores más.`
    : null;
}

/** What taking somebody out of a sale depends on. */
export interface BuyerFacts {
  role: BuyerRole;
  contact: boolean;
  /** A pre-contract of the sale was signed or its signing rejected by this person. */
  acted: boolean;
  /** Somebody signed the pre-contract after this person was added: their text names them. */
  named: boolean;
}

/** Why somebody cannot be taken out of a sale; null when it is possible. */
export function whyNotRemoveBuyer(
  stateId: number,
  { role, contact, acted, named }: BuyerFacts,
): string | null {
  const refusal = whyNotAddBuyer(role, stateId, 0);
  if (refusal) return refusal;
  if (role === 'comprador' && (acted || named))
    return 'Ya hay una firma con su nombre: sale solo por adenda.';
  return contact ? 'Es el contacto de la venta: elige antes otro contacto.' : null;
}

/** Why the contact cannot change; null when it can. */
export const whyNotContact = (stateId: number) =>
  stateId === SALE.draft || stateId > SALE.closed ? 'Esta venta no está en curso.' : null;

/** The pre-contract is signed when every buyer has signed; those who only answer for the debt do not sign it. */
export const allSigned = (buyers: readonly { role: BuyerRole; signed: boolean }[]) =>
  buyers.filter(({ role }) => role === 'comprador').every(({ signed }) => signed);

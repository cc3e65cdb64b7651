import { SALE } from '#contract/sales/sale/rules.ts';

/** Roles of additional people in a sale. */
export const BUYER_ROLES = { comprador: 'Comprador', codeudor: 'Codeudor' } as const;
export type BuyerRole = keyof typeof BUYER_ROLES;

/** A higher number is probably a mistake. */
export const MOST_BUYERS = 5;

const CLOSED = 'El expediente ya está cerrado: los compradores cambian solo por adenda.';

/**
 * Why nobody can be added in this role now; null when possible. Buyers until the file is complete (5), a co-debtor
 * until the promise goes to signature, because a bank may require one late (7 → 6).
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

/** Facts that decide whether a person can be removed from a sale. */
export interface BuyerFacts {
  role: BuyerRole;
  contact: boolean;
  /** This person signed a pre-contract of the sale or rejected signing it. */
  acted: boolean;
  /** Someone signed the pre-contract after this person was added: the signed text contains the name. */
  named: boolean;
}

/** Why a person cannot be removed from a sale; null when possible. */
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

/** The pre-contract is signed when every buyer has signed; co-debtors do not sign it. */
export const allSigned = (buyers: readonly { role: BuyerRole; signed: boolean }[]) =>
  buyers.filter(({ role }) => role === 'comprador').every(({ signed }) => signed);

import { APPLICATION } from '#contract/company/catalogs/states.ts';
import type { Missing } from '#contract/offers.ts';
import type { BankKnown, HouseKnown, Installments } from './known.ts';

/** Kinds of what a sale may lack before its deed. */
export const TO_DEED = {
  promise: 'PROMISE',
  letter: 'BANK_LETTER',
  price: 'PRICE',
  permit: 'PERMIT',
  finca: 'FINCA',
  installments: 'INSTALLMENTS',
} as const;

interface ToDeed {
  paymentForm: string;
  /** YYYY-MM-DD in Panama. */
  today: string;
  promiseSigned: boolean;
  bank: BankKnown;
  balanceCents: number;
  house: HouseKnown | null;
  installments: Pick<Installments, 'overdue'>;
}

/** The letter of promise of the chosen bank, in force on this day. */
export const letterInForce = ({ chosen }: BankKnown, today: string): boolean =>
  chosen?.stateId === APPLICATION.letter && (chosen.letterUntil === null || chosen.letterUntil >= today);

/** The occupancy permit of a house, in force on this day. */
export const permitInForce = (house: HouseKnown | null, today: string): boolean =>
  house?.permitOn != null && (house.permitUntil === null || house.permitUntil >= today);

/**
 * What a sale lacks to pass to its deed (domain.md §3, 10/8 → 11): promise signed, letter of promise in force or the
 * whole price paid, occupancy permit, finca segregated, installments up to date.
 */
export function missingToDeed(facts: ToDeed): Missing[] {
  const { today, bank, house } = facts;
  const paid = facts.balanceCents <= 0;
  const covered = paid || (facts.paymentForm !== 'contado' && letterInForce(bank, today));
  const missing: (Missing | false)[] = [
    !facts.promiseSigned && { code: TO_DEED.promise, label: 'Promesa firmada' },
    !covered &&
      (facts.paymentForm === 'contado'
        ? { code: TO_DEED.price, label: 'Precio pagado por completo' }
        : { code: TO_DEED.letter, label: 'Carta promesa en vigor' }),
    !permitInForce(house, today) && {
      code: TO_DEED.permit,
      label: house?.permitOn ? 'Permiso de ocupación en vigor' : 'Permiso de ocupación',
    },
    !house?.segregated && { code: TO_DEED.finca, label: 'Finca segregada' },
    facts.installments.overdue > 0 && { code: TO_DEED.installments, label: 'Abonos al día' },
  ];
  return missing.filter((one) => one !== false);
}

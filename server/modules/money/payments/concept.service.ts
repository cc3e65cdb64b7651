import { paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import type { Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';

interface Named {
  typeId: number;
  part: number | null;
  concept: string | null;
}

const isOwnName = ({ typeId }: Named) =>
  typeId === PAYMENT_TYPE.installment || typeId === PAYMENT_TYPE.separation;

/** The concept of a due, without its type: "Cuota 3", "Saldo de la cuota 3", the reason of a charge, or ''. */
export const conceptOf = (one: Named): string =>
  one.concept ?? (one.typeId === PAYMENT_TYPE.installment && one.part !== null ? `Cuota ${one.part}` : '');

/** The concept for the rest of a partially paid due. A due that already is a rest keeps its own concept. */
export function remainderOf(one: Named): string {
  if (one.concept?.startsWith('Saldo de')) return one.concept;
  if (one.typeId === PAYMENT_TYPE.separation) return 'Saldo de la separación';
  if (one.typeId === PAYMENT_TYPE.installment && one.part !== null) return `Saldo de la cuota ${one.part}`;
  return one.concept ? `Saldo de ${one.concept}` : 'Saldo del pago anterior';
}

/** The full title of a due: "Cuota 3", "Gastos legales y de trámite: avalúo", "Separación". */
export async function titleOf(db: Db, one: Named): Promise<string> {
  return titleWith(await catalogLabels(db, paymentTypes), one);
}

export function titleWith(types: ReadonlyMap<number, string>, one: Named): string {
  const type = types.get(one.typeId) ?? '';
  const concept = conceptOf(one);
  if (!concept) return type;
  return isOwnName(one) ? concept : `${type}: ${concept}`;
}

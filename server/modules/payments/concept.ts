import { paymentTypes } from '#contract/catalogs/moneyLists.ts';
import { PAYMENT_TYPE } from '#contract/payments/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/catalogs/catalogs.service.ts';

/** What a due is, beyond its type: "Cuota 3", what a charge is for, or nothing. */
export const conceptOf = (one: { typeId: number; part: number | null; concept: string | null }): string =>
  one.concept ?? (one.typeId === PAYMENT_TYPE.installment && one.part !== null ? `Cuota ${one.part}` : '');

/** What a due is called where it stands alone: "Cuota 3", "Gastos legales y de trámite: avalúo", "Separación". */
export async function titleOf(
  db: Db,
  one: { typeId: number; part: number | null; concept: string | null },
): Promise<string> {
  return titleWith(await catalogLabels(db, paymentTypes), one);
}

export function titleWith(
  types: ReadonlyMap<number, string>,
  one: { typeId: number; part: number | null; concept: string | null },
): string {
  const type = types.get(one.typeId) ?? '';
  const concept = conceptOf(one);
  if (!concept) return type;
  return one.typeId === PAYMENT_TYPE.installment && one.concept === null ? concept : `${type}: ${concept}`;
}

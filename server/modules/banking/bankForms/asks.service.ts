import { asc, inArray, sql } from 'drizzle-orm';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import type { AskName } from '#contract/banking/bankData/bankData.rows.ts';
import { BASIC_ASKS } from '#contract/banking/bankData/bankData.state.ts';
import type { Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { bankFormFields, bankTemplates } from './bankForms.table.ts';

export interface BankAsks {
  id: number;
  name: string;
  /** Everything that its form has, and what of it must be there. */
  fields: AskName[];
  required: AskName[];
  template: boolean;
}

/** What those banks ask for, in the order given. */
export async function asksOfBanks(db: Db, ids: readonly number[]): Promise<BankAsks[]> {
  if (ids.length === 0) return [];
  const names = await catalogLabels(db, banks);
  const rows = await db
    .select()
    .from(bankFormFields)
    .where(inArray(bankFormFields.bankId, [...ids]))
    .orderBy(asc(bankFormFields.position));
  const templates = await db.select({ bankId: bankTemplates.bankId }).from(bankTemplates);
  return ids.map((id) => {
    const own = rows.filter(({ bankId }) => bankId === id);
    const basic = own.length === 0;
    return {
      id,
      name: names.get(id) ?? `Banco ${id}`,
      fields: basic ? [...BASIC_ASKS] : own.map(({ field }) => field as AskName),
      required: basic
        ? [...BASIC_ASKS]
        : own.filter(({ required }) => required).map(({ field }) => field as AskName),
      template: templates.some(({ bankId }) => bankId === id),
    };
  });
}

/** Every bank's form as the list of them shows it. */
export async function findForms(db: Db) {
  const [fields, templates] = await Promise.all([
    db
      .select({
        bankId: bankFormFields.bankId,
        asks: sql<number>`count(*)::int`,
        required: sql<number>`count(*) filter (where ${bankFormFields.required})::int`,
      })
      .from(bankFormFields)
      .groupBy(bankFormFields.bankId),
    db.select().from(bankTemplates),
  ]);
  return { fields, templates };
}

import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { BankAccount, BankAccountForm, PayTo } from '#contract/projects/bankAccounts/model.ts';
import {
  accountingAccounts,
  bankAccountPurposes,
  bankAccountTypes,
} from '#contract/company/catalogs/accountingLists.ts';
import type { Catalog } from '#contract/company/catalogs/catalog.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { maskAccount } from '#contract/projects/bankAccounts/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { violatedConstraint, type Db } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import {
  catalogLabels,
  catalogOptions,
  findCatalogItem,
} from '#server/modules/company/catalogs/catalogs.service.ts';
import { accountsInReach, findAccounts, findLinked, type AccountRow } from './bankAccounts.queries.ts';
import { bankAccounts, projectBankAccounts } from './bankAccounts.table.ts';

export { accountsInReach } from './bankAccounts.queries.ts';

const columnsOf = (form: BankAccountForm, now: Date, archivedAt: Date | null) => ({
  bankId: form.banco_id,
  name: form.nombre,
  number: form.numero,
  typeId: form.tipo_id,
  kindId: form.tipo_contable_id,
  currency: form.moneda,
  holder: form.titular,
  accountingAccountId: form.cuenta_contable_id,
  archivedAt: form.archivada ? (archivedAt ?? now) : null,
});

/** Adds an account. Raises 409 ACCOUNT_TAKEN at `numero`, 422 at a value that its catalog does not offer. */
export async function createAccount(ctx: Context, form: BankAccountForm): Promise<BankAccount> {
  await requireOffered(ctx.db, form, undefined);
  const [made] = await saving(
    ctx.db
      .insert(bankAccounts)
      .values({ ...columnsOf(form, ctx.now, null), createdAt: ctx.now })
      .returning({ id: bankAccounts.id }),
  );
  await audit(ctx, 'crear', 'cuenta_bancaria', made!.id, told(form));
  return loadAccount(ctx.db, eq(bankAccounts.id, made!.id));
}

/**
 * Changes or archives an account. Raises 404, 409 STALE or ACCOUNT_TAKEN, 422 when an archived account would still
 * receive payments from buyers of a project.
 */
export async function changeAccount(
  ctx: Context,
  id: number,
  { version, ...form }: BankAccountForm & { version?: number | undefined },
): Promise<BankAccount> {
  const [before] = await ctx.db
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.id, id), accountsInReach(ctx, 'contabilidad.editar')))
    .for('no key update');
  if (!before) throw notFound();
  if (version !== undefined && version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  await requireOffered(ctx.db, form, before);
  if (form.archivada && !before.archivedAt) await refuseWhilePaidTo(ctx.db, id);
  await saving(
    ctx.db
      .update(bankAccounts)
      .set({ ...columnsOf(form, ctx.now, before.archivedAt), version: before.version + 1 })
      .where(eq(bankAccounts.id, id)),
  );
  await audit(ctx, 'cambiar', 'cuenta_bancaria', id, {
    from: { name: before.name, number: maskAccount(before.number), archived: before.archivedAt !== null },
    to: told(form),
  });
  return loadAccount(ctx.db, eq(bankAccounts.id, id));
}

const told = (form: BankAccountForm) => ({
  name: form.nombre,
  number: maskAccount(form.numero),
  archived: form.archivada,
});

async function refuseWhilePaidTo(db: Db, id: number): Promise<void> {
  const [account] = await findAccounts(db, eq(bankAccounts.id, id));
  const paid = account?.projects.filter(({ compradores }) => compradores) ?? [];
  if (paid.length === 0) return;
  const message = `Los compradores de ${paid.map(({ nombre }) => nombre).join(', ')} pagan a esta cuenta: elige otra en el proyecto antes de archivarla.`;
  throw invalid([{ field: 'archivada', message }]);
}

/** Raises 422 at each value that its catalog does not offer. The account's current values stay valid. */
async function requireOffered(
  db: Db,
  form: BankAccountForm,
  before: typeof bankAccounts.$inferSelect | undefined,
): Promise<void> {
  const chosen: [
    field: string,
    catalog: Pick<Catalog, 'name'>,
    id: number | null,
    had: number | null | undefined,
  ][] = [
    ['banco_id', banks, form.banco_id, before?.bankId],
    ['tipo_id', bankAccountTypes, form.tipo_id, before?.typeId],
    ['tipo_contable_id', bankAccountPurposes, form.tipo_contable_id, before?.kindId],
    ['cuenta_contable_id', accountingAccounts, form.cuenta_contable_id, before?.accountingAccountId],
  ];
  const faults = [];
  for (const [field, catalog, id, had] of chosen)
    if (id !== null && id !== had && !(await findCatalogItem(db, catalog, String(id))))
      faults.push({ field, message: 'Elige un valor de la lista.' });
  if (faults.length > 0) throw invalid(faults);
}

async function saving<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'bank_accounts_number') throw error;
    const message = 'Ese banco ya tiene una cuenta con ese número: búscala en la lista.';
    throw new Refused(409, 'ACCOUNT_TAKEN', message, { errors: [{ field: 'numero', message }] });
  }
}

/** The account that matches `where`. Raises 404. */
export async function loadAccount(db: Db, where: SQL | undefined): Promise<BankAccount> {
  const [row] = await findAccounts(db, where);
  if (!row) throw notFound();
  return (await presentAccounts(db, [row]))[0]!;
}

/** Accounts with the labels of their catalog values. */
export async function presentAccounts(db: Db, list: readonly AccountRow[]): Promise<BankAccount[]> {
  const { bank, type, kind, ledger } = await labelsOf(db);
  return list.map((row) => ({
    id: row.id,
    nombre: row.name,
    numero: row.number,
    banco: { id: row.bankId, nombre: bank(row.bankId) },
    tipo: { id: row.typeId, nombre: type(row.typeId) },
    tipo_contable: { id: row.kindId, nombre: kind(row.kindId) },
    moneda: row.currency,
    titular: row.holder,
    cuenta_contable:
      row.accountingAccountId === null
        ? null
        : { id: row.accountingAccountId, nombre: ledger(row.accountingAccountId) },
    proyectos: row.projects,
    archivada: row.archivedAt !== null,
    version: row.version,
  }));
}

/** Functions from catalog ids to labels; an unknown id is returned as text. */
export async function labelsOf(db: Db) {
  // Sequential queries: a caller may run this inside a transaction.
  const bankNames = await catalogLabels(db, banks);
  const types = await catalogLabels(db, bankAccountTypes);
  const kinds = await catalogLabels(db, bankAccountPurposes);
  const ledgers = await catalogLabels(db, accountingAccounts);
  const offered = await catalogOptions(db, accountingAccounts);
  const coded = new Map(offered.map((one) => [Number(one['id']), String(one['name'])]));
  const named = (map: ReadonlyMap<number, string>) => (id: number) => map.get(id) ?? String(id);
  return {
    bank: named(bankNames),
    type: named(types),
    kind: named(kinds),
    ledger: (id: number) => coded.get(id) ?? named(ledgers)(id),
  };
}

/** The account that the buyers of a project pay to; null until accounting has chosen one. */
export async function payToOf(db: Db, projectId: number): Promise<PayTo | null> {
  const [row] = await findLinked(
    db,
    projectId,
    and(eq(projectBankAccounts.forBuyers, true), isNull(bankAccounts.archivedAt)),
  );
  if (!row) return null;
  const { bank, type } = await labelsOf(db);
  return {
    bank: bank(row.bankId),
    holder: row.holder,
    number: row.number,
    type: type(row.typeId),
    currency: row.currency,
  };
}

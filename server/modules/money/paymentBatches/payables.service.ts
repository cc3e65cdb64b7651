import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { ADVANCE_STATE, balanceOf, INVOICE_STATE } from '#contract/money/invoices/rules.ts';
import { LOAN_PAYMENT_STATE } from '#contract/money/interimLoans/rules.ts';
import type { Payable } from '#contract/money/paymentBatches/model.ts';
import type { PayableKind } from '#contract/money/paymentBatches/rules.ts';
import { REPLENISHMENT_STATE } from '#contract/money/pettyCash/rules.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { yearlyCodeOf } from '#server/kernel/yearly.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { whyNotPayContractor } from '#server/modules/company/partners/standing.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { advanceCode } from '#server/modules/money/invoices/advances.service.ts';
import { advancesInReach, invoicesInReach } from '#server/modules/money/invoices/invoices.scope.ts';
import { supplierAdvances, supplierInvoices } from '#server/modules/money/invoices/invoices.table.ts';
import { loansInReach } from '#server/modules/money/interimLoans/interimLoans.scope.ts';
import { interimLoans, interimPayments } from '#server/modules/money/interimLoans/interimLoans.table.ts';
import { fundsInReach } from '#server/modules/money/pettyCash/pettyCash.scope.ts';
import { pettyFunds, pettyReplenishments } from '#server/modules/money/pettyCash/pettyCash.table.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { whyNotPayContract } from '#server/modules/works/contracts/standing.service.ts';
import { progressAccounts } from '#server/modules/works/accounts/accounts.table.ts';
import { supplierBankAccounts } from './paymentBatches.table.ts';

/** Something that can be put into a batch. */
export interface Owed {
  kind: PayableKind;
  id: number;
  title: string;
  partnerId: number | null;
  beneficiary: string;
  dueOn: string | null;
  cents: number;
  url: string;
  /** The account that it must leave; missing: any. */
  fromAccountId?: number;
  /** Of a loan: the number that is paid. */
  toNumber?: string;
}
interface Wanted {
  kind: PayableKind;
  id: number;
}

const nobody = (
  column: 'invoice_id' | 'progress_account_id' | 'advance_id' | 'replenishment_id' | 'interim_payment_id',
  id: SQL,
) => sql`not exists (select from payment_batch_lines l where l.active and l.${sql.raw(column)} = ${id})`;

/** What is owed and in no batch, within the caller's scope; `only`: of these. */
export async function owed(ctx: Context, only?: readonly Wanted[]): Promise<Owed[]> {
  const { db } = ctx;
  const ids = (kind: PayableKind) => [
    0,
    ...(only ?? []).flatMap((one) => (one.kind === kind ? [one.id] : [])),
  ];
  const among = (column: SQL, kind: PayableKind) =>
    only === undefined ? undefined : sql`${column} = any(${sql.param(ids(kind))}::bigint[])`;
  const invoices = await db
    .select({ one: supplierInvoices, partner: partners.name })
    .from(supplierInvoices)
    .innerJoin(partners, eq(partners.id, supplierInvoices.partnerId))
    .where(
      and(
        invoicesInReach(ctx),
        eq(supplierInvoices.kind, 'factura'),
        eq(supplierInvoices.stateId, INVOICE_STATE.approved),
        sql`progress_account_id is null and total_cents > withheld_cents + settled_cents`,
        among(sql`supplier_invoices.id`, 'factura'),
        nobody('invoice_id', sql`supplier_invoices.id`),
      ),
    )
    .orderBy(asc(supplierInvoices.id));
  const accounts = await db
    .select({
      one: progressAccounts,
      name: contracts.name,
      partnerId: contracts.contractorId,
      partner: partners.name,
    })
    .from(progressAccounts)
    .innerJoin(contracts, eq(contracts.id, progressAccounts.contractId))
    .innerJoin(partners, eq(partners.id, contracts.contractorId))
    .where(
      and(
        contractsInReach(ctx, 'contratos.montos'),
        eq(progressAccounts.stateId, ACCOUNT_STATE.approved),
        sql`net_cents > 0`,
        among(sql`progress_accounts.id`, 'cuenta'),
        nobody('progress_account_id', sql`progress_accounts.id`),
      ),
    )
    .orderBy(asc(progressAccounts.id));
  const advances = await db
    .select({ one: supplierAdvances, partner: partners.name })
    .from(supplierAdvances)
    .innerJoin(partners, eq(partners.id, supplierAdvances.partnerId))
    .where(
      and(
        advancesInReach(ctx),
        eq(supplierAdvances.stateId, ADVANCE_STATE.approved),
        among(sql`supplier_advances.id`, 'anticipo'),
        nobody('advance_id', sql`supplier_advances.id`),
      ),
    )
    .orderBy(asc(supplierAdvances.id));
  const boxes = await db
    .select({ one: pettyReplenishments, fund: pettyFunds.name, fundId: pettyFunds.id, custodian: users.name })
    .from(pettyReplenishments)
    .innerJoin(pettyFunds, eq(pettyFunds.id, pettyReplenishments.fundId))
    .innerJoin(users, eq(users.id, pettyFunds.custodianId))
    .where(
      and(
        fundsInReach(ctx),
        eq(pettyReplenishments.stateId, REPLENISHMENT_STATE.approved),
        among(sql`petty_replenishments.id`, 'caja'),
        nobody('replenishment_id', sql`petty_replenishments.id`),
      ),
    )
    .orderBy(asc(pettyReplenishments.id));
  const toLenders = await db
    .select({ one: interimPayments, loan: interimLoans })
    .from(interimPayments)
    .innerJoin(interimLoans, eq(interimLoans.id, interimPayments.loanId))
    .where(
      and(
        loansInReach(ctx),
        eq(interimPayments.stateId, LOAN_PAYMENT_STATE.approved),
        among(sql`interim_payments.id`, 'prestamo'),
        nobody('interim_payment_id', sql`interim_payments.id`),
      ),
    )
    .orderBy(asc(interimPayments.id));
  const bankNames = toLenders.length === 0 ? undefined : await catalogLabels(db, banks);
  return [
    ...toLenders.map(({ one, loan }): Owed => ({
      kind: 'prestamo',
      id: one.id,
      title: `Préstamo ${loan.number}, pago ${one.number}`,
      partnerId: null,
      beneficiary: bankNames?.get(loan.bankId) ?? 'Banco',
      dueOn: one.payOn,
      cents: one.interestCents + one.capitalCents + one.feeCents,
      url: recordUrl('prestamo_interino', loan.id),
      fromAccountId: loan.bankAccountId,
      toNumber: loan.number,
    })),
    ...invoices.map(({ one, partner }): Owed => ({
      kind: 'factura',
      id: one.id,
      title: `Factura ${one.number}`,
      partnerId: one.partnerId,
      beneficiary: partner,
      dueOn: one.dueOn,
      cents: balanceOf(one),
      url: recordUrl('factura_proveedor', one.id),
    })),
    ...accounts.map(({ one, name, partnerId, partner }): Owed => ({
      kind: 'cuenta',
      id: one.id,
      title: `${name}, cuenta ${one.number}`,
      partnerId,
      beneficiary: partner,
      dueOn: null,
      cents: one.netCents,
      url: recordUrl('cuenta_obra', one.id),
    })),
    ...advances.map(({ one, partner }): Owed => ({
      kind: 'anticipo',
      id: one.id,
      title: `Anticipo ${advanceCode(one)}`,
      partnerId: one.partnerId,
      beneficiary: partner,
      dueOn: null,
      cents: one.cents,
      url: recordUrl('anticipo_proveedor', one.id),
    })),
    ...boxes.map(({ one, fund, fundId, custodian }): Owed => ({
      kind: 'caja',
      id: one.id,
      title: `${fund}, reposición ${one.number}`,
      partnerId: null,
      beneficiary: custodian,
      dueOn: null,
      cents: one.cents,
      url: recordUrl('caja_menuda', fundId),
    })),
  ];
}

/** Why payments of contractors may not go out now, by partner; and of accounts, by account. Empty lists are left out. */
export async function paperStops(
  ctx: Context,
  list: readonly (Wanted & { partnerId: number | null })[],
): Promise<(one: Wanted & { partnerId: number | null }) => string[]> {
  const partnerIds = [
    ...new Set(
      list.flatMap(({ partnerId, kind }) => (partnerId !== null && kind === 'factura' ? [partnerId] : [])),
    ),
  ];
  const builders = await ctx.db
    .select({ id: partners.id })
    .from(partners)
    .where(and(inArray(partners.id, [0, ...partnerIds]), eq(partners.kind, 'contratista')));
  const today = panamaDay(ctx.now);
  const byPartner = new Map<number, string[]>();
  for (const { id } of builders) byPartner.set(id, await whyNotPayContractor(ctx.db, id, today));
  const accountIds = list.flatMap(({ kind, id }) => (kind === 'cuenta' ? [id] : []));
  const found = await ctx.db
    .select({ id: progressAccounts.id, contract: contracts })
    .from(progressAccounts)
    .innerJoin(contracts, eq(contracts.id, progressAccounts.contractId))
    .where(inArray(progressAccounts.id, [0, ...accountIds]));
  const byContract = new Map<number, string[]>();
  const byAccount = new Map<number, string[]>();
  for (const { id, contract } of found) {
    if (!byContract.has(contract.id)) byContract.set(contract.id, await whyNotPayContract(ctx, contract));
    byAccount.set(id, byContract.get(contract.id)!);
  }
  return ({ kind, id, partnerId }) =>
    (kind === 'cuenta'
      ? byAccount.get(id)
      : kind === 'factura' && partnerId !== null
        ? byPartner.get(partnerId)
        : undefined) ?? [];
}

/** The bank accounts in force of partners. */
export async function accountsInForce({ db }: Pick<Context, 'db'>, partnerIds: readonly number[]) {
  const found = await db
    .select()
    .from(supplierBankAccounts)
    .where(
      and(
        inArray(supplierBankAccounts.partnerId, [0, ...partnerIds]),
        eq(supplierBankAccounts.state, 'vigente'),
      ),
    );
  return new Map(found.map((one) => [one.partnerId, one]));
}

/** The last digits of an account number: enough to recognise it. */
export const tail = (number: string): string => `…${number.replace(/\D/g, '').slice(-4)}`;

const tailOf = (number: string | undefined) => (number === undefined ? null : tail(number));

/** What can be paid, by its day; `hasta`: due until then, what has no day included. */
export async function listOfPayables(
  ctx: Context,
  { hasta, proveedor_id }: { hasta?: string | undefined; proveedor_id?: number | undefined },
): Promise<Payable[]> {
  const today = panamaDay(ctx.now);
  const list = (await owed(ctx)).filter(
    ({ dueOn, partnerId }) =>
      (hasta === undefined || dueOn === null || dueOn <= hasta) &&
      (proveedor_id === undefined || partnerId === proveedor_id),
  );
  const stops = await paperStops(ctx, list);
  const inForce = await accountsInForce(
    ctx,
    list.flatMap(({ partnerId }) => (partnerId === null ? [] : [partnerId])),
  );
  return list
    .toSorted(
      (a, b) => (a.dueOn ?? '').localeCompare(b.dueOn ?? '') || a.kind.localeCompare(b.kind) || a.id - b.id,
    )
    .map((one) => {
      const account = one.partnerId === null ? undefined : inForce.get(one.partnerId);
      return {
        kind: one.kind,
        id: one.id,
        title: one.title,
        beneficiary: one.beneficiary,
        partner_id: one.partnerId,
        due_on: one.dueOn,
        late: one.dueOn !== null && one.dueOn < today,
        cents: one.cents,
        bank_account: tailOf(one.toNumber ?? account?.number),
        stops: stops(one),
        url: one.url,
      };
    });
}

/** The batch that holds a payment to a lender; `unpaid`: only one that did not pay it. */
export const loanHeldBy = (
  ctx: Pick<Context, 'db'>,
  paymentId: number,
  unpaid: boolean,
): Promise<string | null> =>
  codeOf(
    ctx,
    sql`l.interim_payment_id = ${paymentId} and l.active and (l.state = 'pendiente' or not ${unpaid}::boolean)`,
  );

/** Whether a batch that is not confirmed holds an account of works: then nothing else pays or reverses it. */
export const heldBy = (ctx: Pick<Context, 'db'>, accountId: number): Promise<string | null> =>
  codeOf(ctx, sql`l.progress_account_id = ${accountId} and l.active and l.state = 'pendiente'`);

async function codeOf({ db }: Pick<Context, 'db'>, where: SQL): Promise<string | null> {
  const [found] = await rows<{ code: string }>(
    db,
    sql`select ${yearlyCodeOf('LP', 'b')} code from payment_batch_lines l
      join payment_batches b on b.id = l.batch_id
      where ${where}`,
  );
  return found?.code ?? null;
}

import { and, asc, eq, sql, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { urlOf } from '#contract/endpoint.ts';
import { offersOf } from '#contract/transitions.ts';
import {
  ACCOUNT_PAPER,
  changeAccountStatus,
  STATEMENT_PAPER,
  type AccountFilter,
} from '#contract/works/accounts/endpoints.ts';
import type { Account, AccountLine, AccountRow, ContractStatement } from '#contract/works/accounts/model.ts';
import {
  ACCOUNT_STATE,
  accountMachine,
  ACCOUNT_STATES,
  OPEN_STATES,
} from '#contract/works/accounts/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { inOrder, row, rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { contractsInReach, reachesContract } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { findLoaded, standingOf } from '#server/modules/works/contracts/standing.service.ts';
import { historyOf } from './accounts.history.ts';
import { accountsInReach } from './accounts.scope.ts';
import { billedBefore, factsOf, retentionOf } from './accounts.facts.ts';
import { accountDeductions, progressAccounts, retentionMoves } from './accounts.table.ts';

const contractors = alias(partners, 'contractors');

const select = (ctx: Context) =>
  ctx.db
    .select({
      account: progressAccounts,
      contract: { id: contracts.id, name: contracts.name, reference: contracts.reference },
      project: { id: projects.id, name: projects.name },
      contractor: { id: contractors.id, name: contractors.name },
      disputed: sql<number>`(select count(*) from account_lines l where l.account_id = ${progressAccounts.id} and l.dispute is not null)::int`,
      sees: sql<boolean>`(${contractsInReach(ctx, 'contratos.montos') ?? sql`true`})`,
    })
    .from(progressAccounts)
    .innerJoin(contracts, eq(contracts.id, progressAccounts.contractId))
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .innerJoin(contractors, eq(contractors.id, contracts.contractorId));
type Found = Awaited<ReturnType<typeof select>>[number];

function presentRow({ account, sees, contract, project, contractor, disputed }: Found): AccountRow {
  const money = (cents: number) => (sees ? cents : null);
  return {
    id: account.id,
    version: account.version,
    number: account.number,
    contract,
    project,
    contractor,
    state: { id: account.stateId, name: ACCOUNT_STATES[account.stateId] ?? '' },
    measured_on: account.measuredOn,
    paid_on: account.paidOn,
    disputed,
    gross_centavos: money(account.grossCents),
    amortised_centavos: money(account.amortisedCents),
    retained_centavos: money(account.retainedCents),
    itbms_centavos: money(account.itbmsCents),
    withheld_centavos: money(account.withheldCents),
    deductions_centavos: money(account.deductionsCents),
    net_centavos: money(account.netCents),
  };
}

const matching = (ctx: Context, query: AccountFilter) =>
  and(
    accountsInReach(ctx),
    query.contrato_id === undefined ? undefined : eq(contracts.id, query.contrato_id),
    query.proyecto_id === undefined ? undefined : eq(contracts.projectId, query.proyecto_id),
    query.contratista_id === undefined ? undefined : eq(contracts.contractorId, query.contratista_id),
    query.estado_id === undefined ? undefined : eq(progressAccounts.stateId, query.estado_id),
  );

/** Sums over the whole filter, in centavos, of the accounts whose amounts the caller may see. */
export async function sumsOfAccounts(ctx: Context, query: AccountFilter) {
  const sum = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)::bigint`.mapWith(Number);
  const [sums] = await ctx.db
    .select({ avance: sum(progressAccounts.grossCents), neto: sum(progressAccounts.netCents) })
    .from(progressAccounts)
    .innerJoin(contracts, eq(contracts.id, progressAccounts.contractId))
    .where(and(matching(ctx, query), contractsInReach(ctx, 'contratos.montos')));
  return sums!;
}

/** A page of the accounts within the caller's scope, newest first, and the total. */
export async function pageOfAccounts(ctx: Context, query: AccountFilter) {
  const where = matching(ctx, query);
  const list = await select(ctx)
    .where(where)
    .orderBy(inOrder(query, { id: progressAccounts.id }, progressAccounts.id, ['id', 'desc']))
    .limit(query.per_page)
    .offset(offsetOf(query));
  const [counted] = await ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(progressAccounts)
    .innerJoin(contracts, eq(contracts.id, progressAccounts.contractId))
    .where(where);
  return { list: list.map(presentRow), total: counted!.total };
}

/** Whether the caller may open an account. Guards its comments and files. */
export async function mayOpenAccount(ctx: Context, id: number): Promise<boolean> {
  const found = await select(ctx).where(and(eq(progressAccounts.id, id), accountsInReach(ctx)));
  return found.length > 0;
}

/** The lines of an account, by house, with their centavos before and to date. */
export async function linesOf({ db }: Pick<Context, 'db'>, accountId: number) {
  const found = await rows<
    Omit<AccountLine, 'cents'> & Record<'cents' | 'fromCents' | 'toCents', string | number>
  >(
    db,
    sql`select l.id::int, l.job_id::int, h.name house, coalesce(i.label, ci.code || ' ' || ci.description, '') work,
        l.from_done::float8 "from", l.to_done::float8 "to", coalesce(ci.unit, '%') unit, l.cents, l.dispute,
        l.from_cents "fromCents", l.to_cents "toCents"
      from account_lines l join jobs j on j.id = l.job_id left join houses h on h.id = j.house_id
        left join contract_items ci on ci.id = j.item_id
        left join catalog_items i on i.catalog = 'contract_activities' and i.id = j.activity_id
      where l.account_id = ${accountId} order by h.name nulls first, l.id`,
  );
  return found.map((line) => ({
    ...line,
    cents: Number(line.cents),
    fromCents: Number(line.fromCents),
    toCents: Number(line.toCents),
  }));
}

/** An account with its lines and deductions. Raises 404. */
export async function answerAccount(ctx: Context, id: number): Promise<Account> {
  const [found] = await select(ctx).where(and(eq(progressAccounts.id, id), accountsInReach(ctx)));
  if (!found) throw notFound();
  const { account, sees } = found;
  const loaded = (await findLoaded(ctx, account.contractId))!;
  const facts = await factsOf(ctx, loaded, account);
  const lines = await linesOf(ctx, id);
  const deductions = await ctx.db
    .select()
    .from(accountDeductions)
    .where(eq(accountDeductions.accountId, id))
    .orderBy(asc(accountDeductions.id));
  const signer = account.countersignedBy
    ? await row<{ name: string }>(ctx.db, sql`select name from users where id = ${account.countersignedBy}`)
    : undefined;
  return {
    ...presentRow(found),
    lines: lines.map((line) => ({
      id: line.id,
      job_id: line.job_id,
      house: line.house,
      work: line.work,
      from: line.from,
      to: line.to,
      unit: line.unit,
      cents: sees ? line.cents : null,
      dispute: line.dispute,
    })),
    deductions: deductions.map((one) => ({
      id: one.id,
      kind: one.kind,
      reason: one.reason,
      paper: one.paper,
      cents: sees ? one.amountCents : null,
    })),
    payment: account.paidOn
      ? { paid_on: account.paidOn, bank: account.paidBank ?? '', reference: account.paidReference ?? '' }
      : null,
    countersigned: account.countersignedAt
      ? {
          at: account.countersignedAt.toISOString(),
          by: signer?.name ?? '',
          hash: account.countersignedHash ?? '',
        }
      : null,
    reversal_reason: account.endReason,
    document_url: sees ? urlOf({ path: ACCOUNT_PAPER }, { params: { id } }) : null,
    history: await historyOf(ctx, id, sees),
    transitions: offersOf(
      accountMachine,
      account.stateId,
      facts,
      urlOf(changeAccountStatus, { params: { id } }),
      (permission) => reachesContract(ctx, permission, loaded),
      // Only the contractor countersigns: the office is not offered what it may never do.
    ).filter(({ estado_id }) => estado_id !== ACCOUNT_STATE.countersigned || facts.contractor),
    may: {
      dispute: account.stateId === ACCOUNT_STATE.sent && facts.contractor,
      deduct: OPEN_STATES.includes(account.stateId) && reachesContract(ctx, 'contratos.aprobar', loaded),
    },
  };
}

/** The statement of a contract. Raises 404. */
export async function statementOf(ctx: Context, contractId: number): Promise<ContractStatement> {
  const contract = await findLoaded(ctx, contractId);
  if (!contract) throw notFound();
  const sees = reachesContract(ctx, 'contratos.montos', contract);
  const money = (cents: number) => (sees ? cents : null);
  const standing = await standingOf(ctx, contractId);
  const before = await billedBefore(ctx, contractId);
  const retention = await retentionOf(ctx, contract);
  const list = await select(ctx)
    .where(and(eq(contracts.id, contractId), accountsInReach(ctx)))
    .orderBy(asc(progressAccounts.number));
  const moves = await ctx.db
    .select()
    .from(retentionMoves)
    .where(eq(retentionMoves.contractId, contractId))
    .orderBy(asc(retentionMoves.id));
  const pays = reachesContract(ctx, 'contabilidad.aprobar', contract);
  return {
    contract: { id: contract.id, name: contract.name, reference: contract.reference },
    contract_centavos: money(contract.amountCents ?? 0),
    certified_centavos: money(standing.certified),
    billed_centavos: money(before.billedCents),
    paid_centavos: money(standing.paid),
    advance_centavos: money(contract.advanceCents ?? 0),
    advance_left_centavos: money((contract.advanceCents ?? 0) - before.amortisedCents),
    retained_centavos: money(retention.heldCents),
    returnable_centavos: money(retention.returnableCents),
    accounts: list.map(presentRow),
    retention: moves.map((one) => ({
      id: one.id,
      kind: one.kind,
      on: one.movedOn,
      text: [one.reason, one.bank, one.reference].filter(Boolean).join(' · '),
      cents: money(one.amountCents),
    })),
    document_url: sees ? urlOf({ path: STATEMENT_PAPER }, { params: { id: contractId } }) : null,
    may: {
      measure: reachesContract(ctx, 'contratos.aprobar', contract),
      return: pays && retention.returnableCents > 0,
      charge: pays && retention.heldCents > 0,
    },
  };
}

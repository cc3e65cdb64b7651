import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { offsetOf } from '#contract/paging.ts';
import type { ContractAddendumFilter } from '#contract/works/contracts/addendaList.ts';
import type { ContractAddendumRow } from '#contract/works/contracts/model.ts';
import { CONTRACT_ADDENDUM_STATES } from '#contract/works/contracts/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { inOrder } from '#server/kernel/db.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { contracts } from './construction.table.ts';
import { addendaInReach } from './contractAddenda.scope.ts';
import { contractAddenda } from './contractAddenda.table.ts';
import { seesAmount } from './contracts.queries.ts';

const contractors = alias(partners, 'contractors');

const matching = (ctx: Context, query: ContractAddendumFilter) =>
  and(
    addendaInReach(ctx),
    query.contrato_id === undefined ? undefined : eq(contracts.id, query.contrato_id),
    query.proyecto_id === undefined ? undefined : eq(contracts.projectId, query.proyecto_id),
    query.contratista_id === undefined ? undefined : eq(contracts.contractorId, query.contratista_id),
    query.estado_id === undefined ? undefined : eq(contractAddenda.stateId, query.estado_id),
  );

/** A page of the addenda within the caller's scope, newest first, and the total. */
export async function pageOfAddenda(
  ctx: Context,
  query: ContractAddendumFilter,
): Promise<{ list: ContractAddendumRow[]; total: number }> {
  const where = matching(ctx, query);
  const found = await ctx.db
    .select({
      addendum: contractAddenda,
      contract: { id: contracts.id, name: contracts.name, reference: contracts.reference },
      project: { id: projects.id, name: projects.name },
      contractor: { id: contractors.id, name: contractors.name },
      sees: sql<boolean>`(${seesAmount(ctx)})`,
    })
    .from(contractAddenda)
    .innerJoin(contracts, eq(contracts.id, contractAddenda.contractId))
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .innerJoin(contractors, eq(contractors.id, contracts.contractorId))
    .where(where)
    .orderBy(inOrder(query, { id: contractAddenda.id }, contractAddenda.id, ['id', 'desc']))
    .limit(query.per_page)
    .offset(offsetOf(query));
  const [counted] = await ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(contractAddenda)
    .innerJoin(contracts, eq(contracts.id, contractAddenda.contractId))
    .where(where);
  return {
    total: counted!.total,
    list: found.map(({ addendum, sees, ...rest }) => ({
      ...rest,
      id: addendum.id,
      number: addendum.number,
      state: { id: addendum.stateId, name: CONTRACT_ADDENDUM_STATES[addendum.stateId] ?? '' },
      reason: addendum.reason,
      ends_on: addendum.endsOn,
      delta_centavos: sees ? addendum.deltaCents : null,
      signed_on: addendum.signedOn,
      created_at: addendum.createdAt.toISOString(),
    })),
  };
}

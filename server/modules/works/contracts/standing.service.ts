import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { panamaDay, showDay } from '#contract/dates.ts';
import { GUARANTEE_KINDS } from '#contract/works/contracts/rules.ts';
import { JOB_STATE, WHOLE_BP } from '#contract/works/jobs/rules.ts';
import { scopeOf, type Acting, type Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { knownCents } from '#server/kernel/known.ts';
import { whyNotPayContractor } from '#server/modules/company/partners/standing.service.ts';
import { builtBy, contractsInReach } from './construction.scope.ts';
import { contracts } from './construction.table.ts';
import { contractGuarantees } from './guarantees.table.ts';

// What features that pay a contract need of it, besides its table and scope.

/** A loaded contract; `own`: the caller drew it, or the caller's company builds it. */
export type Loaded = typeof contracts.$inferSelect & { own: boolean };

const ownOf = (userId: number) =>
  sql<boolean>`(${contracts.createdBy} is not distinct from ${userId} or ${builtBy(userId)})`;

/** Loads and locks a contract within the caller's scope of a permission. Raises 404. */
export async function lockContract(
  ctx: Context,
  id: number,
  permission: Permission = 'contratos.ver',
): Promise<Loaded> {
  const loaded = await findLoaded(ctx, id, permission, true);
  if (!loaded) throw notFound();
  return loaded;
}

/** Loads a contract within the caller's scope of a permission. */
export async function findLoaded(
  ctx: Pick<Context, 'db' | 'staff'>,
  id: number,
  permission: Permission = 'contratos.ver',
  lock = false,
): Promise<Loaded | undefined> {
  const eyes = scopeOf(ctx, permission)?.userId ?? 0;
  const query = ctx.db
    .select({ contract: contracts, own: ownOf(eyes) })
    .from(contracts)
    .where(and(eq(contracts.id, id), contractsInReach(ctx, permission)));
  const [found] = await (lock ? query.for('no key update', { of: contracts }) : query);
  return found && { ...found.contract, own: found.own };
}

/** Money of a contract and its jobs, in centavos without ITBMS. */
export interface Standing {
  /** Certified, by what the jobs say. */
  certified: number;
  /** Payments, the advance included. */
  paid: number;
  retained: number;
  jobs: number;
  openJobs: number;
}

/**
 * What was certified and paid of a contract. Payments of accounts and what is retained of them come from the feature that
 * pays (`knows.contrato`: paid_cents, retained_cents).
 */
export async function standingOf(ctx: Pick<Acting, 'db' | 'knows'>, id: number): Promise<Standing> {
  const found = await row<Record<keyof Standing, string | number>>(
    ctx.db,
    sql`select (select coalesce(sum(j.certified_cents), 0) from jobs j where j.contract_id = contracts.id) certified,
        coalesce(contracts.advance_cents, 0) + ${knownCents(ctx, 'contrato', 'paid_cents')} paid,
        ${knownCents(ctx, 'contrato', 'retained_cents')} retained,
        (select count(*) from jobs j where j.contract_id = contracts.id and j.state_id <> ${JOB_STATE.voided}) jobs,
        (select count(*) from jobs j where j.contract_id = contracts.id and j.state_id <> ${JOB_STATE.voided}
          and j.approved_bp < ${WHOLE_BP}) "openJobs"
      from contracts where contracts.id = ${id}`,
  );
  return {
    certified: Number(found!.certified),
    paid: Number(found!.paid),
    retained: Number(found!.retained),
    jobs: Number(found!.jobs),
    openJobs: Number(found!.openJobs),
  };
}

export type Guarantee = typeof contractGuarantees.$inferSelect;

/** The bonds of a contract that were neither replaced nor returned. */
export const guaranteesInForce = ({ db }: Pick<Acting, 'db'>, contractId: number): Promise<Guarantee[]> =>
  db
    .select()
    .from(contractGuarantees)
    .where(and(eq(contractGuarantees.contractId, contractId), isNull(contractGuarantees.replacedAt)));

/** Why nothing may be paid of a contract now: papers of its contractor, bonds that expired. Empty: it may. */
export async function whyNotPayContract(
  ctx: Pick<Acting, 'db' | 'now'>,
  contract: { id: number; contractorId: number; stateId: number },
): Promise<string[]> {
  const today = panamaDay(ctx.now);
  const expired = (await guaranteesInForce(ctx, contract.id))
    .filter(({ endsOn }) => endsOn < today)
    .map(
      ({ kind, number, endsOn }) =>
        `La ${GUARANTEE_KINDS[kind].toLowerCase()} ${number} venció el ${showDay(endsOn)}.`,
    );
  return [...(await whyNotPayContractor(ctx.db, contract.contractorId, today)), ...expired];
}

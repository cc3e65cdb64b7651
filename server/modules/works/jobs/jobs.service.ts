import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { shares } from '#contract/works/contracts/allocation.ts';
import { bpOfQuantity, JOB_STATE, moveAmounts, WHOLE_BP } from '#contract/works/jobs/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows, violatedConstraint } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { knownCents } from '#server/kernel/known.ts';
import {
  contractActivities,
  contractHouses,
  contractItems,
} from '#server/modules/works/contracts/construction.table.ts';
import { jobReports } from './jobReports.table.ts';
import { jobs } from './jobs.table.ts';

type NewJob = typeof jobs.$inferInsert;
const CHUNK = 1000;

/**
 * Makes the jobs of a contract that comes into force: one per activity of each house, one per item. A house's amount is
 * split exactly: by the weights, or by what its predecessor left of each activity. Raises 409 ACTIVITY_TAKEN.
 */
export async function makeJobs(
  ctx: Acting,
  contract: { id: number; predecessorId: number | null },
): Promise<void> {
  const { db } = ctx;
  const homes = await db
    .select()
    .from(contractHouses)
    .where(eq(contractHouses.contractId, contract.id))
    .orderBy(asc(contractHouses.houseId));
  await makeHouseJobs(ctx, contract, homes);
  const items = await db.select().from(contractItems).where(eq(contractItems.contractId, contract.id));
  await insertJobs(ctx, contract.id, items.map(jobOfItem));
}

/** Makes the jobs of houses that a contract in force has or gets. Raises 409 ACTIVITY_TAKEN. */
export async function makeHouseJobs(
  ctx: Acting,
  contract: { id: number; predecessorId: number | null },
  homes: readonly { houseId: number; amountCents: number | null }[],
): Promise<void> {
  const activities = await ctx.db
    .select()
    .from(contractActivities)
    .where(eq(contractActivities.contractId, contract.id))
    .orderBy(asc(contractActivities.activityId));
  const rest = await restByActivity(ctx, contract.predecessorId);
  const made = homes.flatMap(({ houseId, amountCents }) => {
    const left = activities.map(({ activityId }) => rest.get(`${houseId} ${activityId}`));
    const inherits = left.some((cents) => cents !== undefined && cents > 0);
    const mine = activities
      .map(({ activityId, weightBp }, at) => ({ activityId, weight: inherits ? (left[at] ?? 0) : weightBp }))
      .filter(({ weight }) => weight > 0);
    const parts = shares(
      amountCents ?? 0,
      mine.map(({ weight }) => weight),
    );
    return mine.map(({ activityId }, at) => ({ houseId, activityId, amountCents: parts[at]! }));
  });
  await insertJobs(ctx, contract.id, made);
}

/** Centavos that a rescinded contract left of each activity of each house. */
async function restByActivity({ db }: Acting, contractId: number | null): Promise<Map<string, number>> {
  if (contractId === null) return new Map();
  const found = await rows<{ house: number; activity: number; rest: number }>(
    db,
    sql`select house_id house, activity_id activity, (amount_cents - certified_cents) rest from jobs
      where contract_id = ${contractId} and house_id is not null`,
  );
  return new Map(found.map(({ house, activity, rest }) => [`${house} ${activity}`, Number(rest)]));
}

/** Makes the job of an item that an addendum adds to a contract in force. */
export const makeItemJob = (ctx: Acting, item: typeof contractItems.$inferSelect) =>
  insertJobs(ctx, item.contractId, [jobOfItem(item)]);

const jobOfItem = (item: typeof contractItems.$inferSelect) => ({
  itemId: item.id,
  amountCents: item.amountCents,
  quantity: item.quantity,
  priceCents: item.priceCents,
  approvedQuantity: 0,
  reportedQuantity: 0,
});

async function insertJobs(
  ctx: Acting,
  contractId: number,
  list: readonly Omit<NewJob, 'contractId' | 'createdAt'>[],
): Promise<void> {
  for (let at = 0; at < list.length; at += CHUNK) {
    const made = await taking(
      ctx.db
        .insert(jobs)
        .values(list.slice(at, at + CHUNK).map((job) => ({ ...job, contractId, createdAt: ctx.now })))
        .returning({ id: jobs.id }),
    );
    await announce(
      ctx,
      ...made.map(({ id }) => ({
        record: 'trabajo' as const,
        id,
        from: null,
        to: JOB_STATE.pending,
        of: ['contrato', contractId] as const,
      })),
    );
  }
}

/** Awaits a write. Raises 409 ACTIVITY_TAKEN when another contract in force holds an activity of a house. */
async function taking<A>(write: PromiseLike<A>): Promise<A> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) !== 'jobs_one_in_force') throw error;
    throw conflict(
      'ACTIVITY_TAKEN',
      'Otro contrato vigente ya tiene una de estas actividades en una de estas viviendas.',
    );
  }
}

/**
 * Changes the amount of a house's jobs by `delta` centavos; what is certified or billed stays. Locks them. False: the
 * jobs without either cannot take the change, and nothing was written.
 */
export async function moveHouse(
  ctx: Acting,
  contractId: number,
  houseId: number,
  delta: number,
): Promise<boolean> {
  const found = await ctx.db
    .select({
      job: jobs,
      weightBp: contractActivities.weightBp,
      billedCents: knownCents(ctx, 'trabajo', 'billed_cents').mapWith(Number),
    })
    .from(jobs)
    .innerJoin(
      contractActivities,
      and(
        eq(contractActivities.contractId, jobs.contractId),
        eq(contractActivities.activityId, jobs.activityId),
      ),
    )
    .where(
      and(eq(jobs.contractId, contractId), eq(jobs.houseId, houseId), ne(jobs.stateId, JOB_STATE.voided)),
    )
    .orderBy(asc(jobs.id))
    .for('no key update', { of: jobs });
  const amounts = moveAmounts(
    found.map(({ job, ...rest }) => ({ ...job, ...rest })),
    delta,
  );
  if (!amounts) return false;
  for (const [at, { job }] of found.entries())
    if (amounts[at] !== job.amountCents)
      await ctx.db
        .update(jobs)
        .set({ amountCents: amounts[at]!, version: job.version + 1 })
        .where(eq(jobs.id, job.id));
  return true;
}

/** Gives an item's job its new quantity. False: more than that is approved or billed, and nothing was written. */
export async function resizeItem(
  ctx: Acting,
  item: { id: number; quantity: number; amountCents: number },
): Promise<boolean> {
  const [found] = await ctx.db
    .select({ job: jobs, billedCents: knownCents(ctx, 'trabajo', 'billed_cents').mapWith(Number) })
    .from(jobs)
    .where(eq(jobs.itemId, item.id))
    .for('no key update');
  if (!found) return true;
  const { job, billedCents } = found;
  const approved = job.approvedQuantity ?? 0;
  if (approved > item.quantity || billedCents > item.amountCents) return false;
  await ctx.db
    .update(jobs)
    .set({
      quantity: item.quantity,
      amountCents: item.amountCents,
      approvedBp: bpOfQuantity(approved, item.quantity),
      version: job.version + 1,
    })
    .where(eq(jobs.id, job.id));
  return true;
}

/** Lets other contracts have the activities of a contract that was settled. */
export const releaseJobs = ({ db }: Acting, contractId: number) =>
  db.update(jobs).set({ inForce: false }).where(eq(jobs.contractId, contractId));

/** After a rescission: frees the activities and voids what was not finished, with its open reports; what was certified stays. */
export async function voidJobs(ctx: Acting, contractId: number): Promise<void> {
  await releaseJobs(ctx, contractId);
  const open = await ctx.db
    .select({ id: jobs.id, stateId: jobs.stateId })
    .from(jobs)
    .where(
      and(
        eq(jobs.contractId, contractId),
        sql`${jobs.approvedBp} < ${WHOLE_BP}`,
        ne(jobs.stateId, JOB_STATE.voided),
      ),
    )
    .orderBy(asc(jobs.id))
    .for('no key update');
  await writeStates(ctx, contractId, open, JOB_STATE.voided);
  const ids = open.map(({ id }) => id);
  await ctx.db
    .update(jobReports)
    .set({ outcome: 'anulado' })
    .where(and(isNull(jobReports.outcome), sql`${jobReports.jobId} = any(${sql.param(ids)}::bigint[])`));
}

/** Moves locked jobs of a contract to a state. */
async function writeStates(
  ctx: Acting,
  contractId: number,
  list: readonly { id: number; stateId: number }[],
  to: number,
): Promise<void> {
  for (let at = 0; at < list.length; at += CHUNK) {
    const part = list.slice(at, at + CHUNK);
    await ctx.db
      .update(jobs)
      .set({ stateId: to, version: sql`${jobs.version} + 1` })
      .where(sql`${jobs.id} = any(${sql.param(part.map(({ id }) => id))}::bigint[])`);
    await announce(
      ctx,
      ...part.map(({ id, stateId }) => ({
        record: 'trabajo' as const,
        id,
        from: stateId,
        to,
        of: ['contrato', contractId] as const,
      })),
    );
  }
}

/** Progress of an import in mid-life: `approvedBp` of each house, or the approved quantity of each item, by its code. */
export async function startJobs(
  { db }: Acting,
  contractId: number,
  { houses, items }: { houses: ReadonlyMap<number, number>; items: ReadonlyMap<string, number> },
): Promise<void> {
  const stateOf = (bp: number) => (bp >= WHOLE_BP ? JOB_STATE.approved : JOB_STATE.running);
  for (const [houseId, bp] of houses)
    if (bp > 0)
      await db
        .update(jobs)
        .set({ approvedBp: bp, reportedBp: bp, stateId: stateOf(bp) })
        .where(and(eq(jobs.contractId, contractId), eq(jobs.houseId, houseId)));
  for (const [code, done] of items) {
    if (done <= 0) continue;
    const [item] = await db
      .select()
      .from(contractItems)
      .where(and(eq(contractItems.contractId, contractId), eq(contractItems.code, code)));
    const bp = bpOfQuantity(done, item!.quantity);
    await db
      .update(jobs)
      .set({
        approvedQuantity: done,
        reportedQuantity: done,
        approvedBp: bp,
        reportedBp: bp,
        stateId: stateOf(bp),
      })
      .where(eq(jobs.itemId, item!.id));
  }
}

/** Removes the jobs of an imported contract while nobody has worked on them. False: somebody has. */
export async function removeJobs({ db }: Acting, contractId: number): Promise<boolean> {
  const used = await db.$count(jobs, and(eq(jobs.contractId, contractId), sql`${jobs.version} > 1`));
  if (used > 0) return false;
  await db.delete(jobs).where(eq(jobs.contractId, contractId));
  return true;
}

/** Moves those of the given jobs that are in one of the states; into an account and to paid only what is approved whole. */
export async function moveBilledJobs(
  ctx: Acting,
  contractId: number,
  ids: readonly number[],
  from: readonly number[],
  to: number,
): Promise<void> {
  const found = await ctx.db
    .select({ id: jobs.id, stateId: jobs.stateId })
    .from(jobs)
    .where(
      and(
        sql`${jobs.id} = any(${sql.param([...ids])}::bigint[])`,
        sql`${jobs.stateId} = any(${sql.param([...from])}::int[])`,
        to === JOB_STATE.approved ? undefined : eq(jobs.approvedBp, WHOLE_BP),
      ),
    )
    .orderBy(asc(jobs.id))
    .for('no key update');
  await writeStates(ctx, contractId, found, to);
}

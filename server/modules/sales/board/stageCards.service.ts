import { USER_TYPE } from '#contract/company/users/model.ts';
import { and, eq } from 'drizzle-orm';
import { cellStates } from '#contract/company/catalogs/salesLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { StageCard, StageChange, StageEdit } from '#contract/sales/board/board.ts';
import { changeStageStatus } from '#contract/sales/board/boardEndpoints.ts';
import { cardMachine, type CardFacts } from '#contract/sales/board/cardMachine.ts';
import { CELL, STAGES } from '#contract/sales/board/cards.ts';
import { lateByRule } from '#contract/sales/board/nextCells.ts';
import { STAGE_RULES } from '#contract/sales/board/stageRules.ts';
import type { Permission } from '#contract/access.ts';
import { urlOf } from '#contract/endpoint.ts';
import { offersOf, TransitionOffer } from '#contract/transitions.ts';
import type { z } from 'zod';
import type { SaleKnown } from '#contract/sales/sale/known.ts';
import { audit } from '#server/kernel/audit.ts';
import { keepUp, touch } from '#server/kernel/changes.ts';
import { readKnown } from '#server/modules/sales/sale/known.service.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, forbidden, invalid, notFound } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { daysOf } from './board.present.ts';
import { REACH_COLUMNS, reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { saleCardChanges, saleCards } from './board.table.ts';
import { cardsOf, normalOf } from './stages.service.ts';

type Stored = typeof saleCards.$inferSelect;
type Sale = Pick<typeof sales.$inferSelect, 'id' | keyof typeof REACH_COLUMNS>;

/** Whether the caller may work on a stage of this sale: by permission, as a coordinator, or as its assigned user. */
const mayWork = (ctx: Context, sale: Sale, card: Stored) => (permission: Permission) =>
  reaches(ctx, permission, sale) ||
  (permission === STAGE_RULES[card.stage - 1]?.works &&
    (reaches(ctx, 'ventas.aprobar', sale) || card.ownerId === ctx.staff?.userId));

const factsOf = (facts: SaleKnown, card: Stored, dueOn = card.dueOn): CardFacts => ({
  missing: STAGE_RULES[card.stage - 1]?.missing(facts) ?? [],
  dueOn,
  today: facts.today,
  overdueByRule: lateByRule(facts, card.stage - 1),
});

async function saleOf(ctx: Context, saleId: number, lock = false): Promise<Sale> {
  const query = ctx.db
    .select({
      id: sales.id,
      ...REACH_COLUMNS,
    })
    .from(sales)
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'ventas.ver')));
  const [sale] = await (lock ? query.for('no key update') : query);
  if (!sale) throw notFound();
  return sale;
}

/**
 * The 12 stages of a sale, with missing conditions, history and the caller's allowed actions. Raises 404 out of scope.
 */
export async function stagesOfSale(ctx: Context, saleId: number): Promise<StageCard[]> {
  await keepUp(ctx);
  const sale = await saleOf(ctx, saleId);
  // Sequential queries: the transaction of a change also calls this, on one connection.
  const facts = (await readKnown(ctx, [saleId])).get(saleId);
  const normal = (await normalOf(ctx.db, [sale])).get(sale.projectId);
  const cards = await cardsOf(ctx.db, [saleId]);
  const labels = await catalogLabels(ctx.db, cellStates);
  const changes = await ctx.db
    .select({ change: saleCardChanges, who: users.name })
    .from(saleCardChanges)
    .leftJoin(users, eq(users.id, saleCardChanges.userId))
    .where(eq(saleCardChanges.saleId, saleId))
    .orderBy(saleCardChanges.id);
  const people = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(saleCards)
    .innerJoin(users, eq(users.id, saleCards.ownerId))
    .where(eq(saleCards.saleId, saleId));
  const label = (state: number) => labels.get(state) ?? '';
  return cards.map((card) => {
    const rule = STAGE_RULES[card.stage - 1]!;
    const may = mayWork(ctx, sale, card);
    const settled = card.stateId === CELL.done || card.stateId === CELL.notApplicable;
    return {
      stage: card.stage,
      name: STAGES[card.stage - 1] ?? '',
      state: { id: card.stateId, name: label(card.stateId) },
      version: card.version,
      usual_owner: (facts?.paymentForm === 'contado' && rule.cashOwner) || rule.owner,
      owner: people.find(({ id }) => id === card.ownerId) ?? null,
      note: card.note,
      since: card.since.toISOString(),
      started_at: card.startedAt?.toISOString() ?? null,
      done_at: card.doneAt?.toISOString() ?? null,
      due_on: card.dueOn,
      days: daysOf(
        {
          stateId: card.stateId,
          startedOn: card.startedAt && panamaDay(card.startedAt),
          doneOn: card.doneAt && panamaDay(card.doneAt),
        },
        panamaDay(ctx.now),
      ),
      normal: normal?.[card.stage - 1] ?? 0,
      missing: facts && !settled ? [...rule.missing(facts)] : [],
      transitions: facts ? offersFor(saleId, card, facts, may) : [],
      editable: may(rule.works),
      history: changes
        .filter(({ change }) => change.stage === card.stage)
        .map(({ change, who }) => ({
          at: change.at.toISOString(),
          who,
          from: label(change.fromState),
          to: label(change.toState),
          text: change.reason,
        }))
        .toReversed(),
    };
  });
}

const offersFor = (
  saleId: number,
  card: Stored,
  facts: SaleKnown,
  may: (permission: Permission) => boolean,
): TransitionOffer[] =>
  offersOf(
    cardMachine(card.stage),
    card.stateId,
    factsOf(facts, card),
    urlOf(changeStageStatus, { params: { id: saleId, etapa: card.stage } }),
    may,
  );

/** One stage, read again after a change. */
export async function stageOfSale(ctx: Context, saleId: number, stage: number): Promise<StageCard> {
  const card = (await stagesOfSale(ctx, saleId)).find((one) => one.stage === stage);
  if (!card) throw notFound();
  return card;
}

async function lockCard(ctx: Context, saleId: number, stage: number) {
  const sale = await saleOf(ctx, saleId, true);
  const card = (await cardsOf(ctx.db, [saleId])).find((one) => one.stage === stage);
  const facts = (await readKnown(ctx, [saleId])).get(saleId);
  if (!card || !facts) throw notFound();
  return { sale, card, facts };
}

/**
 * Changes the state of a stage along the transitions of `cardMachine`. Raises 404, 403, 409 on a stale version, 422
 * with the reason, and 422 at params[vence] for a past day.
 */
export async function changeStage(
  ctx: Context,
  saleId: number,
  stage: number,
  change: z.infer<typeof StageChange>['params'],
): Promise<void> {
  const { sale, card, facts } = await lockCard(ctx, saleId, stage);
  const { vence, motivo, estado_id: to } = change;
  if (vence !== undefined) refusePast(vence, facts.today, 'params[vence]');
  checkTransition(
    cardMachine(stage),
    card,
    change,
    factsOf(facts, card, vence ?? card.dueOn),
    mayWork(ctx, sale, card),
  );
  const byHand = to === CELL.inProgress || to === CELL.observed || to === CELL.notApplicable;
  await ctx.db
    .update(saleCards)
    .set({
      stateId: to,
      since: ctx.now,
      held: byHand ? to : null,
      reopened:
        card.stateId === CELL.done && to === CELL.inProgress
          ? true
          : to === CELL.done
            ? false
            : card.reopened,
      version: card.version + 1,
      ...(to === CELL.observed && motivo && { note: motivo }),
      ...(vence !== undefined && { dueOn: vence, dueByHand: true }),
      ...(card.stateId === CELL.done && { doneAt: null, dueOn: null, startedAt: ctx.now }),
      ...(to === CELL.done && { doneAt: ctx.now, dueOn: null }),
    })
    .where(and(eq(saleCards.saleId, saleId), eq(saleCards.stage, stage)));
  await ctx.db.insert(saleCardChanges).values({
    saleId,
    stage,
    fromState: card.stateId,
    toState: to,
    reason: motivo || null,
    userId: ctx.staff?.userId ?? null,
    at: ctx.now,
  });
  await audit(ctx, 'cambiar_etapa', 'precontrato', saleId, { stage, from: card.stateId, to });
  touch(ctx, ['precontrato', saleId]);
}

const refusePast = (day: string, today: string, field: string) => {
  if (day < today) throw invalid([{ field, message: 'Elige hoy o un día que viene.' }]);
};

/** Sets the assigned user, note or due day of a stage. Raises 404, 403, 409 on a stale version, 422. */
export async function editStage(
  ctx: Context,
  saleId: number,
  stage: number,
  { responsable_id, nota, vence, version }: z.infer<typeof StageEdit>,
): Promise<void> {
  const { sale, card, facts } = await lockCard(ctx, saleId, stage);
  if (!mayWork(ctx, sale, card)(STAGE_RULES[stage - 1]!.works)) throw forbidden();
  if (version !== undefined && version !== card.version)
    throw conflict('STALE', undefined, { version: card.version });
  if (vence !== undefined) refusePast(vence, facts.today, 'vence');
  if (vence !== undefined && STAGE_RULES[stage - 1]!.dueOn?.(facts) !== undefined)
    throw invalid([{ field: 'vence', message: 'La fecha de esta etapa es la del pago que espera.' }]);
  if (responsable_id != null && !(await isColleague(ctx, responsable_id)))
    throw invalid([{ field: 'responsable_id', message: 'Elige una persona activa de la lista.' }]);
  await ctx.db
    .update(saleCards)
    .set({
      version: card.version + 1,
      ...(responsable_id !== undefined && { ownerId: responsable_id }),
      ...(nota !== undefined && { note: nota }),
      ...(vence !== undefined && { dueOn: vence, dueByHand: true }),
    })
    .where(and(eq(saleCards.saleId, saleId), eq(saleCards.stage, stage)));
  await audit(ctx, 'editar_etapa', 'precontrato', saleId, { stage, responsable_id, vence });
  touch(ctx, ['precontrato', saleId]);
}

/** User types that may be assigned to a stage of a sale. */
const WORK_ON_STAGES = [USER_TYPE.staff, USER_TYPE.externalLawyer, USER_TYPE.inspector] as const;

/** Whether this is an active user of those types. */
async function isColleague(ctx: Context, userId: number): Promise<boolean> {
  const [user] = await ctx.db
    .select({ active: users.active, type: users.userTypeId })
    .from(users)
    .where(eq(users.id, userId));
  return user?.active === true && WORK_ON_STAGES.some((type) => type === user.type);
}

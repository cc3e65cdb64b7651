import { writeDerived, writeSteps } from '#server/modules/sales/sale/derived.service.ts';
import { asc, inArray, sql } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import { CELL, OPEN_CELLS, STAGE_DAYS, STAGES } from '#contract/sales/board/cards.ts';
import { dueOf, NEW_CARD, nextCells } from '#contract/sales/board/nextCells.ts';
import type { SaleKnown } from '#contract/sales/sale/known.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { nextStep } from '#contract/sales/sale/turn.ts';
import type { Keeper } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { preparedRows, type Db } from '#server/kernel/db.ts';
import { readKnown } from '#server/modules/sales/sale/known.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { saleCardChanges, saleCards } from './board.table.ts';

type Stored = typeof saleCards.$inferSelect;
type Sale = Pick<
  typeof sales.$inferSelect,
  'id' | 'turn' | 'nextStep' | 'boardStage' | 'boardSince' | 'boardDue'
>;

/**
 * Normal days of each stage for a row of `projects`: the project's median, else the office's value, else domain.md §1.
 */
export const normalDays = sql`(select array_agg(coalesce(m.days, t.days, d.days)::int order by d.stage)
  from unnest('{${sql.raw(STAGE_DAYS.join())}}'::int[]) with ordinality d(days, stage)
  left join stage_times t on t.stage = d.stage
  left join stage_medians m on m.project_id = projects.id and m.stage = d.stage)`;

export const cardsOf = (db: Db, saleIds: readonly number[]): Promise<Stored[]> =>
  db
    .select()
    .from(saleCards)
    .where(inArray(saleCards.saleId, [...saleIds]))
    .orderBy(asc(saleCards.saleId), asc(saleCards.stage));

/**
 * Updates all derived data of a sale: turn and next step, its 12 cells with dates and history, and its place on the
 * board. Runs at the end of each transaction that changed a sale (`keepUp`).
 */
export const saleKeeper: Keeper = { record: 'precontrato', keep: keepSales };

export async function keepSales(ctx: Acting, saleIds: readonly number[]): Promise<void> {
  const kept = await ctx.db
    .select({
      id: sales.id,
      projectId: sales.projectId,
      stateId: sales.stateId,
      turn: sales.turn,
      nextStep: sales.nextStep,
      boardStage: sales.boardStage,
      boardSince: sales.boardSince,
      boardDue: sales.boardDue,
    })
    .from(sales)
    .where(inArray(sales.id, [...saleIds]))
    .orderBy(sales.id)
    .for('no key update');
  if (kept.length === 0) return;
  const known = await readKnown(ctx, saleIds);
  const placed = kept.filter(({ stateId }) => stateId !== SALE.draft);
  const cells =
    placed.length > 0
      ? await cardsOf(
          ctx.db,
          placed.map(({ id }) => id),
        )
      : [];
  const stored = Map.groupBy(cells, ({ saleId }) => saleId);
  const normal = await normalOf(ctx.db, placed);
  for (const sale of kept) {
    const facts = known.get(sale.id)!;
    const cards =
      facts.stateId === SALE.draft
        ? []
        : await keepCards(ctx, {
            saleId: sale.id,
            facts,
            stored: stored.get(sale.id) ?? [],
            normal: normal.get(sale.projectId) ?? [],
          });
    await writeSale(ctx, sale, facts, cards);
  }
}

/** Normal days of each stage in the projects of these sales, by project id. */
export async function normalOf(
  db: Db,
  sales: readonly { projectId: number }[],
): Promise<Map<number, number[]>> {
  const projects = [...new Set(sales.map(({ projectId }) => projectId))];
  if (projects.length === 0) return new Map();
  const found = await preparedRows<{ id: number; normal: number[] }>(
    db,
    sql`select id, ${normalDays} normal from projects where id = any(${sql.param(projects)}::bigint[])`,
  );
  return new Map(found.map(({ id, normal }) => [id, normal]));
}

interface Keeping {
  saleId: number;
  facts: SaleKnown;
  stored: readonly Stored[];
  /** Normal days of each stage. */
  normal: readonly number[];
}
type Card = Omit<Stored, 'version'> & { version?: number };

async function keepCards(ctx: Acting, keeping: Keeping): Promise<Card[]> {
  const { facts, saleId, stored } = keeping;
  const was = STAGES.map((_, at) => stored.find(({ stage }) => stage === at + 1));
  const wanted = nextCells(
    facts,
    was.map((card) => card ?? NEW_CARD),
  );
  const cards = wanted.map((stateId, at) => cardOf(ctx, keeping, { at, stateId, was: was[at] }));
  const changed = cards.filter((card, at) => isOther(card, was[at]));
  if (changed.length > 0) await writeCards(ctx, changed);
  const moved = cards.flatMap(({ stage, stateId: toState }) => {
    const fromState = was[stage - 1]?.stateId ?? toState;
    return fromState === toState ? [] : [{ saleId, stage, fromState, toState, at: ctx.now }];
  });
  if (moved.length > 0) await ctx.db.insert(saleCardChanges).values(moved);
  return cards;
}

function cardOf(
  { now }: Acting,
  { saleId, facts, normal }: Keeping,
  { at, stateId, was }: { at: number; stateId: number; was: Stored | undefined },
): Card {
  const open = OPEN_CELLS.includes(stateId);
  const wasOpen = was !== undefined && OPEN_CELLS.includes(was.stateId);
  const moved = was?.stateId !== stateId;
  const due = wasOpen && was.dueOn !== null ? was.dueOn : addDays(facts.today, normal[at] ?? 0);
  return {
    saleId,
    stage: at + 1,
    stateId,
    since: moved || !was ? now : was.since,
    blocked: stateId === CELL.blocked,
    held: stateId === CELL.done ? null : (was?.held ?? null),
    reopened: stateId === CELL.done ? false : (was?.reopened ?? false),
    dueOn: open ? dueOf(facts, at, { dueOn: due }) : null,
    dueByHand: open && (was?.dueByHand ?? false),
    ownerId: was?.ownerId ?? null,
    note: was?.note ?? '',
    startedAt: open ? (was?.startedAt ?? now) : (was?.startedAt ?? null),
    doneAt: stateId === CELL.done ? (was?.doneAt ?? now) : null,
  };
}

const COMPARED = ['stateId', 'dueOn', 'held', 'reopened', 'dueByHand'] as const;
const isOther = (card: Card, was: Stored | undefined) =>
  !was || COMPARED.some((key) => card[key] !== was[key]) || (card.doneAt === null) !== (was.doneAt === null);

const writeCards = (ctx: Acting, cards: readonly Card[]) =>
  ctx.db
    .insert(saleCards)
    .values([...cards])
    .onConflictDoUpdate({
      target: [saleCards.saleId, saleCards.stage],
      set: {
        stateId: sql`excluded.state_id`,
        since: sql`excluded.since`,
        blocked: sql`excluded.blocked`,
        held: sql`excluded.held`,
        reopened: sql`excluded.reopened`,
        dueOn: sql`excluded.due_on`,
        dueByHand: sql`excluded.due_by_hand`,
        startedAt: sql`excluded.started_at`,
        doneAt: sql`excluded.done_at`,
        version: sql`sale_cards.version + 1`,
      },
    });

/**
 * The place of a sale on the board: its first open stage, the start of that stage, and the earliest due day of any open
 * stage.
 */
export function placeOf(cards: readonly Pick<Card, 'stage' | 'stateId' | 'startedAt' | 'dueOn'>[]) {
  const open = cards.filter(({ stateId }) => OPEN_CELLS.includes(stateId));
  const dues = open.flatMap(({ dueOn }) => (dueOn === null ? [] : [dueOn])).toSorted();
  return {
    boardStage: open[0]?.stage ?? 0,
    boardSince: open[0]?.startedAt ?? null,
    boardDue: dues[0] ?? null,
  };
}

async function writeSale(ctx: Acting, sale: Sale, facts: SaleKnown, cards: readonly Card[]): Promise<void> {
  const { turn, text } = nextStep(facts);
  const set = { turn, nextStep: text, ...(cards.length > 0 && placeOf(cards)) };
  const same = (Object.keys(set) as (keyof typeof set)[]).every(
    (key) => set[key]?.valueOf() === sale[key]?.valueOf(),
  );
  if (!same) await writeDerived(ctx.db, sale.id, set);
}

/**
 * Writes only turn and next step of many sales in one statement: for bulk-loaded sales that already have their cells.
 */
export async function keepSteps(
  ctx: Pick<Acting, 'db' | 'now' | 'knows'>,
  saleIds: readonly number[],
): Promise<void> {
  const known = await readKnown(ctx, saleIds);
  const steps = [...known].map(([id, facts]) => ({ id, ...nextStep(facts) }));
  await writeSteps(ctx.db, steps);
}

import { asc, eq, sql } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { CELL, OPEN_CELLS, STAGE_DAYS, STAGES } from '#contract/sales/board/cards.ts';
import { dueOf, NEW_CARD, nextCells } from '#contract/sales/board/nextCells.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { StageFacts } from '#contract/sales/board/stageFacts.ts';
import type { Context } from '#server/kernel/context.ts';
import { preparedRows, type Db } from '#server/kernel/db.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { saleCardChanges, saleCards, sales } from '#server/modules/sales/sale/sales.table.ts';

type Doing = Pick<Context, 'now'> & { db: Db };
type Stored = typeof saleCards.$inferSelect;

/** Facts of the stages of a sale, and the days that each normally takes in its project. */
export interface StageReading extends StageFacts {
  normal: readonly number[];
}

const day = (column: string) => sql.raw(`(${column} at time zone 'America/Panama')::date`);

/** Days that each stage normally takes, of the project of the row `sales`: its past, else what the office says, else domain.md §1. */
export const normalDays = sql`(select array_agg(coalesce(m.days, t.days, d.days)::int order by d.stage)
  from unnest(${sql.param([...STAGE_DAYS])}::int[]) with ordinality d(days, stage)
  left join stage_times t on t.stage = d.stage
  left join stage_medians m on m.project_id = sales.project_id and m.stage = d.stage)`;

/** What the rules of a sale's stages look at; undefined when there is no such sale. */
export async function readStageFacts(ctx: Doing, saleId: number): Promise<StageReading | undefined> {
  const [found] = await preparedRows<Omit<StageReading, 'today'>>(
    ctx.db,
    sql`select sales.state_id "stateId", sales.payment_form "paymentForm", ${normalDays} normal,
      (select json_build_object('stateId', state_id, 'dueOn', ${day('due_at')})
        from payments where sale_id = sales.id and type_id = 1 order by id desc limit 1) separation,
      (select json_build_object('open', count(*) filter (where state_id in (1, 5, 6)),
          'toReview', count(*) filter (where state_id in (2, 3)))
        from documents where sale_id = sales.id and required) papers,
      (select d.state_id from documents d join document_types t on t.id = d.type_id
        where d.sale_id = sales.id and t.name = 'reporte_apc' order by d.id desc limit 1) apc,
      (select json_build_object(
          'live', count(*) filter (where a.state_id not in (9, 10)),
          'sent', count(*) filter (where a.sent_at is not null and a.state_id <> 10),
          'observed', count(*) filter (where a.state_id in (4, 7)),
          'approved', count(*) filter (where a.state_id in (6, 8, 11, 12)),
          'chosen', (array_agg(json_build_object('stateId', a.state_id, 'letterUntil',
            (select max(expires_on) from promise_letters l where l.application_id = a.id)))
            filter (where a.chosen))[1],
          'disbursementAsked', exists (select from disbursements b where b.sale_id = sales.id))
        from bank_applications a where a.sale_id = sales.id) bank,
      (select json_build_object('total', count(*),
          'confirmed', count(*) filter (where state_id = 4),
          'moving', count(*) filter (where state_id in (2, 3, 6)),
          'overdue', count(*) filter (where state_id = 7),
          'nextDueOn', min(${day('due_at')}) filter (where state_id in (1, 6, 7)))
        from payments where sale_id = sales.id and type_id in (2, 3, 7) and state_id not in (5, 8, 9)) installments
    from sales where id = ${saleId}`,
  );
  return found && { ...found, today: panamaDay(ctx.now) };
}

export const cardsOf = (db: Db, saleId: number): Promise<Stored[]> =>
  db.select().from(saleCards).where(eq(saleCards.saleId, saleId)).orderBy(asc(saleCards.stage));

/**
 * Brings the 12 stage cells of a sale in line with what they depend on (contract/sales/board/stageRules.ts), with their dates and history,
 * and the sale's place on the board with them; made when there are none yet. Call it after whatever a stage depends on has changed.
 */
export async function refreshStages(ctx: Doing, saleId: number): Promise<void> {
  const sale = await lockSale(ctx.db, saleId);
  if (!sale || sale.stateId === SALE.draft) return;
  const facts = (await readStageFacts(ctx, saleId))!;
  const stored = await cardsOf(ctx.db, saleId);
  const cards = STAGES.map((_, at) => stored.find(({ stage }) => stage === at + 1));
  const wanted = nextCells(
    facts,
    cards.map((card) => card ?? NEW_CARD),
  );
  const next = wanted.map((stateId, at) => cardOf({ ctx, facts, at, saleId, stateId, was: cards[at] }));
  const changed = next.filter((card, at) =>
    isOther(
      card,
      stored.find(({ stage }) => stage === at + 1),
    ),
  );
  if (changed.length > 0) await writeCards(ctx, changed);
  const moved = next.filter(({ stage, stateId }) => {
    const was = stored.find((one) => one.stage === stage);
    return was !== undefined && was.stateId !== stateId;
  });
  if (moved.length > 0)
    await ctx.db.insert(saleCardChanges).values(
      moved.map(({ stage, stateId }) => ({
        saleId,
        stage,
        fromState: stored.find((one) => one.stage === stage)!.stateId,
        toState: stateId,
        at: ctx.now,
      })),
    );
  await placeOnBoard(ctx, sale, next);
}

type Card = Omit<Stored, 'version'> & { version?: number };

interface Becoming {
  ctx: Doing;
  facts: StageReading;
  at: number;
  saleId: number;
  stateId: number;
  was: Stored | undefined;
}

function cardOf({ ctx, facts, at, saleId, stateId, was }: Becoming): Card {
  const open = OPEN_CELLS.includes(stateId);
  const wasOpen = was !== undefined && OPEN_CELLS.includes(was.stateId);
  const moved = was?.stateId !== stateId;
  const due = wasOpen && was.dueOn !== null ? was.dueOn : addDays(facts.today, facts.normal[at] ?? 0);
  return {
    saleId,
    stage: at + 1,
    stateId,
    since: moved || !was ? ctx.now : was.since,
    blocked: stateId === CELL.blocked,
    held: stateId === CELL.done ? null : (was?.held ?? null),
    reopened: stateId === CELL.done ? false : (was?.reopened ?? false),
    dueOn: open ? dueOf(facts, at, { dueOn: due }) : null,
    dueByHand: open && (was?.dueByHand ?? false),
    ownerId: was?.ownerId ?? null,
    note: was?.note ?? '',
    startedAt: open ? (was?.startedAt ?? ctx.now) : (was?.startedAt ?? null),
    doneAt: stateId === CELL.done ? (was?.doneAt ?? ctx.now) : null,
  };
}

const COMPARED = ['stateId', 'dueOn', 'held', 'reopened', 'dueByHand'] as const;
const isOther = (card: Card, was: Stored | undefined) =>
  !was || COMPARED.some((key) => card[key] !== was[key]) || (card.doneAt === null) !== (was.doneAt === null);

const writeCards = (ctx: Doing, cards: readonly Card[]) =>
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

/** Where a sale stands on the board: its first open stage, since when, and the first day that one of them is due. */
export function placeOf(cards: readonly Pick<Card, 'stage' | 'stateId' | 'startedAt' | 'dueOn'>[]) {
  const open = cards.filter(({ stateId }) => OPEN_CELLS.includes(stateId));
  const dues = open.flatMap(({ dueOn }) => (dueOn === null ? [] : [dueOn])).toSorted();
  return {
    boardStage: open[0]?.stage ?? 0,
    boardSince: open[0]?.startedAt ?? null,
    boardDue: dues[0] ?? null,
  };
}

async function placeOnBoard(
  ctx: Doing,
  sale: typeof sales.$inferSelect,
  cards: readonly Card[],
): Promise<void> {
  const place = placeOf(cards);
  if (
    place.boardStage === sale.boardStage &&
    place.boardDue === sale.boardDue &&
    place.boardSince?.getTime() === sale.boardSince?.getTime()
  )
    return;
  await ctx.db.update(sales).set(place).where(eq(sales.id, sale.id));
}

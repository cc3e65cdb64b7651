import type pg from 'pg';
import { CELL, OPEN_CELLS, STAGE_DAYS, STAGES } from '#contract/sales/board/cards.ts';
import { dueOf, NEW_CARD, nextCells, type Card } from '#contract/sales/board/nextCells.ts';
import { addDays, DAY_MS, HOUR_MS, panamaDay } from '#contract/dates.ts';
import type { SaleKnown } from '#contract/sales/sale/known.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { nextStep } from '#contract/sales/sale/turn.ts';
import type { Acting } from '#server/kernel/context.ts';
import { sql } from '#server/kernel/db.ts';
import { placeOf } from '#server/modules/sales/board/stages.service.ts';
import { readKnown } from '#server/modules/sales/sale/known.service.ts';
import { newSheets } from '../large/sheets.ts';
import { iso, type ToldSale } from '../large/telling.ts';

/** Writes the 12 cells of each sale by the product's own rules, with the days on which they began and ended. */
export async function placePast(
  ctx: Pick<Acting, 'db' | 'now' | 'knows'>,
  client: pg.ClientBase,
  told: readonly ToldSale[],
): Promise<void> {
  const known = await readKnown(
    ctx,
    told.map(({ id }) => id),
  );
  const { cards: sheet } = newSheets();
  const normal = normalOf(told);
  const places = told.map((sale) => {
    const facts = known.get(sale.id)!;
    const cards = cardsOf(sale, facts, normal);
    for (const { stage, stateId, since, dueOn, startedAt, doneAt } of cards)
      sheet.add(sale.id, stage, stateId, iso(since), stateId === CELL.blocked, dueOn, startedAt && iso(startedAt), doneAt && iso(doneAt)); // prettier-ignore
    const place = placeOf(cards.map((card) => ({ ...card, startedAt: card.startedAt === null ? null : new Date(card.startedAt) }))); // prettier-ignore
    return { id: sale.id, ...place, ...nextStep(facts) };
  });
  await sheet.send(client, false);
  await ctx.db.execute(sql`update sales s set turn = k.turn, next_step = k.text, board_stage = k."boardStage",
      board_since = k."boardSince", board_due = k."boardDue"
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      k(id bigint, turn text, text text, "boardStage" smallint, "boardSince" timestamptz, "boardDue" date) where s.id = k.id`);
}

/** Between which states of the sale each stage runs; the shorter ones begin later or end earlier by so long. */
const RUNS: readonly (readonly [from: number, to: number, later?: number, earlier?: number])[] = [
  [SALE.received, SALE.inReview],
  [SALE.received, SALE.complete],
  [SALE.complete, SALE.inBank],
  [SALE.inBank, SALE.promiseLetter, 0, 3 * DAY_MS],
  [SALE.inBank, SALE.promiseLetter, 3 * DAY_MS],
  [SALE.promiseLetter, SALE.promiseSigned],
  [SALE.promiseSigned, SALE.inDeed],
  [SALE.promiseSigned, SALE.inDeed],
  [SALE.inDeed, SALE.registered, 0, 6 * DAY_MS],
  [SALE.inDeed, SALE.registered, 5 * DAY_MS],
  [SALE.registered, SALE.disbursed],
  [SALE.disbursed, SALE.delivered],
];

/** When a stage began and ended (ms), by the states that the sale went through. */
function runOf({ way, times, received }: ToldSale, at: number): { from: number; to: number } {
  const [from, to, later = 0, earlier = 0] = RUNS[at]!;
  const last = times.at(-1)!;
  const since = (state: number) => {
    const found = way.findIndex((one) => one >= state && one <= SALE.closed);
    return found < 0 ? last : times[found]!;
  };
  const [first, end] = [Math.max(received, since(from)), since(to)];
  const begins = Math.min(first + later, Math.max(first, end - HOUR_MS));
  return { from: begins, to: Math.max(begins + HOUR_MS, end - earlier) };
}

/** Normal days of each stage: the median of the sales that completed it, as a project with a history has, or the default. */
function normalOf(told: readonly ToldSale[]): number[] {
  return STAGES.map((_, at) => {
    const days = told
      .filter(({ way }) => way.some((state) => state >= RUNS[at]![1] && state <= SALE.closed))
      .map((sale) => runOf(sale, at))
      .map(({ from, to }) => Math.ceil((to - from) / DAY_MS))
      .toSorted((a, b) => a - b);
    return Math.max(STAGE_DAYS[at]!, days[Math.floor(days.length / 2)] ?? 0);
  });
}

/** A stopped sale keeps what it had completed in its last state before. */
function statesOf(sale: ToldSale, facts: SaleKnown, dues: readonly (string | null)[]): number[] {
  const fresh = STAGES.map((_, at): Card => ({ ...NEW_CARD, dueOn: dues[at] ?? null }));
  const before = sale.way.findLast((state) => state < SALE.withdrawn && state !== SALE.rejectedByBanks)!;
  const then = nextCells({ ...facts, stateId: before }, fresh);
  return nextCells(
    facts,
    fresh.map((card, at) => ({ ...card, stateId: then[at]! })),
  );
}

function cardsOf(sale: ToldSale, facts: SaleKnown, normal: readonly number[]) {
  const runs = STAGES.map((_, at) => runOf(sale, at));
  const usual = runs.map(({ from }, at) => addDays(panamaDay(new Date(from)), normal[at]!));
  return statesOf(sale, facts, usual).map((stateId, at) => {
    const { from, to } = runs[at]!;
    const open = OPEN_CELLS.includes(stateId);
    const done = stateId === CELL.done;
    return {
      stage: at + 1,
      stateId,
      since: done ? to : open ? from : sale.received,
      dueOn: open ? dueOf(facts, at, { dueOn: usual[at]! }) : null,
      startedAt: open || done ? from : null,
      doneAt: done ? to : null,
    };
  });
}

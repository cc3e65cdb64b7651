import { NEW_CARD, nextCells } from '#contract/sales/board/nextCells.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { STAGES } from '#contract/sales/board/cards.ts';
import { rows, sql, type Database } from '#server/kernel/db.ts';
import { knows } from '#server/modules.ts';
import { cardsOf } from '#server/modules/sales/board/stages.service.ts';
import { readKnown } from '#server/modules/sales/sale/known.service.ts';
import { nextStep } from '#contract/sales/sale/turn.ts';

/** Turns, next steps and stage cells that differ from what the rules derive for the sale now, one line each. */
export async function staleCells({ db }: Database, now: Date): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, stateId, turn, step } of await rows<{
    id: number;
    stateId: number;
    turn: string;
    step: string;
  }>(db, sql`select id, state_id "stateId", turn, next_step step from sales order by id`)) {
    const facts = (await readKnown({ db, now, knows }, [id])).get(id)!;
    const next = nextStep(facts);
    if (turn !== next.turn || step !== next.text)
      faults.push(`sale ${id} waits for «${turn}: ${step}» instead of «${next.turn}: ${next.text}»`);
    if (stateId === SALE.draft) continue;
    const stored = await cardsOf(db, [id]);
    const cards = STAGES.map((_, at) => stored.find(({ stage }) => stage === at + 1) ?? NEW_CARD);
    for (const [at, wanted] of nextCells(facts, cards).entries())
      if (cards[at]!.stateId !== wanted)
        faults.push(`cell ${at + 1} of sale ${id} is ${cards[at]!.stateId} instead of ${wanted}`);
  }
  return faults;
}

import { NEW_CARD, nextCells } from '#contract/sales/board/nextCells.ts';
import { STAGES } from '#contract/sales/board/cards.ts';
import { rows, sql, type Database } from '#server/kernel/db.ts';
import { cardsOf, readStageFacts } from '#server/modules/sales/board/stages.service.ts';

/** Stage cells that are not what the rules of the stages say of the sale as it is now, one line each. */
export async function staleCells({ db }: Database, now: Date): Promise<string[]> {
  const faults: string[] = [];
  for (const { id } of await rows<{ id: number }>(
    db,
    sql`select id from sales where state_id > 1 order by id`,
  )) {
    const facts = (await readStageFacts({ db, now }, id))!;
    const stored = await cardsOf(db, id);
    const cards = STAGES.map((_, at) => stored.find(({ stage }) => stage === at + 1) ?? NEW_CARD);
    for (const [at, wanted] of nextCells(facts, cards).entries())
      if (cards[at]!.stateId !== wanted)
        faults.push(`cell ${at + 1} of sale ${id} is ${cards[at]!.stateId} instead of ${wanted}`);
  }
  return faults;
}

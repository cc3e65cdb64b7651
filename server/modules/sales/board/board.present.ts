import { dayNumber, daysBetween, numberedDay, panamaDay } from '#contract/dates.ts';
import { OPEN_CELLS } from '#contract/sales/board/cards.ts';
import type { BoardRow } from '#contract/sales/board/board.ts';
import type { Db } from '#server/kernel/db.ts';
import { cellsOf, type ListedBoard } from './board.list.ts';
import { normalOf } from './stages.service.ts';
import { presentList } from '#server/modules/sales/precontracts/present.service.ts';

/** Days that a stage has been open or took; null if it never began. Days are numbers since 1970. */
function ageOf(
  { stateId, started, done }: { stateId: number; started: number | null; done: number | null },
  today: number,
): number | null {
  if (started === null) return null;
  const end = done ?? (OPEN_CELLS.includes(stateId) ? today : null);
  return end === null ? null : Math.max(0, end - started);
}

/** The same with days as YYYY-MM-DD. */
export const daysOf = (
  { stateId, startedOn, doneOn }: { stateId: number; startedOn: string | null; doneOn: string | null },
  today: string,
): number | null =>
  ageOf({ stateId, started: numberOf(startedOn), done: numberOf(doneOn) }, dayNumber(today));
const numberOf = (day: string | null) => (day === null ? null : dayNumber(day));

/** Rows of the board. */
export async function presentBoard(db: Db, found: readonly ListedBoard[], now: Date): Promise<BoardRow[]> {
  const listed = await presentList(db, found);
  const normal = await normalOf(db, found);
  const today = panamaDay(now);
  const number = dayNumber(today);
  // Many cells of a page are due on the same few days.
  const days = new Map<number, string>();
  const dayOf = (due: number) => {
    const known = days.get(due);
    if (known !== undefined) return known;
    const day = numberedDay(due);
    days.set(due, day);
    return day;
  };
  return listed.map((row, at) => {
    const { boardStage, boardSince, boardDue, nextContactOn } = found[at]!;
    return {
      ...row,
      cells: cellsOf(found[at]!).map(([stage, stateId, due, started, done]) => ({
        stage,
        state_id: stateId,
        due_on: due === null ? null : dayOf(due),
        days: ageOf({ stateId, started, done }, number),
      })),
      stage: boardStage
        ? {
            id: boardStage,
            days: boardSince ? Math.max(0, daysBetween(panamaDay(boardSince), today)) : 0,
            normal: normal.get(row.project.id)?.[boardStage - 1] ?? 0,
          }
        : null,
      due_on: boardDue,
      next_contact_on: nextContactOn,
    };
  });
}

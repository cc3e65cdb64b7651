import { daysBetween, panamaDay } from '#contract/dates.ts';
import { OPEN_CELLS } from '#contract/sales/board/cards.ts';
import type { BoardRow } from '#contract/sales/board/board.ts';
import type { Db } from '#server/kernel/db.ts';
import type { ListedBoard } from './board.list.ts';
import { normalOf } from './stages.service.ts';
import { presentList } from '#server/modules/sales/precontracts/present.service.ts';

/** Days that a stage has been open or took; null if it never began. Days are YYYY-MM-DD. */
export function daysOf(
  card: { stateId: number; startedOn: string | null; doneOn: string | null },
  today: string,
): number | null {
  if (card.startedOn === null) return null;
  const end = card.doneOn ?? (OPEN_CELLS.includes(card.stateId) ? today : null);
  return end === null ? null : Math.max(0, daysBetween(card.startedOn, end));
}

/** Rows of the board. */
export async function presentBoard(db: Db, found: readonly ListedBoard[], now: Date): Promise<BoardRow[]> {
  const listed = await presentList(db, found);
  const normal = await normalOf(db, found);
  const today = panamaDay(now);
  return listed.map((row, at) => {
    const { cells, boardStage, boardSince, boardDue, nextContactOn } = found[at]!;
    return {
      ...row,
      cells: (cells ?? []).map((cell) => ({
        stage: cell.stage,
        state_id: cell.stateId,
        due_on: cell.dueOn,
        days: daysOf(cell, today),
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

import { daysBetween, panamaDay } from '#contract/dates.ts';
import { OPEN_CELLS } from '#contract/sales/board/cards.ts';
import type { BoardRow } from '#contract/sales/board/board.ts';
import type { Db } from '#server/kernel/db.ts';
import type { ListedBoard } from './board.list.ts';
import { presentList } from '#server/modules/sales/precontracts/present.service.ts';

/** Days that a stage has been open or took; null if it never began. */
export function daysOf(
  card: { stateId: number; startedAt: Date | string | null; doneAt: Date | string | null },
  now: Date,
): number | null {
  if (card.startedAt === null) return null;
  const end = card.doneAt ?? (OPEN_CELLS.includes(card.stateId) ? now : null);
  return end === null ? null : Math.max(0, daysBetween(panamaDay(card.startedAt), panamaDay(end)));
}

/** Rows of the board. */
export async function presentBoard(db: Db, found: readonly ListedBoard[], now: Date): Promise<BoardRow[]> {
  const listed = await presentList(db, found);
  return listed.map((row, at) => {
    const { cells, boardStage, boardSince, boardDue, normal, nextContactOn } = found[at]!;
    return {
      ...row,
      cells: (cells ?? []).map((cell) => ({
        stage: cell.stage,
        state_id: cell.stateId,
        due_on: cell.dueOn,
        days: daysOf(cell, now),
      })),
      stage: boardStage
        ? {
            id: boardStage,
            days: boardSince ? Math.max(0, daysBetween(panamaDay(boardSince), panamaDay(now))) : 0,
            normal: normal[boardStage - 1] ?? 0,
          }
        : null,
      due_on: boardDue,
      next_contact_on: nextContactOn,
    };
  });
}

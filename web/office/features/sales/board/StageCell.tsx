import { VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconEye,
  IconMinus,
  IconPlayerPlay,
  type Icon,
} from '@tabler/icons-react';
import { CELL, CELL_LABELS, OPEN_CELLS, STAGES } from '#contract/sales/board/cards.ts';
import { showDay } from '#web/office/lib/format.ts';
import { toneOf } from '#web/office/ui/stateTones.ts';
import styles from './board.module.css';

/** Each state has its own shape, because colour alone is not accessible. */
export const CELL_ICONS: Record<number, Icon> = {
  [CELL.notStarted]: IconCircleDashed,
  [CELL.pending]: IconCircle,
  [CELL.inProgress]: IconPlayerPlay,
  [CELL.observed]: IconEye,
  [CELL.done]: IconCircleCheck,
  [CELL.overdue]: IconAlertTriangle,
  [CELL.blocked]: IconBan,
  [CELL.notApplicable]: IconMinus,
};

export interface CellShown {
  stage: number;
  state_id: number;
  due_on: string | null;
  days: number | null;
  /** Normal days of the stage, if known. */
  normal?: number | undefined;
}

const daysText = (days: number) => (days === 0 ? 'hoy' : days === 1 ? '1 día' : `${days} días`);

const sinceText = (days: number) => (days === 0 ? 'desde hoy' : `desde hace ${daysText(days)}`);
const tookText = (days: number) => (days === 0 ? 'menos de un día' : daysText(days));

/** A cell's accessible name: stage, state, days in it, its normal days and its due day. */
export function cellText({ stage, state_id, days, due_on, normal }: CellShown): string {
  const open = OPEN_CELLS.includes(state_id);
  return [
    `${STAGES[stage - 1]}: ${CELL_LABELS[state_id]}`,
    days === null ? null : open ? sinceText(days) : `tomó ${tookText(days)}`,
    normal !== undefined && `lo normal: ${daysText(normal)}`,
    due_on && `${state_id === CELL.overdue ? 'venció' : 'vence'} el ${showDay(due_on)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

interface StageCellProps {
  cell: CellShown;
  /**
   * words: state and days · sign: the icon over the days of an open stage, as in the board's rows · numbered: the icon
   * over the stage's number, for the phone's strip of twelve.
   */
  look: 'words' | 'sign' | 'numbered';
  onOpen: () => void;
}

/** One stage of a sale as a button. What it shows small is its accessible name in words. */
export function StageCell({ cell, look, onOpen }: StageCellProps) {
  const Sign = CELL_ICONS[cell.state_id] ?? IconCircle;
  const quiet = cell.state_id === CELL.notStarted || cell.state_id === CELL.notApplicable;
  const open = cell.days !== null && OPEN_CELLS.includes(cell.state_id);
  const words = cellText(cell);
  return (
    <button
      type="button"
      data-cell={cell.stage}
      className={`${styles.cell} ${styles[toneOf('cell', cell.state_id)]}`}
      {...(quiet && { 'data-quiet': true })}
      {...(look !== 'words' && { 'data-short': true })}
      data-words={words}
      onClick={onOpen}
    >
      <VisuallyHidden>{words}</VisuallyHidden>
      <Sign size={look === 'sign' ? 16 : 14} aria-hidden />
      {look === 'words' && (
        <span className={styles.words} aria-hidden>
          <span>{CELL_LABELS[cell.state_id]}</span>
          {open && <span className="figures">{daysText(cell.days!)}</span>}
        </span>
      )}
      {look === 'numbered' && <span aria-hidden>{cell.stage}</span>}
      {look === 'sign' && open && (
        <span className="figures" aria-hidden>
          {cell.days} d
        </span>
      )}
    </button>
  );
}

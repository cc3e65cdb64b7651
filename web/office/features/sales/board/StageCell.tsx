import { VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconEye,
  IconPlayerPlay,
  type Icon,
} from '@tabler/icons-react';
import { CELL_LABELS, OPEN_CELLS, STAGES, CELL } from '#contract/sales/board/cards.ts';
import { showDay } from '#web/office/lib/format.ts';
import { toneOf } from '#web/office/ui/stateTones.ts';
import styles from './board.module.css';

/** Each state has its own shape, because colour alone is not accessible. */
const ICONS: Record<number, Icon> = {
  1: IconCircleDashed,
  2: IconCircle,
  3: IconPlayerPlay,
  4: IconEye,
  5: IconCircleCheck,
  6: IconAlertTriangle,
  7: IconBan,
  8: IconClock,
};

export interface CellShown {
  stage: number;
  state_id: number;
  due_on: string | null;
  days: number | null;
}

const daysText = (days: number) => (days === 0 ? 'hoy' : days === 1 ? '1 día' : `${days} días`);

const sinceText = (days: number) => (days === 0 ? 'desde hoy' : `desde hace ${daysText(days)}`);
const tookText = (days: number) => (days === 0 ? 'menos de un día' : daysText(days));

/** A cell's accessible name: stage, state, days in it and due day. */
export function cellText({ stage, state_id, days, due_on }: CellShown): string {
  const open = OPEN_CELLS.includes(state_id);
  return [
    `${STAGES[stage - 1]}: ${CELL_LABELS[state_id]}`,
    days === null ? null : open ? sinceText(days) : `tomó ${tookText(days)}`,
    due_on && `vence el ${showDay(due_on)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** One stage of a sale as a button: state, age and label. */
export function StageCell({
  cell,
  short = false,
  onOpen,
}: {
  cell: CellShown;
  /** Only the icon, for the phone's strip of twelve. */
  short?: boolean;
  onOpen: () => void;
}) {
  const Sign = ICONS[cell.state_id] ?? IconCircle;
  const quiet = cell.state_id === CELL.notStarted || cell.state_id === CELL.notApplicable;
  return (
    <button
      type="button"
      data-cell={cell.stage}
      className={`${styles.cell} ${styles[toneOf('cell', cell.state_id)]}`}
      {...(quiet && { 'data-quiet': true })}
      {...(short && { 'data-short': true })}
      title={cellText(cell)}
      onClick={onOpen}
    >
      <VisuallyHidden>{cellText(cell)}</VisuallyHidden>
      <Sign size={14} aria-hidden />
      {short ? (
        <span aria-hidden>{cell.stage}</span>
      ) : (
        <span className={styles.words} aria-hidden>
          <span>{CELL_LABELS[cell.state_id]}</span>
          {cell.days !== null && OPEN_CELLS.includes(cell.state_id) && (
            <span className="figures">{daysText(cell.days)}</span>
          )}
        </span>
      )}
    </button>
  );
}

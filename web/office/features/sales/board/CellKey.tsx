import { CELL_LABELS } from '#contract/sales/board/cards.ts';
import { toneOf } from '#web/office/ui/stateTones.ts';
import styles from './board.module.css';
import { CELL_ICONS } from './StageCell.tsx';

/** What each sign of the board means. */
export const CellKey = () => (
  <ul className={styles.key} aria-label="Qué significa cada signo">
    {Object.entries(CELL_LABELS).map(([id, label]) => {
      const Sign = CELL_ICONS[Number(id)]!;
      return (
        <li key={id}>
          <span className={`${styles.sign} ${styles[toneOf('cell', Number(id))]}`}>
            <Sign size={14} aria-hidden />
          </span>
          {label}
        </li>
      );
    })}
  </ul>
);

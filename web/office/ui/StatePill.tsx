import type { Tone } from '#web/design/tokens.ts';
import styles from './StatePill.module.css';
import { toneOf, type StateCatalog } from './stateTones.ts';

type StatePillProps =
  | {
      /** The catalog of the state id; it gives the colour. */ catalog: StateCatalog;
      state: { id: number; name: string };
      tone?: never;
    }
  | { /** For states without a catalog. */ tone: Tone; label: string; catalog?: never };

/** A state as a coloured label. The text alone is enough; the colour only helps. */
export function StatePill(props: StatePillProps) {
  const tone = props.catalog ? toneOf(props.catalog, props.state.id) : props.tone;
  return (
    <span className={`${styles.pill} ${styles[tone]}`}>{props.catalog ? props.state.name : props.label}</span>
  );
}

interface TurnPillProps {
  /** Whose turn it is, as shown: "Procesador: Ana Ruiz", "Cliente". */
  who: string;
  /** True if it is the current user's turn. */
  mine: boolean;
}

/** Whose turn it is. Only the current user's turn has the accent colour. */
export function TurnPill({ who, mine }: TurnPillProps) {
  return (
    <span className={`${styles.pill} ${mine ? styles.turn : styles.neutral}`}>
      {mine ? 'Tu turno' : `Turno: ${who}`}
    </span>
  );
}

import type { Tone } from '#web/design/tokens.ts';
import styles from './StatePill.module.css';
import { toneOf, type StateCatalog } from './stateTones.ts';

type StatePillProps =
  | {
      /** Whose ids they are; gives the colour. */ catalog: StateCatalog;
      state: { id: number; name: string };
      tone?: never;
    }
  | { /** For states that are in no catalog. */ tone: Tone; label: string; catalog?: never };

/** A state as a coloured word. The word says it all; the colour only helps. */
export function StatePill(props: StatePillProps) {
  const tone = props.catalog ? toneOf(props.catalog, props.state.id) : props.tone;
  return (
    <span className={`${styles.pill} ${styles[tone]}`}>{props.catalog ? props.state.name : props.label}</span>
  );
}

interface TurnPillProps {
  /** Whose turn it is, as it reads: "Procesador: Ana Ruiz", "Cliente". */
  who: string;
  /** It is the turn of the one who looks. */
  mine: boolean;
}

/** Whose turn it is; the accent means "yours", and nothing else has it. */
export function TurnPill({ who, mine }: TurnPillProps) {
  return (
    <span className={`${styles.pill} ${mine ? styles.turn : styles.neutral}`}>
      {mine ? 'Tu turno' : `Turno: ${who}`}
    </span>
  );
}

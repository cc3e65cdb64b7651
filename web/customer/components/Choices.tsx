import { useId, type ReactNode } from 'react';
import { fieldId } from './Field.tsx';
import styles from './Choices.module.css';

export interface Choice {
  value: string;
  label: ReactNode;
  /** A short text below the label. */
  note?: ReactNode;
  disabled?: boolean;
}

interface Props {
  label: string;
  name: string;
  options: readonly Choice[];
  /** Controlled value; '' means no choice. If absent, the browser keeps the choice. */
  value?: string;
  initial?: string;
  onChoose?: (value: string) => void;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** False: without the word «opcional». */
  mark?: boolean;
  /** In a row if there is room, instead of a column. */
  across?: boolean;
}

/** Radio buttons as large rows. */
export function Choices({
  label,
  name,
  options,
  value,
  initial,
  onChoose,
  hint,
  error,
  required,
  mark = true,
  across,
}: Props) {
  const hintId = useId();
  const errorId = useId();
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return (
    <fieldset
      className={styles.choices}
      aria-describedby={described || undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className={styles.legend}>
        {label}
        {!required && mark && <span className={styles.optional}> (opcional)</span>}
      </legend>
      {hint && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
      <div className={across ? styles.across : styles.rows}>
        {options.map((option, at) => (
          <label key={option.value} className={styles.row}>
            <input
              type="radio"
              id={at === 0 ? fieldId(name) : undefined}
              name={name}
              value={option.value}
              disabled={option.disabled}
              {...(value === undefined
                ? { defaultChecked: option.value === initial }
                : { checked: option.value === value })}
              onChange={() => onChoose?.(option.value)}
            />
            <span>
              {option.label}
              {option.note && <small>{option.note}</small>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface BoxProps {
  name: string;
  initial: boolean;
  onTick?: (ticked: boolean) => void;
  error?: string | undefined;
  children: ReactNode;
}

/** A checkbox with the full text of the consent. */
export function TickBox({ name, initial, onTick, error, children }: BoxProps) {
  const errorId = useId();
  return (
    <div className={styles.choices}>
      <label className={`${styles.row} ${styles.box}`}>
        <input
          type="checkbox"
          id={fieldId(name)}
          name={name}
          value="1"
          defaultChecked={initial}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={({ currentTarget }) => onTick?.(currentTarget.checked)}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

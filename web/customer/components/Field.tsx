import { createContext, use, useId, type InputHTMLAttributes, type ReactNode } from 'react';
import styles from './Field.module.css';

/** What ties an input to its label, hint and error; spread it on the input. */
export interface FieldBinding {
  id: string;
  name: string;
  className: string | undefined;
  required: boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  name: string;
  hint?: ReactNode;
  /** The sentence at the field; says what to do. */
  error?: string | undefined;
  required?: boolean;
  /** False: the word «opcional» is left out though it may stay empty: a row that one begins, one of two that will do. */
  mark?: boolean;
  children: (binding: FieldBinding) => ReactNode;
}

/** Id of the input of a field, where a summary of errors leads to. */
export const fieldId = (name: string) => `campo-${name.replace(/[^\w-]+/g, '_')}`;

/** Stands before the names of a form that opens over a page with fields of the same names. */
export const FieldScope = createContext('');

/** Label above, hint and error beneath, for any input. */
export function Field({ label, name, hint, error, required, mark = true, children }: FieldProps) {
  const id = fieldId(use(FieldScope) + name);
  const hintId = useId();
  const errorId = useId();
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {!required && mark && <span className={styles.optional}> (opcional)</span>}
      </label>
      {hint && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
      {children({
        id,
        name,
        className: styles.input,
        required: required || undefined,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'className' | 'id'>;

/** The plain case: one line of text. */
export function TextField({ label, name, hint, error, required, mark, ...input }: TextFieldProps) {
  return (
    <Field
      label={label}
      name={name}
      hint={hint}
      error={error}
      required={required ?? false}
      mark={mark ?? true}
    >
      {(binding) => <input {...input} {...binding} />}
    </Field>
  );
}

import { createContext, use, useId, type InputHTMLAttributes, type ReactNode } from 'react';
import styles from './Field.module.css';

/** Attributes that connect an input to its label, hint and error. Spread them on the input. */
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
  /** The error at the field; says what to do. */
  error?: string | undefined;
  required?: boolean;
  /**
   * False: without the word «opcional» on an optional field, for example in a new row, or if one of two fields is
   * enough.
   */
  mark?: boolean;
  children: (binding: FieldBinding) => ReactNode;
}

/** Id of a field's input, for links from the error summary. */
export const fieldId = (name: string) => `campo-${name.replace(/[^\w-]+/g, '_')}`;

/** Prefix of field ids, for a form that opens over a page with fields of the same names. */
export const FieldScope = createContext('');

/** Label above an input, hint and error below it. */
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

/** A field with one line of text. */
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

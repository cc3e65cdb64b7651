import type { ComponentProps } from 'react';
import { readTypedDay, showDay } from '#contract/dates.ts';
import { TextField } from './Field.tsx';

type DayFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'type' | 'inputMode' | 'placeholder' | 'defaultValue'
> & {
  /** A day YYYY-MM-DD, or what was typed and could not be read. */
  initial: string;
};

const shown = (text: string): string => {
  const day = readTypedDay(text);
  return day === undefined ? text : showDay(day);
};

/**
 * A day as DD-MM-YYYY, typed: the browser's own field shows it in the browser's language. The server reads what was typed (with no
 * script too) and refuses a day that does not exist; with script it is shown as it was read on leaving the field.
 */
export function DayField({ initial, hint, ...field }: DayFieldProps) {
  return (
    <TextField
      {...field}
      hint={hint ?? 'Día, mes y año: 25-03-2026.'}
      inputMode="numeric"
      placeholder="dd-mm-aaaa"
      maxLength={10}
      defaultValue={shown(initial)}
      onBlur={({ currentTarget }) => {
        currentTarget.value = shown(currentTarget.value);
      }}
    />
  );
}

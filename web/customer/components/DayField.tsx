import type { ComponentProps } from 'react';
import { readTypedDay, showDay } from '#contract/dates.ts';
import { TextField } from './Field.tsx';

type DayFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'type' | 'inputMode' | 'placeholder' | 'defaultValue'
> & {
  /** A day YYYY-MM-DD, or a typed text that is not a day. */
  initial: string;
};

const shown = (text: string): string => {
  const day = readTypedDay(text);
  return day === undefined ? text : showDay(day);
};

/**
 * A day, typed as DD-MM-YYYY; a native date field would use the browser's language. The server parses the text, also
 * without JavaScript, and refuses an invalid day. With JavaScript, blur shows the parsed day.
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

import { DateInput, DatesProvider, type DateInputProps } from '@mantine/dates';
import 'dayjs/locale/es';
import { useState } from 'react';
import { readTypedDay } from '#contract/dates.ts';
import { showDay } from '../lib/format.ts';
import { useTyped } from './useTyped.ts';

type DayInputProps = Omit<DateInputProps, 'value' | 'onChange' | 'valueFormat' | 'label' | 'aria-label'> & {
  /** YYYY-MM-DD, or empty. */
  value?: string | undefined;
  onChange: (day: string) => void;
} & ({ label: string } | { /** In a table, whose heading is the label. */ 'aria-label': string });

const SETTINGS = { locale: 'es', firstDayOfWeek: 1 as const };

/** Month and year between the arrows are called what they show. */
const ARIA = {
  previousMonth: 'Mes anterior',
  nextMonth: 'Mes siguiente',
  previousYear: 'Año anterior',
  nextYear: 'Año siguiente',
  previousDecade: 'Década anterior',
  nextDecade: 'Década siguiente',
};

/** As people type it; of a year two figures will do. */
const readDay = (text: string): string | null =>
  readTypedDay(text.replace(/(?<=^\s*\d{1,2}[-/. ]\d{1,2}[-/. ])(?=\d{2}\s*$)/, '20')) ?? null;

/** Why a day that was typed cannot be taken; null for one that can, and for nothing typed. */
function whyNotDay(
  text: string,
  from: DateInputProps['minDate'],
  to: DateInputProps['maxDate'],
): string | null {
  if (text.trim() === '') return null;
  const day = readDay(text);
  if (day === null) return 'Esa fecha no existe. Escríbela así: 25-03-2026.';
  const [first, last] = [from, to].map((limit) => (limit ? String(limit).slice(0, 10) : null));
  if (first && day < first) return `Escribe una fecha desde el ${showDay(first)}.`;
  if (last && day > last) return `Escribe una fecha hasta el ${showDay(last)}.`;
  return null;
}

/**
 * A local day, shown and typed as DD-MM-YYYY whatever the browser's own language is. The calendar opens to a click and to
 * typing, not to focus alone: a drawer that begins at it, or an error that leads to it, would be covered. A day that does not exist,
 * or is outside of `minDate` and `maxDate`, stands as it was typed with its sentence.
 */
export function DayInput({ value, onChange, ...input }: DayInputProps) {
  const [asked, setAsked] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const { error: fault, ref, left } = useTyped(wrong);
  return (
    <DatesProvider settings={SETTINGS}>
      <DateInput
        // Red and pale days would be too faint to read.
        weekendDays={[]}
        hideOutsideDates
        ariaLabels={ARIA}
        // Beside its field it stays within the drawer or page that is read out; a table would cut it off.
        popoverProps={{ shadow: 'md', withinPortal: 'aria-label' in input, disabled: !asked }}
        onClick={() => setAsked(true)}
        {...input}
        ref={ref}
        fixOnBlur={false}
        error={fault ?? input.error}
        onInput={(event) => {
          setAsked(true);
          const why = whyNotDay(event.currentTarget.value, input.minDate, input.maxDate);
          setWrong(why);
          // Of 25-12-2027 the first eight characters are a day of 2020.
          if (why && value) onChange('');
        }}
        onBlur={(event) => {
          setAsked(false);
          left();
          input.onBlur?.(event);
        }}
        value={value || null}
        onChange={(day) => {
          setWrong(null);
          onChange(day ?? '');
        }}
        valueFormat="DD-MM-YYYY"
        dateParser={readDay}
        placeholder="DD-MM-AAAA"
        clearable={!input.required}
        clearButtonProps={{ 'aria-label': 'Borrar la fecha' }}
      />
    </DatesProvider>
  );
}

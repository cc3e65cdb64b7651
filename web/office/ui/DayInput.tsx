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
} & (
    | { label: string }
    | { /** For a table cell: the column's heading is the visible label. */ 'aria-label': string }
  );

const SETTINGS = { locale: 'es', firstDayOfWeek: 1 as const };

/** The labels name the buttons' effect. */
const ARIA = {
  previousMonth: 'Mes anterior',
  nextMonth: 'Mes siguiente',
  previousYear: 'Año anterior',
  nextYear: 'Año siguiente',
  previousDecade: 'Década anterior',
  nextDecade: 'Década siguiente',
};

/** Parses a typed day. A two-digit year gets the prefix 20. */
const readDay = (text: string): string | null =>
  readTypedDay(text.replace(/(?<=^\s*\d{1,2}[-/. ]\d{1,2}[-/. ])(?=\d{2}\s*$)/, '20')) ?? null;

/** The error for a typed day; null if it is valid or empty. */
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
 * A local day as DD-MM-YYYY, in any browser language. The calendar opens on click and on typing, not on focus:
 * otherwise it would cover a drawer that focuses this field first, or a field that gets focus because of an error. An
 * invalid day, or one outside `minDate` and `maxDate`, keeps its text and shows an error.
 */
export function DayInput({ value, onChange, ...input }: DayInputProps) {
  const [asked, setAsked] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const { error: fault, ref, left } = useTyped(wrong);
  return (
    <DatesProvider settings={SETTINGS}>
      <DateInput
        // Mantine's red weekends and pale outside days have too little contrast.
        weekendDays={[]}
        hideOutsideDates
        ariaLabels={ARIA}
        // Inline, so that a screen reader finds it inside the drawer or page. In a table cell it would be cut off, so
        // it uses a portal.
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
          // While 25-12-2027 is typed, its first eight characters are a valid day of 2020.
          if (why && value) onChange('');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            setAsked(false);
            left();
          }
          input.onKeyDown?.(event);
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

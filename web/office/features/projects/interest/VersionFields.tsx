import { CheckField, DayField, LongTextField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';
import type { VersionWords } from './versionForm.ts';

interface Props {
  of: RecordFormOf<typeof VersionWords>;
}

/** First and last day of a version. */
export function ValidityFields({ of }: Props) {
  return (
    <>
      <DayField of={of} name="valid_from" label="Rige desde el" />
      <DayField of={of} name="valid_to" label="Hasta el" description="Vacío: sin fin." />
    </>
  );
}

/** A version's certainty, source and reason for the change. */
export function SourceFields({ of, sureLabel }: Props & { sureLabel: string }) {
  return (
    <>
      <CheckField of={of} name="sure" label={sureLabel} />
      <LongTextField of={of} name="source" label="Fuente" maxLength={300} />
      <TextField of={of} name="motivo" label="Motivo del cambio" maxLength={200} />
    </>
  );
}

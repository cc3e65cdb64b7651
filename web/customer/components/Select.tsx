import { Field } from './Field.tsx';

interface Props {
  label: string;
  name: string;
  initial: string;
  options: readonly { value: string; label: string }[];
  /** Shown while nothing is chosen. */
  empty: string;
  error?: string | undefined;
  required?: boolean;
  mark?: boolean;
}

/** A native select: on a phone it opens the system's large list. */
export function Select({ initial, options, empty, ...field }: Props) {
  return (
    <Field {...field}>
      {(binding) => (
        <select {...binding} defaultValue={initial}>
          <option value="">{empty}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

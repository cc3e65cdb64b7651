import { NativeSelect } from '@mantine/core';

interface SelectFieldProps {
  label: string;
  value: number | undefined;
  options: readonly { value: number; label: string }[];
  /** Label of the choice that means none. */
  nothing: string;
  onChange: (value: number | undefined) => void;
}

/** A choice beside the buttons of a page. */
export const SelectField = ({ label, value, options, nothing, onChange }: SelectFieldProps) => (
  <NativeSelect
    aria-label={label}
    w={{ base: '100%', xs: 260 }}
    value={value ?? ''}
    data={[{ value: '', label: nothing }, ...options.map((one) => ({ ...one, value: String(one.value) }))]}
    onChange={({ currentTarget }) => onChange(currentTarget.value ? Number(currentTarget.value) : undefined)}
  />
);

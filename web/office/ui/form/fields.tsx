import {
  Autocomplete,
  Checkbox,
  MultiSelect,
  NativeSelect,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
  type AutocompleteProps,
  type CheckboxProps,
  type MultiSelectProps,
  type NativeSelectProps,
  type NumberInputProps,
  type PasswordInputProps,
  type SelectProps,
  type TextareaProps,
  type TextInputProps,
} from '@mantine/core';
import type { z } from 'zod';
import { moneyText, parseMoney } from '#contract/money.ts';
import { DayInput } from '../DayInput.tsx';
import { FileSlot } from '../FileSlot.tsx';
import { MoneyInput } from '../MoneyInput.tsx';
import { NumberField as NumberBox } from '../NumberField.tsx';
import type { RecordFormOf } from './useFields.ts';
import { isRequired, type NameOf, type Values } from './values.ts';

/** `name` must be a field of the schema with a value of type T; otherwise a type error. */
type Bound<S extends z.ZodObject, T, Props> = Omit<
  Props,
  'value' | 'onChange' | 'error' | 'name' | 'form' | 'label'
> & { of: RecordFormOf<S>; name: NameOf<S, T> } & (
    | { label: string }
    | { /** For a table row: the column's heading is the visible label. */ 'aria-label': string }
  );

/** Connects an input that is not one of the fields below to a form: its value, its setter and its props. */
export function bound<S extends z.ZodObject, K extends keyof z.input<S> & string>(
  { schema, form, at }: RecordFormOf<S>,
  name: K,
) {
  const path = at + name;
  const {
    value,
    onChange: _,
    error,
    ...input
  } = form.getInputProps(path as never) as {
    value: Values<S>[K];
    onChange: (value: unknown) => void;
    error?: string;
    onBlur: () => void;
  };
  // The form shows an error of a list item (`role_ids.0`) at the whole field.
  const inner = Object.entries(form.errors).find(([where]) => where.startsWith(`${path}.`))?.[1];
  return {
    value,
    set: (now: unknown) => void form.setFieldValue(path as never, (now === '' ? null : now) as never),
    input: { ...input, error: error ?? (inner as string | undefined), required: isRequired(schema, name) },
  };
}

export function TextField<S extends z.ZodObject>({ of, name, ...props }: Bound<S, string, TextInputProps>) {
  const { value, set, input } = bound(of, name);
  return (
    <TextInput
      {...input}
      {...props}
      value={(value ?? '') as string}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

export function LongTextField<S extends z.ZodObject>({
  of,
  name,
  ...props
}: Bound<S, string, TextareaProps>) {
  const { value, set, input } = bound(of, name);
  return (
    <Textarea
      autosize
      minRows={2}
      {...input}
      {...props}
      value={(value ?? '') as string}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

export function PasswordField<S extends z.ZodObject>({
  of,
  name,
  ...props
}: Bound<S, string, PasswordInputProps>) {
  const { value, set, input } = bound(of, name);
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': 'Ver la contraseña' }}
      {...input}
      {...props}
      value={(value ?? '') as string}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

/** A text field with suggestions from a list. */
export function SuggestField<S extends z.ZodObject>({
  of,
  name,
  ...props
}: Bound<S, string, AutocompleteProps>) {
  const { value, set, input } = bound(of, name);
  return (
    <Autocomplete
      comboboxProps={{ withinPortal: false }}
      {...input}
      {...props}
      value={(value ?? '') as string}
      onChange={set}
    />
  );
}

/** An amount in centavos. */
export function MoneyField<S extends z.ZodObject>({ of, name, ...props }: Bound<S, number, TextInputProps>) {
  const { value, set, input } = bound(of, name);
  return <MoneyInput {...input} {...props} centavos={value as number | null} onCentavos={set} />;
}

/** An amount for an endpoint that takes it as text (`MoneyText`). */
export function MoneyTextField<S extends z.ZodObject>({
  of,
  name,
  ...props
}: Bound<S, string, TextInputProps>) {
  const { value, set, input } = bound(of, name);
  const read = parseMoney((value ?? '') as string);
  return (
    <MoneyInput
      {...input}
      {...props}
      centavos={'cents' in read ? read.cents : null}
      onCentavos={(cents) => set(cents === null ? null : moneyText(cents))}
    />
  );
}

export function NumberField<S extends z.ZodObject>({
  of,
  name,
  ...props
}: Bound<S, number, NumberInputProps>) {
  const { value, set, input } = bound(of, name);
  return <NumberBox {...input} {...props} value={(value ?? '') as number | ''} onChange={set} />;
}

/** A day, YYYY-MM-DD. */
export function DayField<S extends z.ZodObject>({
  of,
  name,
  ...props
}: Bound<S, string, { description?: string; minDate?: string; maxDate?: string; required?: boolean }>) {
  const { value, set, input } = bound(of, name);
  return <DayInput {...input} {...props} value={(value ?? '') as string} onChange={set} />;
}

export interface Choice {
  value: string | number;
  label: string;
  disabled?: boolean;
}

/** One option of a list. A numeric id stays a number. */
export function OptionField<S extends z.ZodObject>({
  of,
  name,
  options,
  nothing,
  ...props
}: Bound<S, string | number, Omit<NativeSelectProps, 'data'>> & {
  options: readonly Choice[];
  /** Label of the empty option. If absent, there is none. */
  nothing?: string;
}) {
  const { value, set, input } = bound(of, name);
  return (
    <NativeSelect
      {...input}
      {...props}
      data={[...(nothing === undefined ? [] : [{ value: '', label: nothing }]), ...choicesOf(options)]}
      value={String(value ?? '')}
      onChange={(event) => {
        set(chosenOf(options, event.currentTarget.value));
      }}
    />
  );
}

const choicesOf = (options: readonly Choice[]) =>
  options.map(({ value, label, disabled }) => ({ value: String(value), label, disabled: disabled === true }));
const chosenOf = (options: readonly Choice[], chosen: string) =>
  options.find(({ value }) => String(value) === chosen)?.value ?? null;

/** One option of a long list, with a search text. */
export function SearchField<S extends z.ZodObject>({
  of,
  name,
  options,
  ...props
}: Bound<S, string | number, Omit<SelectProps, 'data'>> & { options: readonly Choice[] }) {
  const { value, set, input } = bound(of, name);
  return (
    <Select
      searchable
      comboboxProps={{ withinPortal: false }}
      {...input}
      {...props}
      data={choicesOf(options)}
      value={value === null ? null : String(value)}
      onChange={(chosen) => set(chosen === null ? null : chosenOf(options, chosen))}
    />
  );
}

/** Several options of a list, in the order of choice. */
export function ManyField<S extends z.ZodObject>({
  of,
  name,
  options,
  ...props
}: Bound<S, readonly (string | number)[], Omit<MultiSelectProps, 'data'>> & { options: readonly Choice[] }) {
  const { value, set, input } = bound(of, name);
  return (
    <MultiSelect
      searchable
      comboboxProps={{ withinPortal: false }}
      {...input}
      {...props}
      data={choicesOf(options)}
      value={((value ?? []) as readonly (string | number)[]).map(String)}
      onChange={(chosen) => set(chosen.map((one) => chosenOf(options, one)))}
    />
  );
}

export function CheckField<S extends z.ZodObject>({ of, name, ...props }: Bound<S, boolean, CheckboxProps>) {
  const { value, set, input } = bound(of, name);
  return (
    <Checkbox
      {...input}
      {...props}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}

/** One file, sent with the form. `field` is the endpoint's file field. */
export function FileField<S extends z.ZodObject>({
  of,
  name,
  field,
  kept,
  required,
  ...props
}: {
  of: RecordFormOf<S>;
  name: NameOf<S, File>;
  label: string;
  hint?: string;
  field: { types: readonly string[]; maxSize: number };
  /** The file on the server, shown until the user chooses another one. */
  kept?: { name: string; mime: string; url: string } | undefined;
  required?: boolean;
}) {
  const file = of.values[name] as Values<S>[typeof name] & (File | null);
  const { set, input } = bound(of, name);
  return (
    <FileSlot
      {...props}
      types={field.types}
      maxSize={field.maxSize}
      required={required ?? input.required}
      value={
        !file
          ? kept
            ? { kind: 'kept', ...kept }
            : { kind: 'none' }
          : of.loading
            ? { kind: 'sending', name: file.name, share: of.share }
            : { kind: 'chosen', file }
      }
      onSelect={set}
      onRemove={kept && !file ? null : () => set(null)}
      error={input.error ?? null}
    />
  );
}

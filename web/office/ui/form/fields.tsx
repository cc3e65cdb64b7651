import {
  Checkbox,
  NativeSelect,
  Textarea,
  TextInput,
  type CheckboxProps,
  type NativeSelectProps,
  type NumberInputProps,
  type TextareaProps,
  type TextInputProps,
} from '@mantine/core';
import type { z } from 'zod';
import { DayInput } from '../DayInput.tsx';
import { FileSlot } from '../FileSlot.tsx';
import { MoneyInput } from '../MoneyInput.tsx';
import { NumberField as NumberBox } from '../NumberField.tsx';
import type { RecordFormOf } from './useRecordForm.ts';
import { isRequired, type NameOf, type Values } from './values.ts';

/** `name` is a field of the schema with a value of that type: another one does not compile. */
type Bound<S extends z.ZodObject, T, Props> = Omit<
  Props,
  'value' | 'onChange' | 'error' | 'name' | 'form' | 'label'
> & { of: RecordFormOf<S>; name: NameOf<S, T>; label: string };

/** What an input needs of its form; its value and the way to change it are apart, as each field reads them. */
function bind<S extends z.ZodObject>({ schema, form }: RecordFormOf<S>, name: keyof z.input<S> & string) {
  const {
    value,
    onChange: _,
    error,
    ...input
  } = form.getInputProps(name as never) as {
    value: unknown;
    onChange: (value: unknown) => void;
    error?: string;
    onBlur: () => void;
  };
  return {
    value,
    set: (now: unknown) => form.setFieldValue(name as never, now === '' ? null : now),
    input: { ...input, error, required: isRequired(schema, name) },
  };
}

export function TextField<S extends z.ZodObject>({ of, name, ...props }: Bound<S, string, TextInputProps>) {
  const { value, set, input } = bind(of, name);
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
  const { value, set, input } = bind(of, name);
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

/** Cents. */
export function MoneyField<S extends z.ZodObject>({ of, name, ...props }: Bound<S, number, TextInputProps>) {
  const { value, set, input } = bind(of, name);
  return <MoneyInput {...input} {...props} centavos={value as number | null} onCentavos={set} />;
}

export function NumberField<S extends z.ZodObject>({
  of,
  name,
  ...props
}: Bound<S, number, NumberInputProps>) {
  const { value, set, input } = bind(of, name);
  return <NumberBox {...input} {...props} value={(value ?? '') as number | ''} onChange={set} />;
}

/** YYYY-MM-DD. */
export function DayField<S extends z.ZodObject>({
  of,
  name,
  ...props
}: Bound<
  S,
  string,
  { label: string; description?: string; minDate?: string; maxDate?: string; required?: boolean }
>) {
  const { value, set, input } = bind(of, name);
  return <DayInput {...input} {...props} value={(value ?? '') as string} onChange={set} />;
}

interface Choice {
  value: string | number;
  label: string;
}

/** One of a list, or a person of it: an id stays a number. */
export function OptionField<S extends z.ZodObject>({
  of,
  name,
  options,
  nothing,
  ...props
}: Bound<S, string | number, Omit<NativeSelectProps, 'data'>> & {
  options: readonly Choice[];
  /** The line for nothing chosen; without one, the list has no such line. */
  nothing?: string;
}) {
  const { value, set, input } = bind(of, name);
  return (
    <NativeSelect
      {...input}
      {...props}
      data={[
        ...(nothing === undefined ? [] : [{ value: '', label: nothing }]),
        ...options.map((one) => ({ value: String(one.value), label: one.label })),
      ]}
      value={String(value ?? '')}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        set(options.find((one) => String(one.value) === chosen)?.value ?? null);
      }}
    />
  );
}

export function CheckField<S extends z.ZodObject>({ of, name, ...props }: Bound<S, boolean, CheckboxProps>) {
  const { value, set, input } = bind(of, name);
  return (
    <Checkbox
      {...input}
      {...props}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}

/** One file, sent with the rest; `field` is what the endpoint takes. */
export function FileField<S extends z.ZodObject>({
  of,
  name,
  field,
  ...props
}: {
  of: RecordFormOf<S>;
  name: NameOf<S, File>;
  label: string;
  hint?: string;
  field: { types: readonly string[]; maxSize: number };
}) {
  const file = of.values[name] as Values<S>[typeof name] & (File | null);
  const { set, input } = bind(of, name);
  return (
    <FileSlot
      {...props}
      types={field.types}
      maxSize={field.maxSize}
      required={input.required}
      value={
        !file
          ? { kind: 'none' }
          : of.loading
            ? { kind: 'sending', name: file.name, share: of.share }
            : { kind: 'chosen', file }
      }
      onSelect={set}
      onRemove={() => set(null)}
      error={input.error ?? null}
    />
  );
}

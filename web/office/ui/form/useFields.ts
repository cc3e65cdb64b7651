import '#contract/zodSpanish.ts';
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { z } from 'zod';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import {
  bare,
  bodyOf,
  fieldOf,
  valuesFor,
  type Initial,
  type ObjectIn,
  type RowIn,
  type Values,
} from './values.ts';

export interface FieldsOptions<S extends z.ZodObject> {
  /** The endpoint's body, or the part that the user fills in. */
  schema: S;
  /** Initial values. A whole record is allowed: only the schema's fields are taken. */
  initial: Initial<S>;
  /** Default values that load later. They fill only empty fields and do not make the form dirty. */
  proposed?: Partial<Values<S>> | undefined;
  /** Checks that the schema cannot make: messages by field; null if valid. */
  check?: ((values: Values<S>) => Record<string, string | null | undefined>) | undefined;
  /** Called after each change; returns other values to change with it. */
  onChange?: ((now: Values<S>, before: Values<S>) => Partial<Values<S>> | void) | undefined;
}

type Kept = Pick<
  ReturnType<typeof useForm<Record<string, unknown>>>,
  'getInputProps' | 'setFieldValue' | 'errors' | 'insertListItem' | 'removeListItem' | 'reorderListItem'
>;

/** What a bound field needs: a form or a part of it. */
export interface RecordFormOf<S extends z.ZodObject> {
  schema: S;
  form: { [K in keyof Kept]: K extends 'errors' ? Kept[K] : (...given: never[]) => unknown };
  /** Path prefix of the part, with its dot; empty for the whole form. */
  at: string;
  values: Values<S>;
  /** Upload progress, 0-1. */
  share: number;
  loading: boolean;
}

/** Form fields over a schema without a submit, for example for a calculator. Most forms use `useRecordForm`. */
export function useFields<S extends z.ZodObject>({
  schema,
  initial,
  proposed,
  check,
  onChange,
}: FieldsOptions<S>) {
  const filling = useRef(false);
  const form = useForm<Values<S>>({
    initialValues: valuesFor(schema, initial),
    validateInputOnBlur: true,
    validate: (values) => {
      const errors = zodErrors(schema)(bodyOf(schema, values));
      for (const [name, sentence] of Object.entries(check?.(values) ?? {}))
        if (sentence) errors[name] = sentence;
      return errors;
    },
    onValuesChange: (now, before) => {
      const also = onChange?.(now, before);
      // The values of a record are complete: do not derive others.
      if (also && Object.keys(also).length > 0 && !filling.current) form.setValues(also);
    },
  });
  const propose = useEffectEvent((text: string) => {
    const now = form.getValues();
    const open = Object.entries(JSON.parse(text) as object).filter(
      ([name]) => now[name as keyof typeof now] === null,
    );
    if (open.length === 0) return;
    const proposal = Object.fromEntries(open) as Partial<Values<S>>;
    // What follows from a proposal was not typed either: nobody is asked whether to leave it unsaved.
    const unsaid = { ...proposal, ...onChange?.({ ...now, ...proposal }, now) };
    filling.current = true;
    form.setInitialValues({ ...form.getInitialValues(), ...unsaid });
    form.setValues(unsaid);
    filling.current = false;
  });
  const known = JSON.stringify(proposed ?? {});
  useEffect(() => propose(known), [known]);
  return {
    schema,
    form,
    at: '',
    values: form.values,
    share: 0,
    loading: false,
    /** The body with the current values. */
    body: () => bodyOf(schema, form.getValues()),
    /** Restarts the form with these values. */
    fill: (from: Initial<S>) => {
      filling.current = true;
      form.setInitialValues(valuesFor(schema, from));
      form.reset();
      filling.current = false;
    },
  };
}

/** The part of a form for a nested object. */
export const within = <S extends z.ZodObject, K extends keyof z.input<S> & keyof S['shape'] & string>(
  of: RecordFormOf<S>,
  name: K,
) =>
  ({
    ...of,
    schema: bare(fieldOf(of.schema, name)),
    at: `${of.at}${name}.`,
    values: of.values[name],
  }) as unknown as RecordFormOf<ObjectIn<S['shape'][K]>>;

/** The rows of a list in a form, each as a form part, with functions to change the list. */
export function rowsOf<S extends z.ZodObject, K extends keyof z.input<S> & keyof S['shape'] & string>(
  of: RecordFormOf<S>,
  name: K,
) {
  type Row = RowIn<S['shape'][K]>;
  const form = of.form as unknown as Kept;
  const path = `${of.at}${name}`;
  const list = bare(fieldOf(of.schema, name)) as z.ZodArray<z.ZodObject>;
  const values = (of.values[name] ?? []) as unknown as Values<Row>[];
  return {
    rows: values.map(
      (row, at) =>
        ({ ...of, schema: list.element, at: `${path}.${at}.`, values: row }) as unknown as RecordFormOf<Row>,
    ),
    /** The error of the list as a whole. */
    error: form.errors[path],
    add: (row: Initial<Row>) => form.insertListItem(path, valuesFor(list.element, row)),
    remove: (at: number) => form.removeListItem(path, at),
    move: (from: number, to: number) => form.reorderListItem(path, { from, to }),
  };
}

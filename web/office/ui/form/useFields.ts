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
  /** The body of the endpoint, or the part that a person fills in. */
  schema: S;
  /** What the fields begin with; a record's row will do, as only what the schema names is taken. */
  initial: Initial<S>;
  /** What a list proposes once it is there; taken where nothing is chosen, and no change of the person's. */
  proposed?: Partial<Values<S>> | undefined;
  /** What the schema cannot know: a sentence by field, null where it is right. */
  check?: ((values: Values<S>) => Record<string, string | null | undefined>) | undefined;
  /** Told of every change; answers what else changes with it. */
  onChange?: ((now: Values<S>, before: Values<S>) => Partial<Values<S>> | void) | undefined;
}

type Kept = Pick<
  ReturnType<typeof useForm<Record<string, unknown>>>,
  'getInputProps' | 'setFieldValue' | 'errors' | 'insertListItem' | 'removeListItem' | 'reorderListItem'
>;

/** What a bound field takes: a form, or the part of one. */
export interface RecordFormOf<S extends z.ZodObject> {
  schema: S;
  form: { [K in keyof Kept]: K extends 'errors' ? Kept[K] : (...given: never[]) => unknown };
  /** Path of the part within the form, with its dot; empty for the whole. */
  at: string;
  values: Values<S>;
  /** Share of the files that was sent, 0-1. */
  share: number;
  loading: boolean;
}

/** Fields over a schema that are not sent by themselves: to compute with. Most forms are `useRecordForm`. */
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
      // What a record brings is whole already.
      if (also && Object.keys(also).length > 0 && !filling.current) form.setValues(also);
    },
  });
  const propose = useEffectEvent((text: string) => {
    const now = form.getValues();
    const open = Object.entries(JSON.parse(text) as object).filter(
      ([name]) => now[name as keyof typeof now] === null,
    );
    if (open.length === 0) return;
    form.setInitialValues({ ...form.getInitialValues(), ...Object.fromEntries(open) });
    form.setValues(Object.fromEntries(open) as Partial<Values<S>>);
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
    /** What would be sent now. */
    body: () => bodyOf(schema, form.getValues()),
    /** The form begins anew with these. */
    fill: (from: Initial<S>) => {
      filling.current = true;
      form.setInitialValues(valuesFor(schema, from));
      form.reset();
      filling.current = false;
    },
  };
}

/** The part of a form that an object within it is. */
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

/** The rows of a list within a form: each a form of its own, and what is done with them. */
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
    /** What is wrong with the list as a whole. */
    error: form.errors[path],
    add: (row: Initial<Row>) => form.insertListItem(path, valuesFor(list.element, row)),
    remove: (at: number) => form.removeListItem(path, at),
    move: (from: number, to: number) => form.reorderListItem(path, { from, to }),
  };
}

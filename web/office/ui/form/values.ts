import type { z } from 'zod';

/** Values of the fields: as the body has them, and null for every field that is empty. */
export type Values<S extends z.ZodObject> = {
  [K in keyof z.input<S>]-?: Exclude<z.input<S>[K], null | undefined> | null;
};
export type Initial<S extends z.ZodObject> = { [K in keyof z.input<S>]?: z.input<S>[K] | null };

/** Names of the fields whose value is of that type. */
export type NameOf<S extends z.ZodObject, T> = {
  [K in keyof z.input<S>]-?: Exclude<z.input<S>[K], null | undefined> extends T ? K : never;
}[keyof z.input<S>] &
  string;

const fieldOf = (schema: z.ZodObject, name: string) => schema.shape[name] as z.ZodType;
const isBlank = (value: unknown) => value === '' || value === null || value === undefined || value === false;

/** What a body says for an empty field, as its schema wants it: empty text, null, nothing or no. */
function blankOf(field: z.ZodType): { value: unknown; taken: boolean } {
  for (const value of ['', null, undefined, false]) {
    const read = field.safeParse(value);
    if (read.success && (value === undefined || isBlank(read.data))) return { value, taken: true };
  }
  // The sentence for an empty text is the better one, where the field is a text.
  const text = field.safeParse('');
  const isText = !text.success && text.error.issues.every(({ code }) => code !== 'invalid_type');
  return { value: isText ? '' : undefined, taken: false };
}

/** Whether the field has to be filled in. */
export const isRequired = (schema: z.ZodObject, name: string) => !blankOf(fieldOf(schema, name)).taken;

/** The fields of the schema, from a record or from nothing. */
export const valuesFor = <S extends z.ZodObject>(schema: S, from: Initial<S>): Values<S> =>
  Object.fromEntries(
    Object.keys(schema.shape).map((name) => {
      const value = from[name as keyof z.input<S>];
      return [name, value === '' || value === undefined ? null : value];
    }),
  ) as Values<S>;

/** The body to check and to send. */
export const bodyOf = <S extends z.ZodObject>(schema: S, values: Values<S>): z.input<S> =>
  Object.fromEntries(
    Object.keys(schema.shape).map((name) => {
      const value = values[name as keyof z.input<S>];
      return [name, value === null ? blankOf(fieldOf(schema, name)).value : value];
    }),
  ) as z.input<S>;

/** A file is the same only as the very one; the rest by what it says. */
export const sameValues = (one: object, other: object) =>
  Object.entries(one).every(([name, value]) => {
    const now = (other as Record<string, unknown>)[name];
    return value instanceof File || now instanceof File
      ? value === now
      : JSON.stringify(value) === JSON.stringify(now);
  });

/** The body of an endpoint that takes files. */
export function formDataOf(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    if (value instanceof File) form.set(name, value);
    else if (value !== null && value !== undefined) form.set(name, String(value));
  return form;
}

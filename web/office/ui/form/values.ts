import { z } from 'zod';

/** The type of a field's value: the schema's input type; for `z.coerce`, whose input is unknown, the output type. */
type Held<S extends z.ZodObject, K extends keyof z.input<S>> = unknown extends z.input<S>[K]
  ? K extends keyof z.output<S>
    ? z.output<S>[K]
    : never
  : z.input<S>[K];

/** Field values: the types of the body, with null for an empty field. */
export type Values<S extends z.ZodObject> = {
  [K in keyof z.input<S>]-?: Exclude<Held<S, K>, null | undefined> | null;
};
export type Initial<S extends z.ZodObject> = { [K in keyof z.input<S>]?: Held<S, K> | null };

/** Names of the fields with a value of type T. */
export type NameOf<S extends z.ZodObject, T> = {
  [K in keyof z.input<S>]-?: Exclude<Held<S, K>, null | undefined> extends T ? K : never;
}[keyof z.input<S>] &
  string;

type Wrapped<T> = T extends
  | z.ZodDefault<infer U>
  | z.ZodPrefault<infer U>
  | z.ZodOptional<infer U>
  | z.ZodNullable<infer U>
  ? U
  : never;
/** The object schema of a field, without optional, nullable and default wrappers. */
export type ObjectIn<T> = T extends z.ZodObject
  ? T
  : [Wrapped<T>] extends [never]
    ? never
    : ObjectIn<Wrapped<T>>;
/** The object schema of the items of a list field. */
export type RowIn<T> =
  T extends z.ZodArray<infer U> ? ObjectIn<U> : [Wrapped<T>] extends [never] ? never : RowIn<Wrapped<T>>;

export const fieldOf = (schema: z.ZodObject, name: string) => schema.shape[name] as z.ZodType;
/** The schema without its default, optional and nullable wrappers. */
export function bare(field: z.ZodType): z.ZodType {
  const wrapped =
    field instanceof z.ZodDefault ||
    field instanceof z.ZodPrefault ||
    field instanceof z.ZodOptional ||
    field instanceof z.ZodNullable;
  return wrapped ? bare(field.unwrap() as z.ZodType) : field;
}
const isBlank = (value: unknown) => value === '' || value === null || value === undefined || value === false;

/**
 * The body value for an empty field that the schema accepts: '', null, undefined or false. `taken`: accepted at all.
 */
function blankOf(field: z.ZodType): { value: unknown; taken: boolean } {
  for (const value of ['', null, undefined, false]) {
    const read = field.safeParse(value);
    if (read.success && (value === undefined || isBlank(read.data))) return { value, taken: true };
  }
  // For a text field, the error for '' is the better message. Not for a day, because it is typed in another format
  // than it is sent.
  const text = field.safeParse('');
  const isDay = field.safeParse('2026-01-31').success && !field.safeParse('2026-13-31').success;
  const isText = !isDay && !text.success && text.error.issues.every(({ code }) => code !== 'invalid_type');
  return { value: isText ? '' : undefined, taken: false };
}

/** True if the field is required. */
export const isRequired = (schema: z.ZodObject, name: string) => !blankOf(fieldOf(schema, name)).taken;

/** Maps every field of the schema, including those of nested objects and rows. */
function eachField<From extends object>(
  schema: z.ZodObject,
  from: From,
  read: (value: unknown, field: z.ZodType) => unknown,
): Record<string, unknown> {
  const within = (value: unknown, field: z.ZodType): unknown => {
    const inner = bare(field);
    if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null)
      return eachField(inner, value, read);
    if (inner instanceof z.ZodArray && inner.element instanceof z.ZodObject && Array.isArray(value))
      return value.map((row) => within(row, inner.element as z.ZodObject));
    return read(value, field);
  };
  return Object.fromEntries(
    Object.keys(schema.shape).map((name) => [
      name,
      within((from as Record<string, unknown>)[name], fieldOf(schema, name)),
    ]),
  );
}

/** The field values of the schema, from a record or from {}. */
export const valuesFor = <S extends z.ZodObject>(schema: S, from: Initial<S>) =>
  eachField(schema, from, (value) => (value === '' || value === undefined ? null : value)) as Values<S>;

/** The body to validate and to send. */
export const bodyOf = <S extends z.ZodObject>(schema: S, values: Values<S>) =>
  eachField(schema, values, (value, field) =>
    // A checkbox whose schema accepts only true is not sent while it is off.
    value === null || (value === false && !field.safeParse(false).success) ? blankOf(field).value : value,
  ) as z.input<S>;

/** Compares values: files by identity, everything else as JSON. */
export const sameValues = (one: object, other: object) =>
  Object.entries(one).every(([name, value]) => {
    const now = (other as Record<string, unknown>)[name];
    return value instanceof File || now instanceof File
      ? value === now
      : JSON.stringify(value) === JSON.stringify(now);
  });

/** The multipart body of an endpoint that takes files. */
export function formDataOf(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    if (value instanceof File) form.set(name, value);
    else if (value !== null && value !== undefined) form.set(name, String(value));
  return form;
}

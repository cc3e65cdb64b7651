import { z } from 'zod';
import type { Access } from './access.ts';
import type { ListExports } from './exports.ts';
import { Pagination } from './paging.ts';
import type { RecordKind } from './records.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Limits of one file field of a form. Sizes in bytes. */
export interface FileField {
  maxCount: number;
  maxSize: number;
  /** Accepted content types, detected from the bytes, never from the name. */
  types: readonly string[];
  /** Maximum pixels of an image that will be decoded, read from its header. */
  maxPixels?: number;
  /** Open the PDF before accepting it: it must have a page. */
  opensPdf?: boolean;
}

export interface EndpointSpec {
  method: Method;
  /** Fastify notation: /api/houses/list/:projectId */
  path: string;
  access: Access;
  summary: string;
  /** For what writes: the kinds of record that it may change, itself or by what follows. Screens that show them ask again. */
  touches?: readonly RecordKind[];
  /** For what reads: the kinds of record that change its answer. */
  shows?: readonly RecordKind[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** If present, the body is multipart/form-data (or a plain form) with these files. */
  files?: Record<string, FileField>;
  /** A refused file does not fail the request: its error goes to `ctx.refusedFiles`. */
  keepsFiles?: boolean;
  answer: z.ZodType;
  /** 201 when the endpoint creates a record. */
  status?: 200 | 201 | 202;
  /** Error codes of this endpoint, besides the general ones in errors.ts. */
  errors?: readonly string[];
  /** Accepts Idempotency-Key; a repeat gets the first response. */
  idempotent?: boolean;
  /** Maximum requests per IP address in the window; 429 above it. */
  limit?: { max: number; seconds: number };
  /** A GET with side effects, so it needs X-CSRF-TOKEN. */
  csrf?: boolean;
  /** Allowed during view-as (it ends the view or the session); every other write is refused. */
  whileViewing?: boolean;
  /** Allowed before the second step of sign-in. */
  duringSecondStep?: boolean;
  /** Opens its own transactions instead of using the request's. */
  ownTransactions?: boolean;
  /** A list with Excel and PDF export at `<path>/exportar`, with the same filters, scope and order. */
  exports?: ListExports;
  /** Redirect target of a plain form (no script) after success. */
  seeOther?: (answer: never) => string;
  /** Fields that the error page of a plain form shows again with the typed values. */
  again?: readonly string[];
}

/** Declares an endpoint once: the server implements it, the browser calls it, OpenAPI and tests read it. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives. */
export interface Input<E extends EndpointSpec> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}
/** What a caller passes; optional parts may be missing. */
export type Args<E extends EndpointSpec> = OptionalWhenUndefined<{
  params: Sent<E['params']>;
  query: Sent<E['query']>;
  body: E['files'] extends object ? FormData : Sent<E['body']>;
}>;
type OptionalWhenUndefined<T> = { [K in keyof T as MayBeLeftOut<T[K]> extends true ? never : K]: T[K] } & {
  [K in keyof T as MayBeLeftOut<T[K]> extends true ? K : never]?: T[K];
};
/** Nothing is sent, or every field is optional, as in a query of filters. */
type MayBeLeftOut<T> = undefined extends T ? true : object extends T ? true : false;
/** What a handler returns, before undeclared keys are removed. */
export type Answered<E extends EndpointSpec> = z.input<E['answer']>;
/** What a caller receives. */
export type Answer<E extends EndpointSpec> = z.output<E['answer']>;

/** Envelope of one item or a whole list. */
export const data = <S extends z.ZodType>(schema: S) => z.object({ data: schema });

/** Envelope of one page of a list. */
export const page = <S extends z.ZodType>(row: S) =>
  z.object({ data: z.array(row), meta: z.object({ pagination: Pagination }) });

/** Envelope of a list's sums over its whole filter, in centavos, by the key of the column; null: too many rows to add up. */
export const sumsOf = <const K extends string>(...keys: readonly [K, ...K[]]) =>
  data(z.record(z.enum(keys), z.number().int().nullable()));

/** The path with its parameters filled in and the query appended. */
export function urlOf(
  spec: Pick<EndpointSpec, 'path'>,
  args: { params?: object | undefined; query?: object | undefined } = {},
): string {
  const params = new Map(Object.entries(args.params ?? {}));
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(args.query ?? {})) {
    if (Array.isArray(value)) for (const one of value) search.append(key, String(one));
    else if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

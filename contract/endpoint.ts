import { z } from 'zod';
import type { Access } from './access.ts';
import type { ListExports } from './exports.ts';
import { Pagination } from './paging.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a form may carry in one file field. Sizes in bytes. */
export interface FileField {
  maxCount: number;
  maxSize: number;
  /** Content types accepted, as read from the bytes, never from the name. */
  types: readonly string[];
  /** A picture that will be opened may have so many pixels, as its own header says. */
  maxPixels?: number;
  /** A PDF is opened before it is taken: it must have a page. */
  opensPdf?: boolean;
}

export interface EndpointSpec {
  method: Method;
  /** Fastify notation: /api/houses/list/:projectId */
  path: string;
  access: Access;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Present: the body is multipart/form-data (or a plain form) and these are its files. */
  files?: Record<string, FileField>;
  /** A file that is refused does not stop the rest: its fault is told in `ctx.refusedFiles`. */
  keepsFiles?: boolean;
  answer: z.ZodType;
  /** 201 for what creates. */
  status?: 200 | 201 | 202;
  /** Own error codes beside the general ones of errors.ts. */
  errors?: readonly string[];
  /** Accepts Idempotency-Key; a repeat answers what the first one answered. */
  idempotent?: boolean;
  /** Requests per address in the window; 429 beyond. */
  limit?: { max: number; seconds: number };
  /** A GET that acts, and so needs X-CSRF-TOKEN. */
  csrf?: boolean;
  /** Acts also while the office is seen "as" somebody else (it ends that, or the session); everything else is refused. */
  whileViewing?: boolean;
  /** Answers while the second step of signing in is still due. */
  duringSecondStep?: boolean;
  /** Opens its own transactions instead of running in the request's one. */
  ownTransactions?: boolean;
  /** A list that can leave as Excel or PDF: `<path>/exportar` with the same filters, scope and order. */
  exports?: ListExports;
  /** Where a plain form (no script) is led after success. */
  seeOther?: (answer: never) => string;
  /** Fields of a plain form that the page of its refusal shows again, with what was typed. */
  again?: readonly string[];
}

/** Declares a call once: the server implements it, the browser calls it, OpenAPI and the tests read it. */
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
/** What a caller sends; optional parts may be left out. */
export type Args<E extends EndpointSpec> = OptionalWhenUndefined<{
  params: Sent<E['params']>;
  query: Sent<E['query']>;
  body: E['files'] extends object ? FormData : Sent<E['body']>;
}>;
type OptionalWhenUndefined<T> = { [K in keyof T as MayBeLeftOut<T[K]> extends true ? never : K]: T[K] } & {
  [K in keyof T as MayBeLeftOut<T[K]> extends true ? K : never]?: T[K];
};
/** Nothing is sent there, or nothing has to be: a query of filters only. */
type MayBeLeftOut<T> = undefined extends T ? true : object extends T ? true : false;
/** What a handler returns, before undeclared keys are cut. */
export type Answered<E extends EndpointSpec> = z.input<E['answer']>;
/** What a caller receives. */
export type Answer<E extends EndpointSpec> = z.output<E['answer']>;

/** Envelope of one thing or a whole list. */
export const data = <S extends z.ZodType>(schema: S) => z.object({ data: schema });

/** Envelope of a page of a list. */
export const page = <S extends z.ZodType>(row: S) =>
  z.object({ data: z.array(row), meta: z.object({ pagination: Pagination }) });

/** Path with its parameters filled in and the query appended. */
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

import { z } from 'zod';
import type { Access } from './access.ts';

/**
 * What each customer page knows about the company: header, footer, WhatsApp button.
 * Texts are shown as they are; `phone` has digits only, as wa.me takes them.
 */
export const Site = z.object({
  company: z.string(),
  /** Name of the owner of the site in the footer: legal name and RUC. */
  legalName: z.string(),
  logo: z.string().nullable(),
  phone: z.string().nullable(),
});
export type Site = z.infer<typeof Site>;

/** One picture in several widths. `src` is the one to take when the browser does not choose. */
export const Picture = z.object({
  src: z.string(),
  alt: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  variants: z.array(z.object({ src: z.string(), width: z.number().int().positive() })),
});
export type Picture = z.infer<typeof Picture>;

export interface PageSpec {
  /** Component file under web/customer/pages without the ending: 'projects/projects/ProjectPage' exports ProjectPage. */
  name: `${string}/${string}Page`;
  /** Fastify notation: /proyectos/:slug */
  path: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The privacy boundary: undeclared keys never reach the browser. */
  data: z.ZodObject;
  /** Shown in the tab and in results; the loader's head may say more. */
  title: string;
  description?: string;
  /** 'noindex' unless said: only pages for everybody are found by searching. */
  robots?: 'index' | 'noindex';
  /** The page runs WebAssembly (the HEIC converter), which the content policy must allow. */
  wasm?: boolean;
  /** Pages of this site are told where one came from: a page whose back button asks for it. Other sites hear nothing. */
  referrer?: 'same-origin';
}

/** Declares a customer page once: the server serves it, the component takes its data type. */
export function page<const P extends PageSpec>(spec: P): P {
  return spec;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a loader receives. */
export interface PageInput<P extends PageSpec> {
  params: Parsed<P['params']>;
  query: Parsed<P['query']>;
}
/** What a loader returns as data, before undeclared keys are cut. */
export type PageAnswer<P extends PageSpec> = z.input<P['data']>;
/** The properties of the page's component. */
export interface PageProps<P extends PageSpec> {
  data: z.output<P['data']>;
}

/** What the browser finds in `<script id="data">`. */
export interface PageState {
  name: string;
  data: unknown;
  site: Site;
  /** For the hidden field of forms that are sent without script. */
  csrf: string;
}

/** The page for every refusal on a page path. */
/** Where a refusal leads; it stands in its `current`. */
export const ErrorWay = z.object({ href: z.string().startsWith('/'), text: z.string() });

export const errorPage = page({
  name: 'company/errors/ErrorPage',
  path: '/error',
  access: 'public',
  title: 'Algo no salió bien',
  robots: 'noindex',
  data: z.object({
    status: z.number().int(),
    message: z.string(),
    code: z.string(),
    requestId: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })),
    /** Seconds until it may be tried again. */
    retryAfter: z.number().nullable(),
    /** What may be done instead; null: what its status usually leaves. */
    way: ErrorWay.nullable(),
    /** The plain form that was refused, where this page shows it again. */
    form: z.object({ action: z.string(), typed: z.record(z.string(), z.string()) }).nullable(),
  }),
});

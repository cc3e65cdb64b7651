import { z } from 'zod';
import type { Access } from './access.ts';

/**
 * Company data for every customer page: header, footer, WhatsApp button. Texts are shown unchanged; `phone` has digits
 * only, as wa.me requires.
 */
export const Site = z.object({
  company: z.string(),
  /** Owner of the site for the footer: legal name and RUC. */
  legalName: z.string(),
  logo: z.string().nullable(),
  phone: z.string().nullable(),
});
export type Site = z.infer<typeof Site>;

/** One image in several widths. `src` is the fallback. */
export const Picture = z.object({
  src: z.string(),
  alt: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  variants: z.array(z.object({ src: z.string(), width: z.number().int().positive() })),
});
export type Picture = z.infer<typeof Picture>;

export interface PageSpec {
  /** Component file under web/customer/pages without extension: 'projects/showcase/ProjectPage' exports ProjectPage. */
  name: `${string}/${string}Page`;
  /** Fastify notation: /proyectos/:slug */
  path: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The privacy boundary: undeclared keys never reach the browser. */
  data: z.ZodObject;
  /** Title for tab and search results; the loader's head may override it. */
  title: string;
  description?: string;
  /** Default 'noindex': only public pages are indexed. */
  robots?: 'index' | 'noindex';
  /** The page runs WebAssembly (the HEIC converter), so the content security policy must allow it. */
  wasm?: boolean;
  /** Sends the referrer to pages of this site, for a back button that needs it. Other sites get none. */
  referrer?: 'same-origin';
}

/** Declares a customer page once: the server serves it, and the component uses its data type. */
export function page<const P extends PageSpec>(spec: P): P {
  return spec;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a loader receives. */
export interface PageInput<P extends PageSpec> {
  params: Parsed<P['params']>;
  query: Parsed<P['query']>;
}
/** The data that a loader returns, before undeclared keys are removed. */
export type PageAnswer<P extends PageSpec> = z.input<P['data']>;
/** Props of the page's component. */
export interface PageProps<P extends PageSpec> {
  data: z.output<P['data']>;
}

/** Content of `<script id="data">`. */
export interface PageState {
  name: string;
  data: unknown;
  site: Site;
  /** For the hidden field of forms without script. */
  csrf: string;
}

/** The error page for all page paths. */
/** Link of the error page, from the error's `current`. */
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
    /** Seconds until a retry is allowed. */
    retryAfter: z.number().nullable(),
    /** An alternative action; null: the default of the status. */
    way: ErrorWay.nullable(),
    /** The refused plain form, when this page shows it again. */
    form: z.object({ action: z.string(), typed: z.record(z.string(), z.string()) }).nullable(),
  }),
});

import { z } from 'zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  errorPage,
  ErrorWay,
  type PageAnswer,
  type PageInput,
  type PageSpec,
  type PageState,
  type Site,
} from '#contract/page.ts';
import { serveFolder } from './assets.ts';
import { admit, asAudience } from './auth.ts';
import type { Context } from './context.ts';
import { csrfToken } from './csrf.ts';
import type { ErrorPage } from './errorHandler.ts';
import { notFound } from './errors.ts';
import { CUSTOMER_FOLDER, loadBundle, type PageBundle } from './pageBundle.ts';
import { documentOf, type Head } from './pageHtml.ts';
import { contextOf, newEffects, settle } from './route.ts';

/** What the application provides to its pages: the company, and external hosts for frames and videos. */
export interface PageHost {
  /** `hosts` come from a setting (rulings.md 15), each as `https://host`; `stylesheet` holds the company's colors. */
  site(): Promise<{ site: Site; hosts: readonly string[]; stylesheet: string | null }>;
}

/** A loader's result: a page, or a redirect (303 when the request changed data). */
export type PageResult<P extends PageSpec> =
  /** `personal`: never cached and sends no referrer, although anybody with the URL may open it. */
  | { data: PageAnswer<P>; head?: Partial<Head>; status?: 200 | 404 | 410; personal?: true }
  | { redirect: string; status?: 302 | 303 | 308 };
export type PageLoader<P extends PageSpec> = (ctx: Context, input: PageInput<P>) => Promise<PageResult<P>>;

declare module 'fastify' {
  interface FastifyInstance {
    pages: PageHost & { bundle(): Promise<PageBundle> };
  }
}

/** Serves the built files and prepares rendering for `servePage` and `errorPageOf`. */
export async function registerPages(app: FastifyInstance, host: PageHost): Promise<void> {
  let bundle: Promise<PageBundle> | undefined;
  const load = () => {
    const loading = loadBundle();
    loading.catch(() => (bundle = undefined));
    return loading;
  };
  app.decorate('pages', { ...host, bundle: () => (bundle ??= load()) });
  await serveFolder(app, { folder: `${CUSTOMER_FOLDER}/assets`, prefix: '/assets/', immutable: true });
  await serveFolder(app, { folder: `${CUSTOMER_FOLDER}/iconos`, prefix: '/iconos/', immutable: false });
  // Browsers request this before they have read a page.
  app.get('/favicon.ico', { config: { access: 'public' } }, (_request, reply) =>
    reply.redirect('/iconos/favicon.ico', 301),
  );
}

/** Serves a declared page: parses its data, renders its component, and the browser's script hydrates it. */
export function servePage<P extends PageSpec>(app: FastifyInstance, spec: P, loader: PageLoader<P>): void {
  app.get(spec.path, { config: { access: spec.access, guarded: true } }, async (request, reply) => {
    const now = app.core.clock.now();
    const callers = await app.core.authenticate(request, now);
    admit(spec.access, callers);
    const effects = newEffects();
    const acting = { callers: asAudience(spec.access, callers), now };
    const ctx = contextOf(app, request, acting, app.core.database.db, effects);
    const result = await loader(ctx, parseInput(spec, request)).finally(() => settle(reply, app, effects));
    if ('redirect' in result)
      return reply.header('cache-control', 'no-store').redirect(result.redirect, result.status ?? 302);
    const personal = spec.access !== 'public' || (callers.client?.saleIds.length ?? 0) > 0;
    return reply.send(await renderPage(app, request, reply, { spec, personal, ...result }));
  });
}

function parseInput<P extends PageSpec>(spec: P, request: FastifyRequest): PageInput<P> {
  const params = spec.params?.safeParse(request.params);
  const query = spec.query?.safeParse(request.query);
  if (params?.success === false || query?.success === false) throw notFound();
  return { params: params?.data, query: query?.data } as PageInput<P>;
}

/** For the error handler: renders a refusal as a page for buyers, or as plain text if rendering fails. */
export function errorPageOf(app: FastifyInstance): ErrorPage {
  return async (request, reply, status, error) => {
    const data = {
      status,
      message: error.message,
      code: error.code,
      requestId: error.request_id,
      errors: error.errors ?? [],
      retryAfter: error.retry_after ?? null,
      way: wayIn(error.current),
      form: formAgain(request),
    };
    try {
      return await renderPage(app, request, reply, { spec: errorPage, data, status });
    } catch (fault) {
      request.log.error({ err: fault }, 'the error page could not be rendered');
      void reply.type('text/plain; charset=utf-8');
      return `${error.message} (${error.request_id})`;
    }
  };
}

/** The plain form that was sent, with the fields that its endpoint allows to show again. */
function formAgain({ routeOptions, url, body }: FastifyRequest): z.output<typeof errorPage.data>['form'] {
  const { again } = routeOptions.config;
  if (!again || !body || typeof body !== 'object') return null;
  const sent = new Map<string, unknown>(Object.entries(body));
  const typed = again.flatMap((field): [string, string][] => {
    const value = sent.get(field);
    return typeof value === 'string' ? [[field, value]] : [];
  });
  return { action: url, typed: Object.fromEntries(typed) };
}

function wayIn(current: unknown): z.output<typeof ErrorWay> | null {
  const read = z.object({ way: ErrorWay }).safeParse(current);
  return read.success ? read.data.way : null;
}

async function renderPage(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  page: { spec: PageSpec; data: unknown; personal?: boolean; head?: Partial<Head>; status?: number },
): Promise<string> {
  const { spec, personal = true, status = 200 } = page;
  const { config } = app.core.services;
  const [bundle, { site, hosts, stylesheet }] = await Promise.all([app.pages.bundle(), app.pages.site()]);
  const state: PageState = {
    name: spec.name,
    data: spec.data.parse(page.data),
    site,
    csrf: csrfToken(request, reply, config),
  };
  const assets = bundle.assetsOf(spec.name);
  const html = documentOf({
    head: {
      title: spec.title,
      description: spec.description,
      robots: spec.robots ?? 'noindex',
      ...page.head,
    },
    state,
    markup: bundle.render(state),
    assets,
    stylesheet,
    appUrl: config.appUrl,
    themeColors: bundle.themeColors,
  });
  const shared = !personal && status === 200;
  void reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy(assets.cssHash, hosts, spec.wasm ?? false))
    // Never store a buyer's pages: public pages show personal data, too. Other visitors may use the back button.
    .header('cache-control', shared ? 'private, no-cache' : 'no-store')
    .header('referrer-policy', shared ? 'strict-origin-when-cross-origin' : (spec.referrer ?? 'no-referrer'))
    .header('vary', 'cookie');
  return html;
}

/** Content policy: no inline script, only the configured external hosts; the one inline style is allowed by its hash. */
function policy(styleHash: string, hosts: readonly string[], wasm: boolean): string {
  const foreign = hosts.map((host) => ` ${host}`).join('');
  return [
    `default-src 'none'`,
    `script-src 'self'${wasm ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src 'self' ${styleHash}`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `media-src 'self' blob:${foreign}`,
    `frame-src 'self'${foreign}`,
    `worker-src 'self' blob:`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

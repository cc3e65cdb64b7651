import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access } from '#contract/access.ts';
import type { Answered, EndpointSpec, Input } from '#contract/endpoint.ts';
import { MESSAGES } from '#contract/errors.ts';
import { admit, asAudience, type Callers } from './auth.ts';
import { announceTouched, keepUp } from './changes.ts';
import { DEVICE_COOKIE, type Context } from './context.ts';
import { csrfSecretOf, requireCsrf } from './csrf.ts';
import { isDeadlock } from './db.ts';
import { invalid, Refused } from './errors.ts';
import { noteList } from './exports/lists.ts';
import { readForm } from './form.ts';
import { answeredBefore, bodyHash, once, type KeyedRequest } from './idempotency.ts';
import { Prepared, sendPrepared } from './prepared.ts';
import { admitBody } from './door.ts';
import type { RequestFiles } from './pending.ts';
import { withoutUnseen } from './unseen.ts';
import { fieldName } from './zodErrors.ts';

export type Handler<E extends EndpointSpec> = (
  ctx: Context,
  input: Input<E>,
) => Promise<Answered<E> | Prepared> | Answered<E> | Prepared;

/** Slow work that must not hold a connection or a lock (decoding pictures): runs after parsing, before the transaction. */
export type Before<E extends EndpointSpec> = (ctx: Context, input: Input<E>) => Promise<void>;

/** Every endpoint of the application, for OpenAPI and the generated tests. */
const declared = new WeakMap<FastifyInstance, EndpointSpec[]>();
export const endpointsOf = (app: FastifyInstance): readonly EndpointSpec[] => declared.get(app) ?? [];

/**
 * Implements a declared endpoint. In order: authentication (401), CSRF (403), permission (403), validation (422), then the
 * use case, in one transaction except for GET. The answer is parsed, so undeclared keys are removed.
 */
export function route<E extends EndpointSpec>(
  app: FastifyInstance,
  spec: E,
  handler: Handler<E>,
  { before }: { before?: Before<E> } = {},
): void {
  const list = declared.get(app.root) ?? [];
  declared.set(app.root, [...list, spec]);
  noteList(spec, handler);
  app.route({
    method: spec.method,
    url: spec.path,
    config: {
      access: spec.access,
      guarded: true,
      ...(spec.again && { again: spec.again }),
      ...(spec.limit && { rateLimit: rateOf(spec.limit) }),
    },
    handler: async (request, reply) => {
      const now = app.core.clock.now();
      const callers = await app.core.authenticate(request, now);
      const acts = spec.method !== 'GET' || spec.csrf === true;
      const mayBringTokenInForm = isPlainForm(request) || (spec.files !== undefined && request.isMultipart());
      const tokenInForm =
        acts && !callers.bearer && mayBringTokenInForm && request.headers['x-csrf-token'] === undefined;
      // Without a CSRF secret a token in the form cannot be valid: refuse before reading the body.
      if (acts && !callers.bearer && !(tokenInForm && csrfSecretOf(request) !== undefined))
        checkCsrf(request, spec);
      admit(spec.access, callers, spec.duringSecondStep);
      if (acts && !spec.whileViewing && asAudience(spec.access, callers).staff?.viewAs)
        throw new Refused(403, 'VIEW_AS', MESSAGES.VIEW_AS);
      if (tokenInForm && isPlainForm(request)) checkCsrf(request, spec, tokenOf(request.body));

      // The body of a request with files is read only from here on; if the request is refused, its files are deleted.
      const body = await admitBody(app, request, spec, { callers, now });
      const files = app.core.services.files.forRequest();
      try {
        const first = tokenInForm ? (token: unknown) => checkCsrf(request, spec, token) : undefined;
        const form =
          spec.files &&
          (await readForm(request, files, spec.files, {
            keepsFiles: spec.keepsFiles,
            first,
            room: body.room,
          }));
        const input = {
          params: parse(spec.params, request.params, 404),
          query: parse(spec.query, request.query),
          body: parse(spec.body, withoutUnseen(form?.body ?? request.body ?? {})),
        } as Input<E>;
        const call: Call<E> = {
          spec,
          handler,
          input,
          files,
          uploads: form?.uploads ?? new Map(),
          refusedFiles: form?.refused ?? [],
          callers: asAudience(spec.access, callers),
          now,
        };
        await before?.(contextOf(app, request, call, app.core.database.db), input);
        const answer =
          acts && !spec.ownTransactions
            ? await inTransaction(app, request, reply, call)
            : await directly(app, request, reply, call);
        return await send(request, reply, spec, answer);
      } finally {
        await files.discard();
        await body.settle();
      }
    },
  });
}

const tokenOf = (body: unknown) =>
  body && typeof body === 'object' && '_token' in body ? body._token : undefined;

const rateOf = ({ max, seconds }: NonNullable<EndpointSpec['limit']>) => ({
  max,
  timeWindow: seconds * 1000,
});

/** A GET endpoint that returns bytes; the same access rules apply. `limit`: for expensive ones. */
export function serveBytes(
  app: FastifyInstance,
  { path, access, limit }: { path: string; access: Access; limit?: EndpointSpec['limit'] },
  handler: (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const config = { access, guarded: true as const, ...(limit && { rateLimit: rateOf(limit) }) };
  app.get(path, { config }, async (request, reply) => {
    const now = app.core.clock.now();
    const callers = await app.core.authenticate(request, now);
    admit(access, callers);
    return handler(contextOf(app, request, { callers, now }, app.core.database.db), request, reply);
  });
}

interface Call<E extends EndpointSpec> {
  spec: E;
  handler: Handler<E>;
  input: Input<E>;
  files: RequestFiles;
  uploads: Context['uploads'];
  refusedFiles: Context['refusedFiles'];
  callers: Callers;
  now: Date;
}

/** Deadlock: PostgreSQL aborts one transaction; it is safe to retry. */
const TRIES = 3;

async function inTransaction<E extends EndpointSpec>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call<E>,
): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await tryTransaction(app, request, reply, call);
    } catch (error) {
      if (attempt === TRIES || !isDeadlock(error)) throw error;
      request.log.warn({ err: error, attempt }, 'deadlock, once more');
    }
}

async function tryTransaction<E extends EndpointSpec>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call<E>,
): Promise<unknown> {
  const effects = newEffects();
  let refused: Refused | undefined;
  const answer = await app.core.database.db.transaction(async (tx) => {
    const ctx = contextOf(app, request, call, tx, effects);
    try {
      const keyed = await keyedRequest(app, request, call, ctx);
      const done = keyed
        ? await once(ctx, keyed, async () => call.spec.answer.parse(await call.handler(ctx, call.input)))
        : await call.handler(ctx, call.input);
      await keepUp(ctx);
      await announceTouched(ctx, call.spec.touches ?? []);
      await call.files.accept();
      return done;
    } catch (error) {
      if (!(error instanceof Refused && error.details.keep)) throw error;
      await keepUp(ctx);
      await call.files.accept();
      refused = error;
      return undefined;
    }
  });
  await settle(reply, app, effects);
  if (refused) throw refused;
  return answer;
}

/** The caller, key and body hash of an idempotent request; undefined without an Idempotency-Key. */
async function keyedRequest<E extends EndpointSpec>(
  app: FastifyInstance,
  request: FastifyRequest,
  { spec, input, uploads }: Call<E>,
  ctx: Context,
): Promise<KeyedRequest | undefined> {
  const key = request.headers['idempotency-key'];
  if (!spec.idempotent || typeof key !== 'string') return undefined;
  if (key.length > 200) throw new Refused(422, 'IDEMPOTENCY', MESSAGES.IDEMPOTENCY);
  const caller = await app.core.callerKey(ctx, request);
  return { caller, key, endpoint: `${spec.method} ${spec.path}`, bodyHash: bodyHash(input, uploads) };
}

async function directly<E extends EndpointSpec>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call<E>,
): Promise<unknown> {
  const effects = newEffects();
  const ctx = contextOf(app, request, call, app.core.database.db, effects);
  if (call.spec.ownTransactions)
    ctx.transaction = async <A>(act: (inner: Context) => Promise<A>, { once = false } = {}) =>
      (await inTransaction(app, request, reply, {
        ...call,
        callers: { ...call.callers, client: ctx.client },
        spec: once ? call.spec : { ...call.spec, idempotent: false },
        handler: async (inner) => {
          const answer = await act(inner);
          ctx.client = inner.client;
          return answer as Answered<E>;
        },
      })) as A;
  try {
    const keyed = call.spec.ownTransactions && (await keyedRequest(app, request, call, ctx));
    const known = keyed && (await answeredBefore(ctx, keyed));
    return known ? known.answer : await call.handler(ctx, call.input);
  } finally {
    await settle(reply, app, effects);
  }
}

/** Effects to run after the commit. */
export interface Effects {
  cookies: Parameters<Context['setCookie']>[];
  actions: (() => void | Promise<void>)[];
}
export const newEffects = (): Effects => ({ cookies: [], actions: [] });

export function contextOf(
  app: FastifyInstance,
  request: FastifyRequest,
  call: {
    callers: Callers;
    files?: RequestFiles;
    uploads?: Context['uploads'];
    refusedFiles?: Context['refusedFiles'];
    now: Date;
  },
  db: Context['db'],
  effects: Effects = newEffects(),
): Context {
  const ctx: Context = {
    ...app.core.services,
    ...(call.files && { files: call.files }),
    db,
    now: call.now,
    log: request.log,
    requestId: request.id,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    staff: call.callers.staff,
    client: call.callers.client,
    besideStaff: call.callers.besideStaff ?? null,
    uploads: call.uploads ?? new Map(),
    refusedFiles: call.refusedFiles ?? [],
    visitor: csrfSecretOf(request) ?? null,
    device: request.cookies[DEVICE_COOKIE] ?? null,
    transaction: (act) => act(ctx),
    setCookie: (...cookie) => void effects.cookies.push(cookie),
    afterCommit: (action) => void effects.actions.push(action),
  };
  return ctx;
}

export async function settle(reply: FastifyReply, app: FastifyInstance, effects: Effects): Promise<void> {
  const { secure, COOKIE_DOMAIN } = app.core.services.config;
  for (const [name, value, { maxAge, readable }] of effects.cookies)
    void reply.setCookie(name, value, {
      path: '/',
      httpOnly: !readable,
      sameSite: 'lax',
      secure,
      maxAge,
      ...(COOKIE_DOMAIN && { domain: COOKIE_DOMAIN }),
    });
  // The write is committed; a failed action is only logged.
  for (const action of effects.actions)
    await Promise.resolve()
      .then(action)
      .catch((error: unknown) => reply.log.error({ err: error }, 'after the commit'));
}

function send(request: FastifyRequest, reply: FastifyReply, spec: EndpointSpec, answer: unknown) {
  if (answer instanceof Prepared) return sendPrepared(request, reply, answer);
  const parsed: unknown = spec.answer.parse(answer);
  void reply.header('cache-control', 'no-store');
  if (spec.seeOther && prefersHtml(request)) return reply.redirect(spec.seeOther(parsed as never), 303);
  return reply.code(spec.status ?? 200).send(parsed);
}

/** Whether the client wants HTML: a form sent without JavaScript expects a page. */
export const prefersHtml = (request: FastifyRequest) =>
  (request.headers.accept ?? '').trimStart().startsWith('text/html');

const isPlainForm = (request: FastifyRequest) =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;

/** A program that signs in (no Origin, no cookie) needs no CSRF token: a page cannot forge that (rulings.md 9). */
function checkCsrf(request: FastifyRequest, spec: EndpointSpec, token?: unknown): void {
  if (spec.csrf === false && !request.headers.origin && !request.headers.cookie) return;
  requireCsrf(request, token);
}

const FAULTS_TOLD = 100;

function parse(schema: z.ZodType | undefined, value: unknown, refusal: 404 | 422 = 422): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (refusal === 404) throw new Refused(404, 'NOT_FOUND', MESSAGES.NOT_FOUND);
  // A long list of invalid items would produce one error each.
  const told = parsed.error.issues.slice(0, FAULTS_TOLD);
  throw invalid(told.map((issue) => ({ field: fieldName(issue.path), message: issue.message })));
}

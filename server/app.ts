import cookie from '@fastify/cookie';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import { allowanceOf, authenticate } from './authenticate.ts';
import type { Clock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import type { RecordFiles, Services } from './kernel/context.ts';
import type { Database } from './kernel/db.ts';
import { endUnread, refuseCompressed } from './kernel/door.ts';
import { refuseAddress, registerErrors } from './kernel/errorHandler.ts';
import { registerForms } from './kernel/form.ts';
import type { Files } from './kernel/files.ts';
import { registerHeaders } from './kernel/headers.ts';
import { registerHealth } from './kernel/health.ts';
import { openJobs } from './kernel/jobs.ts';
import { openMailer } from './kernel/mail.ts';
import { registerOpenApi } from './kernel/openapi.ts';
import { registerOffice } from './kernel/office.ts';
import { errorPageOf, registerPages } from './kernel/pages.ts';
import { openSafeMode } from './kernel/safeMode.ts';
import { openRealtime } from './kernel/realtime/realtime.ts';
import { sealer, signer } from './kernel/secrets.ts';
import { sessionStandings } from './modules/company/auth/sessions.service.ts';
import {
  clientStandings,
  ensureCustomerSession,
} from './modules/sales/buyerAccess/customerSession.service.ts';
import { readSite } from './modules/company/settings/settings.service.ts';
import { frameMail, writeMessage } from './modules/company/templates/templates.service.ts';
import { legalJob } from './demo/legal/legal.job.ts';
import { worksJob } from './demo/works/works.job.ts';
import { deliverPastJob, pastJob } from './demo/past/past.job.ts';
import { knows, modules } from './modules.ts';

export interface Parts {
  config: Config;
  database: Database;
  clock: Clock;
  files: Files;
  log: FastifyBaseLogger;
  /** The installation's secret; every signing key is derived from it. */
  secret: string;
}

/** Builds the whole application from its parts. It does not listen or start jobs yet. */
export async function buildApp({
  config,
  database,
  clock,
  files,
  log,
  secret,
}: Parts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY?.split(',') ?? false,
    bodyLimit: 1_048_576,
    requestTimeout: 120_000,
    connectionTimeout: 130_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: true,
    frameworkErrors: refuseAddress,
  });
  const safeMode = openSafeMode(config.DATA_DIR);
  const { mailer, deliverMail } = openMailer(config, { write: writeMessage, frame: frameMail }, safeMode);
  const records: Services['records'] = new Map(
    modules.flatMap((module) => Object.entries(module.records ?? {})),
  );
  const recordFiles = new Map<string, RecordFiles[]>();
  for (const module of modules)
    for (const [reference, of] of Object.entries(module.recordFiles ?? {}))
      recordFiles.set(reference, [...(recordFiles.get(reference) ?? []), of]);
  const parts: Omit<Services, 'jobs'> = {
    config,
    files,
    mail: mailer,
    safeMode,
    sign: (purpose: string) => signer(secret, purpose),
    records,
    recordFiles,
    knows,
    wantedAnew: new Map(modules.flatMap(({ wantsAnew = {} }) => Object.entries(wantsAnew))),
    tells: new Map(modules.flatMap(({ tells = {} }) => Object.entries(tells))),
    guards: new Map(modules.flatMap(({ guards = {} }) => Object.entries(guards))),
    changes: {
      followers: modules.flatMap(({ followers = [] }) => followers),
      keepers: modules.flatMap(({ keepers = [] }) => keepers),
    },
    postings: Map.groupBy(
      modules.flatMap(({ postings = [] }) => postings),
      ({ record }) => record,
    ),
    channels: new Map(modules.flatMap(({ channels = {} }) => Object.entries(channels))),
    seal: (purpose: string) => sealer(secret, purpose),
  };
  const services = parts as Services;
  const jobs = openJobs(
    [
      deliverMail,
      legalJob,
      worksJob,
      pastJob(database),
      deliverPastJob,
      ...modules.flatMap((module) => module.jobs ?? []),
    ],
    {
      database,
      clock,
      log,
      services: () => services,
    },
  );
  services.jobs = jobs;

  app.decorate('root', app);
  app.decorate('core', {
    database,
    clock,
    services,
    jobs,
    authenticate: (request, now, options) => authenticate(database.db, request, now, options),
    standings: (sessionIds, now) => sessionStandings(database.db, sessionIds, now),
    clientStandings: (sessionIds, now) => clientStandings(database.db, sessionIds, now),
    realtime: openRealtime(app, { database, config }),
    callerKey: async (ctx) =>
      ctx.staff ? `staff:${ctx.staff.userId}` : `visitor:${(await ensureCustomerSession(ctx)).sessionId}`,
    counters: new Map(modules.flatMap((module) => Object.entries(module.counters ?? {}))),
    tasks: new Map(modules.flatMap((module) => Object.entries(module.tasks ?? {}))),
  });
  app.addHook('onRoute', (options) => {
    if (options.config?.access === undefined && options.method !== 'HEAD')
      throw new Error(`${String(options.method)} ${options.url} declares no access`);
    if (options.config?.access !== 'public' && !options.config?.guarded)
      throw new Error(`${String(options.method)} ${options.url} declares an access that nothing asks for`);
  });

  await app.register(cookie);
  await app.register(rateLimit, {
    global: true,
    max: config.REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: allowanceOf,
    errorResponseBuilder: (_request, context) =>
      Object.assign(new Error(String(Math.ceil(context.ttl / 1000))), { statusCode: 429 }),
  });
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // The default, 11, is meant for files that are compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  refuseCompressed(app);
  endUnread(app);
  await registerForms(app);
  registerErrors(app, errorPageOf(app));
  registerHeaders(app);
  await registerHealth(app);
  await registerPages(app, { site: () => readSite(database.db) });
  await registerOffice(app);
  for (const module of modules) module.routes?.(app);
  registerOpenApi(app);
  return app;
}

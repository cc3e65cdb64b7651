import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticate } from './auth.ts';
import type { Clock } from './clock.ts';
import type { Context, RecordRule, Services } from './context.ts';
import type { Database } from './db.ts';
import type { JobRunner, JobSpec } from './jobs.ts';

/** What every route can reach through `app.house`. */
export interface House {
  database: Database;
  clock: Clock;
  services: Services;
  jobs: JobRunner;
  authenticate: Authenticate;
  /** Who repeats an idempotent request: the user, or the visitor's cookie (made when missing). */
  callerKey: (ctx: Context, request: FastifyRequest) => Promise<string>;
}

/** A module of the application: its routes and its jobs. */
export interface Module {
  name: string;
  routes?: (app: FastifyInstance) => void;
  jobs?: readonly JobSpec[];
  /** Who may open a record of this module, by the word that comments and files name it with (precontrato …). */
  records?: Readonly<Record<string, RecordRule>>;
}

declare module 'fastify' {
  interface FastifyInstance {
    house: House;
    /** The instance at the root, also seen from plugins. */
    root: FastifyInstance;
  }
}

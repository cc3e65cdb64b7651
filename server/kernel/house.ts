import type { SQL } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticate } from './auth.ts';
import type { Follower, Keeper } from './changes.ts';
import type { Clock } from './clock.ts';
import type { Context, RecordFiles, RecordRule, Services, WantedAnew } from './context.ts';
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
  /** What each module counts for the caller, by name. */
  counters: ReadonlyMap<string, Counter>;
}

/**
 * What waits for the caller, as a scalar sub-select of one number; null when it is not this person's work. All of them are asked in
 * one statement each minute by every open office: an index, and a bound.
 */
export type Counter = (ctx: Context) => SQL | null;

/** A module of the application: its routes and its jobs. */
export interface Module {
  name: string;
  routes?: (app: FastifyInstance) => void;
  jobs?: readonly JobSpec[];
  /** Who may open a record of this module, by the word that comments and files name it with (precontrato …). */
  records?: Readonly<Record<string, RecordRule>>;
  /** Files of this module that belong to a record, of whatever module, besides its own. */
  recordFiles?: Readonly<Record<string, RecordFiles>>;
  /** What waits on its pages, by the name that the menu knows it under. */
  counters?: Readonly<Record<string, Counter>>;
  /** What it knows of records of others: scalar sub-selects over the record's row, by kind and name. */
  knows?: Readonly<Record<string, Readonly<Record<string, SQL>>>>;
  /** Parts of records that it wants anew though they stand, by the kind of part. */
  wantsAnew?: Readonly<Record<string, WantedAnew>>;
  /** What it does when records of others change. */
  followers?: readonly Follower[];
  /** What it derives from records and their parts. */
  keepers?: readonly Keeper[];
}

declare module 'fastify' {
  interface FastifyInstance {
    house: House;
    /** The instance at the root, also seen from plugins. */
    root: FastifyInstance;
  }
}

import type { SQL } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticate } from './auth.ts';
import type { Follower, Keeper } from './changes.ts';
import type { Channel } from './channels.ts';
import type { Clock } from './clock.ts';
import type { Context, Guard, RecordFiles, RecordRule, Services, Teller, WantedAnew } from './context.ts';
import type { Database } from './db.ts';
import type { JobRunner, JobSpec } from './jobs.ts';
import type { PostingSource } from './postings.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { TaskSource } from './tasks.ts';

/** What every route can reach through `app.core`. */
export interface Core {
  database: Database;
  clock: Clock;
  services: Services;
  jobs: JobRunner;
  authenticate: Authenticate;
  /** What the permissions of open sessions depend on; ended sessions are missing. */
  standings: (sessionIds: readonly string[], now: Date) => Promise<ReadonlyMap<string, string>>;
  /** The same for customers' browsers: with the sales that are open in each. */
  clientStandings: (sessionIds: readonly string[], now: Date) => Promise<ReadonlyMap<string, string>>;
  /** Live updates. */
  realtime: Realtime;
  /** Identifies the caller of an idempotent request: the user, or the visitor's cookie (created if missing). */
  callerKey: (ctx: Context, request: FastifyRequest) => Promise<string>;
  /** The counters of all modules, by name. */
  counters: ReadonlyMap<string, Counter>;
  /** What each module has waiting for the caller, by the kind of task. */
  tasks: ReadonlyMap<string, TaskSource>;
}

/**
 * A scalar subquery for the number of items that wait for the caller; null if it is not the caller's work. Every open
 * office tab asks for all counters each minute, in one statement: each needs an index and a limit.
 */
export type Counter = (ctx: Context) => SQL | null;

/** A module of the application: its routes and its jobs. */
export interface Module {
  name: string;
  routes?: (app: FastifyInstance) => void;
  jobs?: readonly JobSpec[];
  /** Access rules of this module's records, by the kind that comments and files use (precontrato …). */
  records?: Readonly<Record<string, RecordRule>>;
  /** Files of this module that belong to a record of any module. */
  recordFiles?: Readonly<Record<string, RecordFiles>>;
  /** Counters for the menu, by menu name. */
  counters?: Readonly<Record<string, Counter>>;
  /** Its records that wait for a user, for the home page, by kind of task (contract/overview/home/tasks.ts). */
  tasks?: Readonly<Record<string, TaskSource>>;
  /** Columns for records of other modules: scalar subqueries over the record's row, by kind and name. */
  knows?: Readonly<Record<string, Readonly<Record<string, SQL>>>>;
  /** Valid parts of records that this module needs a newer version of, by the kind of part. */
  wantsAnew?: Readonly<Record<string, WantedAnew>>;
  /** What this module tells a buyer about a sale, by topic. */
  tells?: Readonly<Record<string, Teller>>;
  /** What this module has against a change of a record below it, by the name of the change. */
  guards?: Readonly<Record<string, Guard>>;
  /** What this module's records say to the books. */
  postings?: readonly PostingSource[];
  /** Reactions to changes of other modules' records. */
  followers?: readonly Follower[];
  /** The ways by which this module sends notices, by name. */
  channels?: Readonly<Record<string, Channel>>;
  /** Columns that this module derives from records and their parts. */
  keepers?: readonly Keeper[];
}

declare module 'fastify' {
  interface FastifyInstance {
    core: Core;
    /** The root instance, also visible inside plugins. */
    root: FastifyInstance;
  }
}

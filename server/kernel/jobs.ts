import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import { keepUp } from './changes.ts';
import type { Context, Services } from './context.ts';
import { hearLostLines, rows, type Database, type Db } from './db.ts';
import type { Clock } from './clock.ts';

/** A job's handler runs in one transaction and may run more than once: it must be idempotent. */
export type JobContext = Pick<
  Context,
  keyof Services | 'db' | 'now' | 'log' | 'staff' | 'client' | 'afterCommit'
>;

export interface JobSpec<S extends z.ZodType = z.ZodType> {
  name: string;
  payload: S;
  /** Cron in America/Panama, for scheduled jobs. */
  cron?: string;
  /** Number of retries after the first failure, with growing delays. */
  retries?: number;
  /** Only one job per `key` waits in the queue. */
  once?: boolean;
  /** Opens its own transactions, because slow external calls must not hold one open. */
  ownTransactions?: boolean;
  /** Also runs in safe mode (a restored copy): it only computes data and sends nothing outside. */
  inSafeMode?: boolean;
  run: (ctx: JobContext, payload: z.output<S>) => Promise<void>;
}

export const job = <S extends z.ZodType>(spec: JobSpec<S>): JobSpec<S> => spec;

/** What a sender needs of a job: its name and payload. So modules can send each other's jobs without import cycles. */
export type JobName<S extends z.ZodType> = Pick<JobSpec<S>, 'name' | 'payload'>;

export interface Jobs {
  /** Enqueues a job in the caller's transaction: without a commit there is no job. */
  send<S extends z.ZodType>(
    db: Db,
    spec: JobName<S>,
    payload: z.input<S>,
    options?: { after?: Date; key?: string },
  ): Promise<void>;
  /** Whether a job of a name waits, also one that failed and is tried again. One that runs does not wait. */
  waits(db: Db, spec: JobName<z.ZodType>): Promise<boolean>;
  /** Queues again the jobs of a name that failed for good after `since`, at most 1000 at once. Returns their number. */
  retryFailed(db: Db, name: string, since: Date): Promise<number>;
}

export interface JobRunner extends Jobs {
  /** Creates the queues, so jobs can be sent. */
  start(): Promise<void>;
  /** Starts the workers, after `start`. */
  work(): Promise<void>;
  stop(): Promise<void>;
  /** Runs one job now, as a worker would. */
  run(spec: JobSpec, payload: unknown): Promise<void>;
}

interface Parts {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  services: () => Services;
}

/** Without delay while batches are full, so a large backlog drains within seconds. */
const BATCHES = { pollingIntervalSeconds: 60, batchSize: 25, burstWhenBatchFull: true } as const;
/**
 * So often one statement asks which queues have something due, and wakes their workers. A hundred workers that ask for
 * themselves each second cost as many statements, beside every request; they do so each minute, in case this fails.
 */
const ASKED_MS = 1000;
const ZONE = 'America/Panama';
const DUE = `select q.name from jobs.queue q where exists (select from jobs.job j where j.name = q.name
  and j.state < 'active' and not j.blocked and j.start_after <= jobs.job_now())`;

export function openJobs(specs: readonly JobSpec[], { database, clock, log, services }: Parts): JobRunner {
  // A separate pool: the queue runs its own queries while the sender's transaction holds a connection. From the same
  // pool, many senders at once would deadlock.
  const pool = new pg.Pool({ ...database.pool.options, max: 2 });
  pool.on('error', (error) => log.warn({ reason: error.message }, 'job queue lost its connection'));
  hearLostLines(pool);
  const boss = new PgBoss({
    db: {
      executeSql: (text: string, values?: unknown[]) =>
        pool.query(text, values as unknown[]) as Promise<pg.QueryResult>,
    },
    // Created by the migrations: the application's role cannot create schemas.
    schema: 'jobs',
    createSchema: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));

  let stopWaiting = () => {};
  const workers = new Map<string, string>();
  let asking: NodeJS.Timeout | undefined;
  function wakeDue(): void {
    asking = setTimeout(async () => {
      try {
        const due = await pool.query<{ name: string }>({ name: 'due_jobs', text: DUE });
        for (const { name } of due.rows) if (workers.has(name)) boss.notifyWorker(workers.get(name)!);
      } catch (error) {
        if (asking) log.warn({ err: error }, 'job queue');
      }
      if (asking) wakeDue();
    }, ASKED_MS);
  }

  async function run(spec: JobSpec, payload: unknown): Promise<void> {
    const parsed = spec.payload.parse(payload);
    const after: (() => void | Promise<void>)[] = [];
    const contextOf = (db: Db): JobContext => ({
      ...services(),
      db,
      now: clock.now(),
      log: log.child({ job: spec.name }),
      staff: null,
      client: null,
      afterCommit: (action) => void after.push(action),
    });
    if (spec.ownTransactions) await spec.run(contextOf(database.db), parsed);
    else
      await database.db.transaction(async (tx) => {
        const ctx = contextOf(tx);
        await spec.run(ctx, parsed);
        await keepUp(ctx);
      });
    for (const action of after) await action();
  }

  return {
    async send(db, spec, payload, options = {}) {
      await boss.send(spec.name, spec.payload.parse(payload) as object, {
        db: fromDrizzle(db, sql),
        ...(options.after && { startAfter: options.after }),
        ...(options.key && { singletonKey: options.key }),
      });
    },
    async waits(db, { name }) {
      const found = await rows(
        db,
        sql`select 1 from jobs.job where name = ${name} and state in ('created', 'retry') limit 1`,
      );
      return found.length > 0;
    },
    async retryFailed(db, name, since) {
      const failed = await rows<{ id: string }>(
        db,
        sql`select id from jobs.job where name = ${name} and state = 'failed' and completed_on > ${since}
          order by completed_on limit 1000`,
      );
      if (failed.length === 0) return 0;
      const ids = failed.map(({ id }) => id);
      await boss.retry(name, ids, { db: fromDrizzle(db, sql) });
      return ids.length;
    },
    async start() {
      await boss.start();
      // Creating a queue that exists changes nothing and costs several statements.
      const there = new Set((await boss.getQueues()).map(({ name }) => name));
      for (const spec of specs.filter(({ name }) => !there.has(name)))
        await boss.createQueue(spec.name, {
          retryLimit: spec.retries ?? 5,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: 3600,
          ...(spec.once && { policy: 'short' as const }),
        });
    },
    async work() {
      const { safeMode } = services();
      const waiting = safeMode.active() ? specs.filter((spec) => !spec.inSafeMode) : [];
      await workOn(specs.filter((spec) => !waiting.includes(spec)));
      wakeDue();
      if (waiting.length === 0) return;
      log.warn('safe mode: a restored copy sends nothing until somebody says that it is the one');
      // A schedule restored with the copy would fill its queue meanwhile.
      for (const { name, cron } of waiting) if (cron) await boss.unschedule(name);
      stopWaiting = safeMode.onLeave(() => {
        workOn(waiting).catch((error: unknown) => log.error({ err: error }, 'job queue'));
      });
    },
    async stop() {
      stopWaiting();
      clearTimeout(asking);
      asking = undefined;
      await boss.stop({ graceful: true, timeout: 10_000 });
      await pool.end();
    },
    run,
  };

  async function workOn(those: readonly JobSpec[]): Promise<void> {
    const planned = new Map((await boss.getSchedules()).map((one) => [one.name, one]));
    for (const spec of those) {
      const worker = await boss.work(spec.name, BATCHES, async (list) => {
        // One failed job does not block the others. The batch is retried; jobs already done run again without effect.
        const faults: unknown[] = [];
        for (const one of list)
          await run(spec, one.data).catch((fault: unknown) => {
            // The queue keeps the reason where only a query finds it.
            log.warn({ err: fault, job: spec.name }, 'a job failed, and is tried again');
            faults.push(fault);
          });
        if (faults.length > 0) throw faults[0];
      });
      workers.set(spec.name, worker);
      if (!spec.cron) continue;
      const plan = planned.get(spec.name);
      // Written at each start, seventy of them would run beside the first requests.
      if (plan?.cron !== spec.cron || plan.timezone !== ZONE)
        await boss.schedule(spec.name, spec.cron, {}, { tz: ZONE });
    }
  }
}

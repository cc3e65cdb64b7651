import type pg from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { panamaDay } from '#contract/dates.ts';
import { rows, sql, type Database, type Db } from '#server/kernel/db.ts';
import type { Files } from '#server/kernel/files.ts';
import type { JobRunner, Jobs } from '#server/kernel/jobs.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { knows } from '#server/modules.ts';
import { keepSteps } from '#server/modules/sales/board/stages.service.ts';
import { ExpireClaim } from '#server/modules/sales/claims/claims.service.ts';
import { chance } from '../chance.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { AROUND_TABLES, tellAround } from './around.ts';
import { SEVEN_YEARS } from './course.ts';
import { withoutIndexes } from './copy.ts';
import { makeFrame, sensitiveTypes } from './frame.ts';
import { quoteFrame } from './quotes.ts';
import { tellSale } from './sales.ts';
import { newCounters, type Checklist, type Counters, type Telling } from './telling.ts';
import { compareTwice } from './twice.ts';
import { newSheets, OWN_TABLES, sendAll } from './sheets.ts';

/** The options of a large company, kept in the setting `demoLarge`. */
export interface LargeOptions {
  /** Number of sales, up to a million. */
  count: number;
  seed: number;
  password: string;
}

interface House {
  database: Database;
  files: Files;
  jobs: JobRunner;
}

/** Sales per batch: some tens of megabytes of text. */
const BATCH = 4000;

/**
 * Fills an empty database with a company of `count` sales, in one transaction. Writes rows by COPY with triggers off,
 * because each row is already consistent; then counts totals set-based, builds indexes and runs ANALYZE. The same seed
 * gives the same company. Throws if the database already has users.
 */
export async function makeLargeCompany(
  { database, files, jobs }: House,
  { count, seed, password }: LargeOptions,
  { now = new Date(), progress = () => undefined }: { now?: Date; progress?: (done: number) => void } = {},
): Promise<void> {
  const client = await database.pool.connect();
  let twice: readonly number[] = [];
  try {
    await client.query('begin');
    await client.query(
      `set local session_replication_role = replica; set local statement_timeout = 0;
       set local maintenance_work_mem = '512MB'; set local max_parallel_maintenance_workers = 0`,
    );
    const db = drizzle(client);
    // Truncating the tables would destroy a real company.
    if ((await db.$count(users)) > 0) throw new Error('ya hay una empresa en esta base de datos');
    const frame = await makeFrame({ db, files, now }, { count, password });
    const counters = newCounters(await lastLot(db), count);
    const telling = await beginTelling(db, {
      frame,
      course: SEVEN_YEARS,
      counters,
      random: chance(seed),
      now,
    });
    twice = counters.twice;
    await client.query(`truncate ${OWN_TABLES.join(', ')} cascade`);
    await withoutIndexes(client, [...OWN_TABLES, 'lots', 'search_entries'], async () => {
      for (let first = 1; first <= count; first += BATCH) {
        const last = Math.min(count, first + BATCH - 1);
        for (let id = first; id <= last; id += 1) tellSale(telling, id, count);
        await sendAll(client, telling.sheets, { frozen: true });
        progress(last);
      }
      await client.query('select fill_search_entries()');
      await client.query(
        'analyze sales, payments, payment_plans, disbursements, people, consents, lots, lot_claims',
      );
      // The waitlists added below are for lots with a claim, so they change no lot's state.
      await client.query('select fill_lot_states()');
    });
    await withoutIndexes(client, AROUND_TABLES, () =>
      tellAround(client, {
        now: telling.now,
        file: frame.proofs[0]!,
        people: frame,
        last: count,
      }),
    );
    const inside = drizzle({ client });
    for (let first = 1; first <= count; first += STEPS_AT_ONCE)
      await keepSteps(
        { db: inside, now, knows },
        Array.from({ length: Math.min(STEPS_AT_ONCE, count - first + 1) }, (_, at) => first + at),
      );
    await finish(client, counters);
    await db.insert(settings).values([
      { key: 'demo', value: true, updatedAt: now },
      { key: 'demoLarge', value: { count, seed }, updatedAt: now },
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release(true);
  }
  await announceEnds(database.db, jobs, count);
  await closeBulk(database.db);
  await compact(database);
  await compareTwice(database, twice);
}

const STEPS_AT_ONCE = 2000;

/** The end of the feed is looked for within its last transaction, which must not be the one with every change. */
const closeBulk = (db: Db) =>
  db.execute(
    sql`insert into changes (at, record, record_id, verb, actor_kind) values (now(), 'precontrato', 0, 'tocado', 'system')`,
  );

/** Tables whose rows were written and then updated: without this, half of them and of their indexes would be dead. */
const WRITTEN_TWICE = ['sales', 'sale_cards', 'lots'];

/** Takes minutes with a million sales, so without the usual statement timeout. */
async function compact({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(`vacuum full ${WRITTEN_TWICE.join(', ')}`);
    // Fills the visibility map, which indexes alone need.
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

/** Tables whose ids were assigned here. */
const NUMBERED = [
  'people', 'sales', 'lots', 'lot_claims', 'documents', 'payments', 'payment_plans', 'bank_applications', 'promise_letters',
  'disbursements', 'prospects', 'quotes', 'appointments',
]; // prettier-ignore

/** Does what triggers and identity columns would have done. */
async function finish(client: pg.ClientBase, { receipt, codes, quoteCodes }: Counters): Promise<void> {
  await client.query('select fill_sale_totals()');
  for (const table of NUMBERED)
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), coalesce((select max(id) from ${table}), 1), exists (select from ${table}))`,
    );
  const series = [...codes].map(([year, last]) => [`sale_code_${year}`, last] as const);
  const proformas = [...quoteCodes].map(([year, last]) => [`sale_code_pf_${year}`, last] as const);
  for (const [name, last] of [...series, ...proformas]) {
    await client.query(`create sequence if not exists ${name}`);
    await client.query(`select setval('${name}', $1)`, [last]);
  }
  await client.query(`insert into receipt_series (name, last) values ('recibos', $1)`, [receipt]);
}

/** Everything that the sales are told with. */
export async function beginTelling(
  db: Db,
  { now, ...given }: Pick<Telling, 'frame' | 'course' | 'counters' | 'random'> & { now: Date },
): Promise<Telling> {
  const today = panamaDay(now);
  return {
    ...given,
    sheets: newSheets(),
    now: now.getTime(),
    buyers: [],
    checklists: await checklists(db, today),
    sensitive: await sensitiveTypes(db),
    terms: await quoteFrame(db, today),
  };
}

export const lastLot = async (db: Db): Promise<number> =>
  (await rows<{ last: number }>(db, sql`select coalesce(max(id), 0) last from lots`))[0]!.last;

/** Today's checklist for every sector and form of payment; reads the requirements once. */
async function checklists(db: Db, day: string): Promise<Checklist> {
  const found = await rows<{ typeId: number; label: string; sector: string | null; form: string | null }>(
    db,
    sql`select r.type_id "typeId", coalesce(r.label, t.label) label, r.work_sector sector, r.payment_form form
      from document_requirements r join document_types t on t.id = r.type_id
      where r.required and r.valid_from <= ${day} and coalesce(r.valid_to, ${day}) >= ${day} order by r.type_id`,
  );
  const known = new Map<string, ReturnType<Checklist>>();
  return (sector, cash) => {
    const form = cash ? 'contado' : 'hipoteca';
    const key = `${sector} ${form}`;
    const made =
      known.get(key) ??
      found.filter((one) => (one.sector ?? sector) === sector && (one.form ?? form) === form);
    known.set(key, made);
    return made;
  };
}

/** Queues the expiry job of every claim with an end, up to the last one told, as the use case would. */
export async function announceEnds(db: Database['db'] | Db, jobs: Jobs, last: number): Promise<void> {
  const ending = await rows<{ id: number; until: string }>(
    db,
    sql`select id, until from lot_claims where released_at is null and until is not null and id <= ${last}`,
  );
  for (let at = 0; at < ending.length; at += 500)
    await db.transaction(async (tx) => {
      for (const { id, until } of ending.slice(at, at + 500))
        await jobs.send(tx, ExpireClaim, { claimId: id }, { after: new Date(until) });
    });
}

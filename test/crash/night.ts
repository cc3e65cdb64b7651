import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { APPLICATION, PAYMENT } from '#contract/company/catalogs/states.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { OPEN_QUOTES } from '#contract/sales/quotes/rules.ts';
import { anyOf, row, sql, type Database } from '#server/kernel/db.ts';
import { modules } from '#server/modules.ts';
import type { Company } from './company.ts';
import type { CrashLlave } from './llave.ts';
import { workAll } from './workers.ts';

/** Sales that become due in one night: few, so the jobs compete for the same rows. */
const SALES = 25;
const BY_CLOCK = modules.flatMap(({ jobs = [] }) => jobs).filter(({ cron }) => cron);

/** Makes the same sales due for all jobs. Claims are left alone, because current buyers rely on them. */
async function makeDue({ db }: Database): Promise<void> {
  const some = sql`(select id from sales where code is not null order by random() limit ${SALES})`;
  await db.execute(sql`create temporary table due as ${some}`);
  const yesterday = sql`(current_date - 1)`;
  for (const statement of [
    sql`update payments set due_at = now() - interval '2 days'
      where sale_id in (select id from due) and state_id = ${PAYMENT.pending}`,
    sql`update documents set expires_on = ${yesterday}
      where sale_id in (select id from due) and state_id = ${DOCUMENT.approved}`,
    // Few sales are with a bank: each of them is due.
    sql`update bank_applications set preapproved_until = ${yesterday} where id in
      (select id from bank_applications where state_id = ${APPLICATION.preapproved} for no key update skip locked)`,
    sql`update bank_applications set follow_up_due_on = current_date where id in
      (select id from bank_applications where follow_up_due_on is not null for no key update skip locked)`,
    sql`update promise_letters set warned_days = null, issued_on = least(issued_on, current_date - 90),
      expires_on = case when random() < 0.5 then ${yesterday} else current_date + 7 end
      where id in (select id from promise_letters for no key update skip locked)`,
    sql`update sale_cards set due_on = ${yesterday} where sale_id in (select id from due) and due_on is not null`,
    sql`update quotes set valid_until = ${yesterday}
      where id in (select id from quotes where state_id in ${anyOf(OPEN_QUOTES)} order by random() limit 5)`,
    sql`drop table due`,
  ])
    await db.execute(statement);
}

/** Deadlocks in this database since its creation. Restarts first, because PostgreSQL reports them on disconnect. */
export async function deadlocksOf(llave: CrashLlave): Promise<number> {
  await llave.stop();
  await llave.start();
  const found = await llave.look(({ db }) =>
    row<{ total: number }>(
      db,
      sql`select deadlocks::int total from pg_stat_database where datname = current_database()`,
    ),
  );
  return found!.total;
}

/** Runs every scheduled job, for so many nights, while everybody works. Returns how many jobs ran. */
export async function workThroughNights(
  llave: CrashLlave,
  company: Company,
  nights: number,
): Promise<number> {
  const { ledger } = company;
  ledger.begin();
  const jobs = llave.look(async (database) => {
    const boss = new PgBoss({
      db: { executeSql: (text: string, values?: unknown[]) => database.pool.query(text, values) },
      schema: 'jobs',
      createSchema: false,
      supervise: false,
      schedule: false,
    });
    boss.on('error', (error) => process.stderr.write(`${error.stack}\n`));
    await boss.start();
    let sent = 0;
    for (let night = 0; night < nights; night += 1) {
      await makeDue(database);
      const ids = await Promise.all(BY_CLOCK.map(({ name }) => boss.send(name, {})));
      sent += ids.filter((id) => id !== null).length;
      await untilDone(database, ids);
    }
    await boss.stop({ close: false });
    return sent;
  });
  const [ran] = await Promise.all([jobs.finally(() => ledger.end()), workAll(company)]);
  return ran;
}

/** Waits for the jobs; throws if one of them failed. */
async function untilDone({ db }: Database, ids: readonly (string | null)[]): Promise<void> {
  const among = sql`id = any(${sql.param(ids.filter((id) => id !== null))}::uuid[])`;
  for (;;) {
    const failed = await row<{ name: string; output: unknown }>(
      db,
      sql`select name, output from jobs.job where ${among} and state in ('failed', 'retry') limit 1`,
    );
    if (failed) throw new Error(`${failed.name} failed: ${JSON.stringify(failed.output)}`);
    const open = await row<{ total: number }>(
      db,
      sql`select count(*)::int total from jobs.job where ${among} and state in ('created', 'active')`,
    );
    if (open?.total === 0) return;
    await pause(50);
  }
}

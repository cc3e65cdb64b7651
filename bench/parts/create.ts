import type { ChildProcess } from 'node:child_process';
import type autocannon from 'autocannon';
import pg from 'pg';
import { buildApp } from '#server/app.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { readConfig } from '#server/kernel/config.ts';
import { openDatabase, rows, sql, type Database } from '#server/kernel/db.ts';
import { folderStore, openFiles } from '#server/kernel/files.ts';
import { openLog } from '#server/kernel/log.ts';
import type { Keys, Recorded } from '../limit/replay.ts';
import { addressOf } from './fire.ts';

const BASE = '/api/sale/precontracts';

/**
 * Starts each table's sequence at a different number: the replay maps recorded ids to new ones, so two tables must not
 * share an id.
 */
export const spreadIds = (database: Database) =>
  database.db.execute(
    sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, greatest(coalesce(last_value, 1), place * 100000000))
      from (select *, row_number() over (order by sequencename) place from pg_sequences
        where schemaname = 'public' and data_type = 'bigint'::regtype) one`,
  );

/** Creates free lots in a separate block, so nothing else competes for them. Returns them with a matching model. */
export async function freeLots(
  database: Database,
  count: number,
): Promise<{ modelId: number; lots: number[] }> {
  const [model] = await rows<{ id: number; projectId: number }>(
    database.db,
    sql`select m.id, m.project_id "projectId" from house_models m join projects p on p.id = m.project_id
      where p.published order by m.id limit 1`,
  );
  const lots = await database.db.transaction(async (tx) => {
    // No search entries for these lots: triggers are off.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local statement_timeout = 0`);
    return rows<{ id: number }>(
      tx,
      sql`insert into lots (project_id, name, block, type_id, area_m2, created_at)
        select ${model!.projectId}, 'MEDIDA-' || gen_random_uuid(), 'MEDIDA', 1, 180, now()
        from generate_series(1, ${count}) returning id`,
    );
  });
  return { modelId: model!.id, lots: lots.map(({ id }) => id) };
}

const bodyOf = (modelId: number, lotId: number, phone: string) => ({
  modelo_id: modelId,
  lote_id: lotId,
  nombre: 'Rosa Medida Batista',
  celular: phone,
  email: 'rosa.medida@correo.demo',
  tipo_documento: 'cedula',
  cedula: '8-712-4567',
  sector_trabajo: 'Privado',
  estatus_laboral: 'Permanente',
  forma_pago: 'hipoteca',
  consentimiento_datos: true,
  consentimiento_apc: true,
});

let made = 0;
/** Requests that start a pre-contract with its lot and receive it: code, separation, checklist, stages, processor, mail. */
export function createRequests(
  token: string,
  modelId: number,
  lots: readonly number[],
): autocannon.Request[] {
  const headers = () => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-forwarded-for': addressOf((made * 7) % 2_000_000),
  });
  return [
    {
      method: 'POST',
      path: BASE,
      setupRequest: (request) => {
        const n = (made += 1);
        return {
          ...request,
          headers: { ...headers(), 'idempotency-key': `bench-${process.pid}-${n}` },
          body: JSON.stringify(bodyOf(modelId, lots[n - 1]!, `+5076${String(n).padStart(7, '0')}`)),
        };
      },
      onResponse: (status, body, context) => {
        const saved = context as { id?: number };
        saved.id = status === 201 ? (JSON.parse(body) as { data: { id: number } }).data.id : 0;
      },
    },
    {
      method: 'PATCH',
      path: BASE,
      setupRequest: (request, context) => ({
        ...request,
        path: `${BASE}/${(context as { id: number }).id}/status`,
        headers: headers(),
        body: JSON.stringify({ params: { estado_id: 2 } }),
      }),
    },
  ];
}

/** Creates one pre-contract through our application and records its statements for the reference server. */
export async function recordCreate(
  databaseUrl: string,
  { dataDir, token, modelId, lotId }: { dataDir: string; token: string; modelId: number; lotId: number },
): Promise<{ recording: Recorded[]; keys: Keys }> {
  const database = openDatabase(databaseUrl, { max: 1 });
  const recording: Recorded[] = [];
  const keys: Keys = { phone: '+50769999999', lotId, idempotencyKey: `recorded-${Date.now()}` };
  const app = await buildApp({
    config: readConfig({ DATA_DIR: dataDir }),
    database,
    clock: systemClock,
    files: openFiles(folderStore(`${dataDir}/files`), `${dataDir}/tmp`),
    log: openLog('error'),
    secret: 'not needed to measure',
  });
  await app.core.jobs.start();
  const headers = { authorization: `Bearer ${token}` };
  // Fills the caches before the recording.
  await app.inject({ url: BASE, headers });
  const stop = listen(recording);
  const begun = await app.inject({
    method: 'POST',
    url: BASE,
    headers: { ...headers, 'idempotency-key': keys.idempotencyKey },
    payload: bodyOf(modelId, lotId, keys.phone),
  });
  const { id } = begun.json<{ data: { id: number } }>().data;
  const received = await app.inject({
    method: 'PATCH',
    url: `${BASE}/${id}/status`,
    headers,
    payload: { params: { estado_id: 2 } },
  });
  stop();
  if (received.statusCode !== 200) throw new Error(`cannot record: ${received.body}`);
  await app.close();
  await app.core.jobs.stop();
  await database.close();
  // The replay opens its own transaction.
  return {
    recording: recording.filter(({ text }) => !/^(begin|commit|savepoint|release)/i.test(text)),
    keys,
  };
}

type Query = (
  this: pg.Client,
  config: { text: string; values?: unknown[] } | string,
  values?: unknown[],
  ...rest: unknown[]
) => unknown;

/** Records every statement and result of this process's connections. */
function listen(recording: Recorded[]): () => void {
  const original = Reflect.get(pg.Client.prototype, 'query') as Query;
  const heard: Query = function (this: pg.Client, config, values, ...rest) {
    const answer = original.call(this, config, values, ...rest);
    const text = typeof config === 'string' ? config : config.text;
    const sent = (typeof config === 'string' ? values : (config.values ?? values)) ?? [];
    if (text && answer instanceof Promise) {
      const line: Recorded = { text, values: [...sent], rows: [] };
      recording.push(line);
      void answer.then((result: pg.QueryResult<Record<string, unknown>>) => (line.rows = result.rows));
    }
    return answer;
  };
  Reflect.set(pg.Client.prototype, 'query', heard);
  return () => void Reflect.set(pg.Client.prototype, 'query', original);
}

/** Sends the recording to the reference server. */
export const tellLimit = (
  limit: ChildProcess,
  told: { recording: Recorded[]; keys: Keys; lots: readonly number[] },
): void => void limit.send(told);

/** Deletes what was created, so the next run starts from the same company. Triggers are off: histories refuse deletes. */
export async function forgetCreated(database: Database, lastSale: number): Promise<void> {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local statement_timeout = 0`);
    const created = sql`(select id from sales where id > ${lastSale})`;
    await tx.execute(
      sql`with gone as (delete from changes where (record = 'precontrato' and record_id in ${created})
          or (of_record = 'precontrato' and of_id in ${created}) returning tx, id)
        delete from change_details d using gone where d.tx = gone.tx and d.id = gone.id`,
    );
    await tx.execute(
      sql`delete from audit_log where entity = 'precontrato' and entity_id in (select id::text from sales where id > ${lastSale})`,
    );
    await tx.execute(
      sql`delete from commission_lines where commission_id in (select id from commissions where sale_id in ${created})`,
    );
    for (const table of ['commissions', 'sale_buyers', 'documents', 'payments', 'lot_claims', 'sale_family', 'consents', 'assignments', 'sale_cards', 'link_tokens'])
      await tx.execute(sql`delete from ${sql.identifier(table)} where sale_id in ${created}`); // prettier-ignore
    await tx.execute(sql`delete from search_entries where kind = 2 and ref > ${lastSale}`);
    await tx.execute(
      sql`delete from search_entries e where kind = 1 and exists (select from sales s where s.person_id = e.ref and s.id > ${lastSale})`,
    );
    await tx.execute(
      sql`with gone as (delete from sales where id > ${lastSale} returning person_id) delete from people where id in (select person_id from gone)`,
    );
    await tx.execute(sql`delete from lots where block = 'MEDIDA'`);
    await tx.execute(
      sql`delete from outbox_mails; delete from jobs.job; select fill_sale_totals(), fill_lot_states()`,
    );
  });
  const client = await database.pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query('vacuum analyze');
  client.release(true);
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql, type SQL } from 'drizzle-orm';
import { rows, type Database } from '#server/kernel/db.ts';
import { staleCells } from './cells.ts';
import type { Promised } from './ledger.ts';

/** All inconsistencies of the company, one line each; empty if there are none. */
export async function faultsOf(database: Database, dataDir: string, promised: Promised): Promise<string[]> {
  const faults = await Promise.all([
    brokenPromises(database, promised),
    halfStates(database),
    staleCells(database, new Date()),
    badFiles(database, dataDir),
  ]);
  return faults.flat();
}

/** Runs a statement whose rows are faults: {fault}. */
async function find(database: Database, statement: SQL): Promise<string[]> {
  return (await rows<{ fault: string }>(database.db, statement)).map(({ fault }) => fault);
}

/** The items of a list, as a table for joins. */
const listed = (list: readonly object[], columns: string) =>
  sql`json_to_recordset(${JSON.stringify(list)}::json) as want(${sql.raw(columns)})`;

/** The records whose history tells each step: the column of their state. */
const STEPPED = [
  ['precontrato', 'sales', 'state_id'],
  ['pago', 'payments', 'state_id'],
  ['solicitud', 'bank_applications', 'state_id'],
  ['proforma', 'quotes', 'state_id'],
  ['cita', 'appointments', 'state_id'],
  ['prospecto', 'prospects', 'stage_id'],
  ['comision', 'commission_lines', 'state_id'],
  ['devolucion', 'refunds', 'state_id'],
] as const;

/** Records that are not in the state of their last step, or have another version than steps. */
export async function wrongSteps({ db }: Database): Promise<{ record: string; id: number }[]> {
  const found = STEPPED.map(([record, table, state]) =>
    rows<{ record: string; id: number }>(
      db,
      sql.raw(`select '${record}' record, r.id::int, r.${state}, c.to_state, c.steps, r.version from ${table} r left join lateral (
          select (array_agg(to_state order by id desc))[1] to_state, count(*) steps from changes
          where record = '${record}' and record_id = r.id) c on true
        where c.to_state is distinct from r.${state} or c.steps <> r.version`),
    ),
  );
  return (await Promise.all(found)).flat();
}

/** Bank lines that are matched without a payment or the other way, or with another amount or day than their payment. */
export const wrongMatches = ({ db }: Database) =>
  rows(
    db,
    sql`select l.id from bank_statement_lines l left join statement_matches m on m.line_id = l.id
      left join payments p on p.id = m.payment_id
      where (l.state = 'matched') <> (m.id is not null) or p.bank_cents <> l.cents or p.bank_date <> l.posted_on`,
  );

/** Confirmed writes that are missing or exist twice. */
async function brokenPromises(database: Database, promised: Promised): Promise<string[]> {
  const { buyers, received, papers, comments, moves, items, invited } = promised;
  const found = await Promise.all([
    find(
      database,
      sql`select format('purchase of %s: sales %s instead of %s', want.phone, array_agg(s.id), want."saleId") fault
        from ${listed(buyers, '"saleId" bigint, phone text')}
        left join people p on p.phone = want.phone left join sales s on s.person_id = p.id
        group by want.phone, want."saleId" having array_agg(s.id) <> array[want."saleId"] or count(s.id) <> 1`,
    ),
    find(
      database,
      sql`select format('pre-contract %s: code %s state %s', want.code, s.code, s.state_id) fault
        from ${listed(received, '"saleId" bigint, code text, "lotId" bigint, paid boolean')}
        left join sales s on s.id = want."saleId"
        where s.code is distinct from want.code or s.state_id not in (3, 2, 4)
          or (want."lotId" is not null and not exists (select from lot_claims c where c.sale_id = s.id
            and c.lot_id = want."lotId" and c.released_at is null and c.kind in ('reservation', 'separation')))
          or (want.paid and not exists (select from payments y where y.sale_id = s.id
            and y.state_id in (2, 3, 4) and y.reported_cents = 50000 and y.proof_file_id is not null))`,
    ),
    find(
      database,
      sql`select format('paper %s of sale %s: %s versions', want.field, want."saleId", count(v.id)) fault
        from ${listed(papers, '"saleId" bigint, field text, sha256 text')}
        left join document_types t on t.name = want.field
        left join documents d on d.sale_id = want."saleId" and d.type_id = t.id
        left join document_versions v on v.document_id = d.id and v.sha256 = want.sha256
        group by want.field, want."saleId" having count(v.id) <> 1`,
    ),
    find(
      database,
      sql`select format('comment %s: %s rows', want.body, count(m.id)) fault
        from ${listed(comments, 'id bigint, body text')}
        left join comments m on m.body = want.body group by want.id, want.body
        having count(m.id) <> 1 or min(m.id) <> want.id`,
    ),
    find(
      database,
      sql`select format('row %s of %s: %s rows', want.label, want.catalog, count(i.id)) fault
        from ${listed(items, 'catalog text, id int, label text')}
        left join catalog_items i on i.catalog = want.catalog and i.label = want.label
        group by want.catalog, want.id, want.label having count(i.id) <> 1 or min(i.id) <> want.id`,
    ),
    find(
      database,
      sql`select format('user %s: %s rows, %s mails', want.email, count(u.id),
          (select count(*) from outbox_mails m where m.recipient = want.email)) fault
        from ${listed(invited, 'id bigint, email text')} left join users u on u.email = want.email::citext
        group by want.id, want.email having count(u.id) <> 1 or min(u.id) <> want.id
          or 1 <> (select count(*) from outbox_mails m where m.recipient = want.email)`,
    ),
    find(
      database,
      sql`select format('%s %s from %s to %s: %s changes', want.entity, want.id, want."from", want."to", count(c.id)) fault
        from ${listed(moves, 'entity text, id bigint, "from" int, "to" int')}
        left join changes c on c.record = want.entity and c.record_id = want.id
          and c.from_state = want."from" and c.to_state = want."to"
        group by want.entity, want.id, want."from", want."to" having count(c.id) <> 1`,
    ),
  ]);
  return found.flat();
}

/** Rows that one transaction should have written together but are incomplete, in the whole company. */
export async function halfStates(database: Database): Promise<string[]> {
  const found = await Promise.all([
    find(
      database,
      sql`select format('sale %s in state %s lacks %s', s.id, s.state_id, lack) fault from sales s, lateral (values
          ('its code', s.code is null or s.received_at is null),
          ('its separation', 1 <> (select count(*) from payments where sale_id = s.id and type_id = 1)),
          ('its checklist', not exists (select from documents where sale_id = s.id and required)),
          ('its history', 1 <> (select count(*) from changes where record = 'precontrato' and record_id = s.id
            and from_state = 1 and to_state = 2)),
          ('its cells', 12 <> (select count(*) from sale_cards where sale_id = s.id)),
          ('its processor', s.processor_id is null or not exists (select from assignments a where a.sale_id = s.id)),
          ('its mail', (select count(email) from people where id = s.person_id) <> (select count(*) from outbox_mails m
            where m.kind = 'precontrato_recibido' and m.subject || m.body like '%' || s.code || '%')),
          ('an empty draft', s.draft <> '{}')
        ) as part(lack, lacking) where s.state_id > 1 and lacking`,
    ),
    find(
      database,
      sql`select format('%s %s is in state %s, its history says %s', r.entity, r.id, r.state_id, c.to_state) fault
        from (select 'precontrato' entity, id, state_id from sales union all select 'documento', id, state_id from documents
          union all select 'pago', id, state_id from payments) r
        left join lateral (select to_state from changes where record = r.entity and record_id = r.id
          order by id desc limit 1) c on true
        where c.to_state is distinct from r.state_id and not (r.entity = 'documento' and r.state_id = 1)`,
    ),
    find(
      database,
      sql`select format('paper %s in state %s has %s files in force', d.id, d.state_id, count(v.id)) fault
        from documents d left join document_versions v on v.document_id = d.id and v.replaced_at is null
        group by d.id having count(v.id) <> case when d.state_id in (1, 7, 8) then 0 else 1 end`,
    ),
    find(
      database,
      sql`select format('claim %s has no job for its end', c.id) fault from lot_claims c
        where c.released_at is null and c.until is not null and not exists (select from jobs.job j
          where j.name = 'lots.expireClaim' and (j.data->>'claimId')::bigint = c.id and j.state < 'completed')`,
    ),
    find(
      database,
      sql`select format('upload %s counts %s bytes and has %s', u.id, u.received, sum(length(p.bytes))) fault
        from uploads u left join upload_pieces p on p.upload_id = u.id
        group by u.id having u.received <> coalesce(sum(length(p.bytes)), 0)`,
    ),
    find(
      database,
      sql`select format('key of %s has no answer', endpoint) fault from idempotency_keys where answer is null`,
    ),
    find(
      database,
      sql`select format('state %s: %s sales, the totals say %s', state_id, count(*), (select sum(total) from sale_totals t
        where t.state_id = sales.state_id)) fault from sales group by state_id
        having count(*) <> (select coalesce(sum(total), 0) from sale_totals t where t.state_id = sales.state_id)`,
    ),
    find(
      database,
      sql`select format('counts of kind %s, key %s, state %s: %s instead of %s', kind, key, state_id, c.total, s.total) fault
        from (select kind, key, state_id, sum(total) total from sale_counts group by 1, 2, 3) c
        full join (select k.kind, k.key, state_id, count(*) total from sales, lateral (values (0, 0), (1, project_id),
            (2, coalesce(processor_id, 0)), (3, coalesce(adviser_id, 0))) k (kind, key) group by 1, 2, 3) s
          using (kind, key, state_id)
        where coalesce(c.total, 0) <> coalesce(s.total, 0)`,
    ),
    find(
      database,
      sql`select format('lot %s is in state %s instead of %s', l.id, l.state_id, d.state_id) fault
        from lots l join lot_states() d on d.lot_id = l.id where d.state_id <> l.state_id`,
    ),
    find(
      database,
      sql`select format('entry %s of the search is not that of its sale', coalesce(e.ref, s.id)) fault
        from (select * from search_entries where kind = 2) e
        full join (select s.id, person_words(p.name, p.document_key, p.phone) words
          from sales s join people p on p.id = s.person_id) s on s.id = e.ref
        where s.words is distinct from e.words`,
    ),
  ]);
  return found.flat();
}

/** Stored files that do not match their name, and rows whose file is missing or incomplete. */
async function badFiles(database: Database, dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, 'files');
  const sizes = new Map<string, number>();
  const halves = await readdir(path.join(dataDir, 'tmp')).catch(() => []);
  const faults = halves.map((name) => `${name} was left half written`);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { hash, size } = await hashOf(path.join(entry.parentPath, entry.name));
    if (hash === entry.name) sizes.set(hash, size);
    else faults.push(`file ${entry.name} holds something else`);
  }
  const named = await rows<{ id: string; sha256: string; size: number }>(
    database.db,
    sql`select id, sha256, size from files`,
  );
  for (const { id, sha256, size } of named)
    if (sizes.get(sha256) !== size)
      faults.push(`file ${id} of ${size} bytes: ${sizes.get(sha256) ?? 'none'} on disk`);
  return faults;
}

async function hashOf(file: string): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.length;
      hash.update(chunk);
    }
  });
  return { hash: hash.digest('hex'), size };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { row, sql, type Database } from '#server/kernel/db.ts';
import { findHome } from '#server/kernel/embedded-postgres/home.ts';
import { startLlave } from './llave.ts';

export interface Starts {
  /** Seconds until ready: for an empty folder with the demo company, and for an existing company. */
  first: number;
  next: number;
}

/** Seconds from an empty folder to serving the demo company, with packages installed and the web built. */
export async function firstStart(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'llave-medida-'));
  try {
    const llave = await startLlave(folder, { DEMO: '1' });
    const { cluster } = await findHome(folder);
    await llave.stop();
    // As root, the cluster may be outside the folder.
    if (!cluster.startsWith(folder)) await rm(path.dirname(cluster), { recursive: true, force: true });
    return llave.ready / 1000;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Seconds to start an existing company. */
export async function nextStart(dataDir: string): Promise<number> {
  const llave = await startLlave(dataDir);
  await llave.stop();
  return llave.ready / 1000;
}

/** Database bytes per sale, as if each had six documents. Without stored files and bank statements (they have no sale). */
export async function diskPerSale(database: Database): Promise<number> {
  const [size] = [
    await row<{ whole: number; papers: number; sales: number; count: number }>(
      database.db,
      sql`select (select sum(pg_total_relation_size(c.oid)) from pg_class c where c.relkind = 'r'
          and c.relnamespace = 'public'::regnamespace and c.relname not in ('bank_statement_lines', 'statement_matches'))::bigint whole,
        (pg_total_relation_size('documents') + pg_total_relation_size('document_versions') + pg_total_relation_size('files')
          + pg_total_relation_size('changes')
            * (select count(*) filter (where record = 'documento')::float / greatest(1, count(*)) from changes tablesample system (5)))::bigint papers,
        (select count(*) from sales) sales, (select count(*) from documents) count`,
    ),
  ];
  const { whole, papers, sales, count } = size!;
  return (whole - papers) / sales + (6 * papers) / count;
}

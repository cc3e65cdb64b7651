import path from 'node:path';
import pg from 'pg';
import { DATABASE, readPassword, SUPERUSER } from '#server/kernel/embedded-postgres/cluster.ts';
import { findHome } from '#server/kernel/embedded-postgres/home.ts';
import { readPostmaster } from '#server/kernel/embedded-postgres/processes.ts';

/** Ends a sale's lot claim now, and its job with it: the test server uses the machine's clock. */
export async function endTimeOf(saleId: number): Promise<void> {
  const home = await findHome(path.resolve(process.env['E2E_DATA_DIR'] ?? ''));
  const server = await readPostmaster(home.cluster);
  const client = new pg.Client({
    host: '127.0.0.1',
    port: server?.port,
    user: SUPERUSER,
    password: await readPassword(home),
    database: DATABASE,
  });
  await client.connect();
  try {
    const ended = await client.query<{ id: number }>(
      `update lot_claims set until = now() - interval '1 minute' where sale_id = $1 and released_at is null returning id`,
      [saleId],
    );
    await client.query(
      `update jobs.job set start_after = now() where name = 'lots.expireClaim' and data->>'claimId' = any($1)`,
      [ended.rows.map(({ id }) => String(id))],
    );
  } finally {
    await client.end();
  }
}

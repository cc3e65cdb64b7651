import { Client } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { InstanceLocked } from './error.ts';

/** The advisory lock's two keys. Holding it means "an application serves this database". */
const [SPACE, INSTANCE] = [0x4c4c4156, 1];
const PATIENCE_MS = 1500;

export interface InstanceLock {
  release(): Promise<void>;
}

/**
 * Takes the lock for serving a database and holds it as long as this process is connected. Takes it again after
 * PostgreSQL restarts. If another application was faster, calls `onLost` once and this process must end.
 * Raises InstanceLocked («Llave ya está en marcha sobre …») if another application holds it.
 */
export async function acquireInstanceLock(
  url: string,
  dataDir: string,
  onLost: (error: InstanceLocked) => void,
): Promise<InstanceLock> {
  let released = false;
  let client = await take();

  async function take(): Promise<Client> {
    const made = new Client({
      connectionString: url,
      application_name: 'llave: en marcha',
      keepAlive: true,
    });
    made.on('error', () => undefined); // the 'end' event is handled below
    await made.connect();
    try {
      // A process that was just killed still holds the lock for a moment.
      for (const end = performance.now() + PATIENCE_MS; ; await pause(50)) {
        const { rows } = await made.query('select pg_try_advisory_lock($1, $2) as mine', [SPACE, INSTANCE]);
        if (rows[0].mine) break;
        if (performance.now() > end) throw new InstanceLocked(`Llave ya está en marcha sobre ${dataDir}`);
      }
    } catch (error) {
      await made.end().catch(() => undefined);
      throw error;
    }
    made.once('end', () => void takeAgain());
    return made;
  }

  async function takeAgain(): Promise<void> {
    for (;;) {
      if (released) return;
      try {
        client = await take();
        if (released) await client.end();
        return;
      } catch (error) {
        if (error instanceof InstanceLocked) return released ? undefined : onLost(error);
        await pause(100); // PostgreSQL is not back yet
      }
    }
  }

  return {
    async release() {
      released = true;
      await client.end().catch(() => undefined);
    },
  };
}

/** Whether an application serves the database now. */
export async function isServed(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted",
    [SPACE, INSTANCE],
  );
  return rowCount !== 0;
}

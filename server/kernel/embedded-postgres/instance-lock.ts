import { Client } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { InstanceLocked } from './error.ts';

/** The two numbers of the advisory lock that says "an application serves this database". */
const [SPACE, INSTANCE] = [0x4c4c4156, 1];
const PATIENCE_MS = 1500;

export interface InstanceLock {
  release(): Promise<void>;
}

/**
 * Takes the right to serve a database, for as long as this process has its connection. When PostgreSQL restarts it is
 * taken again; if another application was quicker, `onLost` is called once and this one must end.
 * Throws InstanceLocked («Llave ya está en marcha sobre …») when another application has it.
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
    made.on('error', () => undefined); // its end is what counts
    await made.connect();
    try {
      // One that was just killed still holds it for an instant.
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

/** Whether some application serves that database now. */
export async function isServed(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted",
    [SPACE, INSTANCE],
  );
  return rowCount !== 0;
}

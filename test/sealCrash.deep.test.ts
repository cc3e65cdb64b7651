import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows, sql } from '#server/kernel/db.ts';
import { inspectPdf } from '#server/kernel/pdf/inspect.ts';
import { brokenLink } from '#server/modules/legal/seals/chain.service.ts';
import { seals } from '#server/modules/legal/seals/seals.table.ts';
import { openAuthority } from './authority.ts';
import { makeCrashLlave, type CrashLlave } from './crash/llave.ts';
import { makePdf } from './papers.ts';
import { evidenceOf } from './seals.ts';

const KILLS = 4;
/** New documents before each kill. */
const DOCUMENTS = 3;

/** Documents that wait for their seal while the server is killed, in the middle of a time stamp and at any other step. */
describe('sealing while the server is killed', () => {
  let llave: CrashLlave;
  let authority: Awaited<ReturnType<typeof openAuthority>>;
  const start = () => llave.start({ jobs: true, environment: { TSA_URL: authority.tsaUrl } });

  beforeAll(async () => {
    authority = await openAuthority(() => new Date());
    llave = await makeCrashLlave();
    await start();
  });
  afterAll(async () => {
    await llave?.remove();
    await authority?.close();
  });

  const storedAt = (hash: string) =>
    path.join(llave.dataDir, 'files', hash.slice(0, 2), hash.slice(2, 4), hash);

  /** Stores a signed PDF and asks for its seal, as `requestSeal` does. */
  async function waitingSeal(at: number): Promise<void> {
    const bytes = makePdf(7000 + at);
    const hash = createHash('sha256').update(bytes).digest('hex');
    await mkdir(path.dirname(storedAt(hash)), { recursive: true });
    await writeFile(storedAt(hash), bytes);
    await llave.look(({ db }) =>
      db.execute(sql`with file as (insert into files (sha256, mime, size, name, reference, reference_id, created_at)
          values (${hash}, 'application/pdf', ${bytes.length}, 'promesa.pdf', 'precontrato', ${at}, now()) returning id)
        insert into seals (record, record_id, title, source_file_id, source_hash, evidence, fingerprint, state_id, requested_at, next_try_at)
          select 'precontrato', ${at}, 'Promesa', id, ${hash}, ${JSON.stringify(evidenceOf())}::jsonb, ${createHash('sha256').update(hash).digest('hex')}, 1, now(), now() from file`),
    );
  }
  /** What waits is due at once: the lease of a killed try, and the pause after a fault. */
  const makeDue = () =>
    llave.look(({ db }) => db.update(seals).set({ nextTryAt: new Date() }).where(eq(seals.stateId, 1)));

  test('leaves exactly one sealed file for each, and whole chains', async () => {
    authority.ways.tsa = 'slow';
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = authority.ways.asked;
      for (let at = 1; at <= DOCUMENTS; at += 1) await waitingSeal(kill * DOCUMENTS + at);
      for (const until = Date.now() + 120_000; authority.ways.asked === before && Date.now() < until;)
        await pause(100);
      expect(authority.ways.asked).toBeGreaterThan(before);
      // After the first kill the authority answers: the next kills come anywhere.
      if (kill > 0) await pause(Math.random() * 1500);
      await llave.kill('app');
      authority.ways.tsa = 'good';
      await makeDue();
      await start();
    }
    // Those of the demo company are among them.
    const waiting = () =>
      llave.look(({ db }) =>
        rows<{ fault: string | null }>(
          db,
          sql`select id, record, attempts, fault, fault_detail, next_try_at from seals where state_id = 1`,
        ),
      );
    let left = await waiting();
    for (const until = Date.now() + 300_000; left.length > 0 && Date.now() < until;) {
      if (left.some(({ fault }) => fault !== null)) await makeDue();
      await pause(5000);
      left = await waiting();
    }
    expect(left).toEqual([]);
    const found = await llave.look(({ db }) =>
      rows<{ record: string; state: number; files: number }>(
        db,
        sql`select record, state_id state, (select count(*)::int from files f where f.reference = 'sello' and f.reference_id = s.id) files from seals s`,
      ),
    );
    expect(found.filter(({ record }) => record === 'precontrato')).toHaveLength(KILLS * DOCUMENTS);
    expect(found.filter(({ state, files }) => state !== 2 || files !== 1)).toEqual([]);
    const kept = await llave.look(({ db }) => db.select().from(seals));
    for (const { id, record, evidence, sealedHash } of kept) {
      expect(brokenLink(evidence.events), `chain of ${id}`).toBeNull();
      const pdf = await readFile(storedAt(sealedHash!));
      expect(createHash('sha256').update(pdf).digest('hex'), `file of ${id}`).toBe(sealedHash);
      if (record !== 'precontrato') continue;
      expect(evidence.events).toHaveLength(evidenceOf().events.length);
      const { signatures } = await inspectPdf(pdf, { now: new Date() });
      expect(signatures, `seal of ${id}`).toMatchObject([{ intact: true, whole: true }]);
    }
  }, 900_000);
});

import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { runInThisContext } from 'node:vm';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '#contract/dates.ts';
import { SEAL_BUNDLE, getSeal, listSeals } from '#contract/legal/seals/endpoints.ts';
import { SEAL } from '#contract/legal/seals/rules.ts';
import { urlOf, type Answer } from '#contract/endpoint.ts';
import type { Config } from '#server/kernel/config.ts';
import { forgetAll } from '#server/kernel/lately.ts';
import { changes, files } from '#server/kernel/kernel.table.ts';
import { inspectPdf } from '#server/kernel/pdf/inspect.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { START, useApp } from '#test/app.ts';
import { openAuthority } from '#test/authority.ts';
import { DEEP, deep } from '#test/deep.ts';
import { makeUser } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { outside } from '#test/outside.ts';
import { pdfWords } from '#test/papers.ts';
import { askSeal, evidenceOf } from '#test/seals.ts';
import { signInAs } from '#test/signIn.ts';
import { unzipped } from '#test/zip.ts';
import { verifyBundle } from './bundle/verifyBundle.ts';
import { brokenLink } from './chain.service.ts';
import { sealDocument } from './sealing.service.ts';
import { SealDocument } from './seals.jobs.names.ts';
import { certificateAlarm, sweepSeals } from './seals.jobs.ts';
import { requestSeal, sealByHash, sealOf } from './seals.service.ts';
import { seals } from './seals.table.ts';

const llave = useApp();
let authority: Awaited<ReturnType<typeof openAuthority>>;
let folder: string;

beforeAll(async () => {
  authority = await openAuthority(() => llave.clock.now());
  folder = await mkdtemp(path.join(tmpdir(), 'llave-sello-'));
});
afterAll(async () => {
  await authority.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetAll();
  llave.clock.set(START);
  Object.assign(authority.ways, { tsa: 'good', crl: 'good' });
  Object.assign(llave.app.core.services.config, CLEAR);
});
const CLEAR = { SEAL_CERT: undefined, SEAL_KEY: undefined, TSA_URL: undefined, SEAL_TIMEOUT_SECONDS: 15 };

const configure = (over: Partial<Config>) => Object.assign(llave.app.core.services.config, over);
const rowOf = async (id: number) =>
  (await llave.database.db.select().from(seals).where(eq(seals.id, id)))[0]!;
const sealedFiles = (id: number) =>
  llave.database.db.$count(files, and(eq(files.reference, 'sello'), eq(files.referenceId, id)));
const bytesOf = async (hash: string) => buffer(await llave.app.core.services.files.store.read(hash));
/** Runs the job of every seal that waits, as a worker would. */
const work = () => runJobs(llave, SealDocument);
/** What a sweep does after the longest wait. */
async function later() {
  llave.clock.advance(2 * 3600);
  await llave.app.core.jobs.run(sweepSeals, {});
  await work();
}

/** A certificate of the authority, as the company would configure it. */
async function company(options: Parameters<typeof authority.issue>[1] = {}) {
  const issued = await authority.issue('Casas del Istmo, S.A.', options);
  const file = path.join(folder, issued.certificate.serialNumber.valueBlock.toString());
  await writeFile(`${file}.crt`, issued.pem);
  await writeFile(`${file}.key`, issued.keyPem);
  configure({ SEAL_CERT: `${file}.crt`, SEAL_KEY: `${file}.key`, SEAL_PRIVATE_HOSTS: [authority.host] });
  return issued;
}

describe('sealing', () => {
  test('seals once, with the certificate made at the first use', async () => {
    const { id, asked, saleId } = await askSeal(llave);
    expect(await llave.act((ctx) => requestSeal(ctx, asked))).toBe(id);
    expect(await work()).toBe(1);
    const seal = await rowOf(id);
    expect(seal).toMatchObject({
      stateId: SEAL.sealed,
      level: 'B-B',
      fault: null,
      certificate: { own: true },
    });
    const pdf = await bytesOf(seal.sealedHash!);
    const { signatures, pages, refused } = await inspectPdf(pdf, { now: llave.clock.now() });
    expect(refused).toBeNull();
    expect(pages).toBeGreaterThan(1);
    expect(signatures).toMatchObject([{ intact: true, whole: true, recognized: false, selfSigned: true }]);
    const words = await pdfWords(pdf);
    for (const word of ['Iniciales: AP', 'CONSTANCIA DE FIRMAS', 'Ana Pérez', seal.fingerprint])
      expect(words).toContain(word);
    const { DATA_DIR } = llave.app.core.services.config;
    expect((await stat(path.join(DATA_DIR, 'sello', 'propio.pem'))).mode & 0o777).toBe(0o600);
    // Twice more: the queue may hand a job over again.
    await llave.app.core.jobs.run(sweepSeals, {});
    await work();
    expect(await sealedFiles(id)).toBe(1);
    const told = await llave.database.db
      .select({ to: changes.to, of: changes.ofRecord, ofId: changes.ofId })
      .from(changes)
      .where(and(eq(changes.record, 'sello'), eq(changes.recordId, id)));
    expect(told).toEqual([
      { to: SEAL.waiting, of: 'precontrato', ofId: saleId },
      { to: SEAL.sealed, of: 'precontrato', ofId: saleId },
    ]);
    const { db } = llave.database;
    expect((await sealOf(db, 'precontrato', saleId))?.id).toBe(id);
    for (const hash of [seal.fingerprint, seal.sealedHash!, seal.sourceHash])
      expect((await sealByHash(db, hash))?.id).toBe(id);
  });

  test.runIf(DEEP)('a PDF that somebody signed before keeps that signature', async () => {
    const first = await askSeal(llave);
    await work();
    const pdf = await bytesOf((await rowOf(first.id)).sealedHash!);
    const { id } = await askSeal(llave, { pdf });
    await work();
    const seal = await rowOf(id);
    const { signatures } = await inspectPdf(await bytesOf(seal.sealedHash!), { now: llave.clock.now() });
    expect(signatures).toMatchObject([
      { intact: true, whole: false },
      { intact: true, whole: true },
    ]);
  });

  test('a crash at any step leaves nothing behind, and the next try seals once', async () => {
    const services = llave.app.core.services;
    const { store } = services.files;
    const { id } = await askSeal(llave);
    const left = async () => [(await rowOf(id)).stateId, await sealedFiles(id)];
    const reading = vi.spyOn(store, 'read').mockRejectedValue(new Error('disk'));
    await work();
    expect(await left()).toEqual([SEAL.waiting, 0]);
    reading.mockRestore();
    configure({ TSA_URL: authority.tsaUrl });
    authority.ways.tsa = 'away';
    await later();
    expect(await left()).toEqual([SEAL.waiting, 0]);
    authority.ways.tsa = 'good';
    const storing = vi.spyOn(services.files, 'keep').mockRejectedValue(new Error('disk'));
    await later();
    expect(await left()).toEqual([SEAL.waiting, 0]);
    storing.mockRestore();
    // The file is in the store, and its row is not.
    await llave.asOwner(`create function no_seal() returns trigger language plpgsql as $$ begin
        if new.state_id = 2 then raise 'killed'; end if; return new; end $$;
      create trigger no_seal before update on seals for each row execute function no_seal()`);
    await later();
    expect(await left()).toEqual([SEAL.waiting, 0]);
    await llave.asOwner('drop trigger no_seal on seals; drop function no_seal');
    await later();
    expect(await left()).toEqual([SEAL.sealed, 1]);
    expect((await rowOf(id)).attempts).toBe(5);
  });

  test.runIf(DEEP)('two workers seal one document once; a worker that died gives up its try', async () => {
    const { id } = await askSeal(llave);
    await Promise.all([1, 2].map(() => sealDocument(llave.acting(), id)));
    expect([(await rowOf(id)).attempts, await sealedFiles(id)]).toEqual([1, 1]);
    // As `kill -9` leaves it: the try is taken, and nothing more.
    const dead = await askSeal(llave);
    await llave.database.db
      .update(seals)
      .set({ attempts: 1, nextTryAt: new Date(START.getTime() + 180_000) })
      .where(eq(seals.id, dead.id));
    await work();
    expect((await rowOf(dead.id)).stateId).toBe(SEAL.waiting);
    await later();
    expect([(await rowOf(dead.id)).stateId, await sealedFiles(dead.id)]).toEqual([SEAL.sealed, 1]);
  });

  test('what cannot be sealed fails with its reason, and waits for a colleague', async () => {
    const { id } = await askSeal(llave, { pdf: Buffer.from('%PDF-1.4 nada') });
    await work();
    expect(await rowOf(id)).toMatchObject({
      stateId: SEAL.failed,
      fault: 'DOCUMENT_REFUSED',
      nextTryAt: null,
    });
    await later();
    expect((await rowOf(id)).attempts).toBe(1);
  });
});

describe('certificate and time', () => {
  test.runIf(DEEP)('chain, revocation and time go inside, and hold without asking anybody', async () => {
    await company();
    configure({ TSA_URL: authority.tsaUrl });
    const { id } = await askSeal(llave);
    await work();
    const seal = await rowOf(id);
    expect(seal).toMatchObject({ stateId: SEAL.sealed, level: 'B-LT', certificate: { own: false } });
    expect(seal.stampedAt).toEqual(START);
    const pdf = await bytesOf(seal.sealedHash!);
    const known = { now: new Date('2040-01-01'), roots: [authority.rootPem] };
    const held = {
      signer: 'Casas del Istmo, S.A.',
      intact: true,
      whole: true,
      validThen: true,
      revocation: 'good',
      stampedBy: 'Sellado de Tiempo de Prueba',
    };
    expect((await inspectPdf(pdf, known)).signatures).toMatchObject([{ ...held, recognized: true }]);
    expect((await inspectPdf(pdf, { now: known.now })).signatures).toMatchObject([
      { ...held, recognized: false },
    ]);
    const changed = Buffer.from(pdf);
    changed[pdf.indexOf('stream\n') + 60]! ^= 1;
    expect((await inspectPdf(changed, known)).signatures).toMatchObject([{ intact: false }]);
    const longer = Buffer.concat([pdf, Buffer.from('\n% más\n')]);
    expect((await inspectPdf(longer, known)).signatures).toMatchObject([{ intact: true, whole: false }]);
  });

  test.runIf(DEEP)('each wrong time-stamp authority is told; with a right one the seal goes on', async () => {
    configure({ TSA_URL: authority.tsaUrl });
    const { id } = await askSeal(llave);
    const faults: unknown[] = [];
    const all = [
      ['away', 'TSA_AWAY'],
      ['garbage', 'TSA_WRONG'],
      ['otherDocument', 'TSA_WRONG'],
      ['slow', 'TSA_AWAY'],
      ['huge', 'TSA_AWAY'],
      ['otherRequest', 'TSA_WRONG'],
      ['wrongTime', 'TSA_WRONG'],
    ] as const;
    const ways = all.slice(0, deep(3, all.length));
    for (const [tsa] of ways) {
      authority.ways.tsa = tsa;
      // Only for the one that never answers: on a busy machine the others need longer.
      configure({ SEAL_TIMEOUT_SECONDS: tsa === 'slow' ? 0.3 : 15 });
      if (faults.length === 0) await work();
      else await later();
      const { fault, stateId } = await rowOf(id);
      faults.push([tsa, fault, stateId]);
    }
    expect(faults).toEqual(ways.map(([tsa, fault]) => [tsa, fault, SEAL.waiting]));
    authority.ways.tsa = 'good';
    configure({ SEAL_TIMEOUT_SECONDS: 15 });
    await later();
    expect(await rowOf(id)).toMatchObject({ stateId: SEAL.sealed, level: 'B-T' });
  });

  test('a certificate that is missing, expired or revoked seals nothing; the next one goes on', async () => {
    const admin = await makeUser(llave.database.db, { roles: ['administrador'] });
    const { id } = await askSeal(llave);
    configure({ SEAL_CERT: path.join(folder, 'no-esta.crt'), SEAL_KEY: path.join(folder, 'no-esta.key') });
    await work();
    expect(await rowOf(id)).toMatchObject({ stateId: SEAL.waiting, fault: 'CERTIFICATE_MISSING' });
    await company({ from: -400, to: -1 });
    await later();
    expect(await rowOf(id)).toMatchObject({
      stateId: SEAL.waiting,
      fault: 'CERTIFICATE_EXPIRED',
      told: true,
    });
    const told = await llave.database.db.select().from(notices).where(eq(notices.userId, admin.id));
    expect(told).toMatchObject([{ kind: 'sello_pendiente', url: `/oficina/sellos?sello=${id}` }]);
    const lost = await company();
    authority.revoke(lost);
    await later();
    expect(await rowOf(id)).toMatchObject({ stateId: SEAL.waiting, fault: 'CERTIFICATE_REVOKED' });
    await company();
    authority.ways.crl = 'away';
    await later();
    expect(await rowOf(id)).toMatchObject({ stateId: SEAL.waiting, fault: 'REVOCATION_AWAY' });
    expect(await sealedFiles(id)).toBe(0);
    authority.ways.crl = 'good';
    await later();
    expect(await rowOf(id)).toMatchObject({ stateId: SEAL.sealed, fault: null });
    expect(await sealedFiles(id)).toBe(1);
  });

  test('tells the administrators 60, 30 and 7 days before the certificate ends, and when it is over', async () => {
    const admin = await makeUser(llave.database.db, { roles: ['administrador'] });
    await company({ to: 61 });
    const alarms: number[] = [];
    for (const day of [0, 1, 2, 30, 31, 31, 54, 55, 62, 63]) {
      llave.clock.set(new Date(START.getTime() + day * DAY_MS));
      await llave.app.core.jobs.run(certificateAlarm, {});
      const told = await llave.database.db.$count(
        notices,
        and(eq(notices.userId, admin.id), eq(notices.kind, 'certificado_por_vencer')),
      );
      alarms.push(told);
    }
    expect(alarms).toEqual([0, 1, 1, 1, 2, 2, 3, 3, 4, 4]);
  });
});

describe('in the office', () => {
  test('the list, a failed seal tried again, and rows of others not found', async () => {
    const [lawyer, processor] = await Promise.all([
      signInAs(llave, 'abogado'),
      signInAs(llave, 'procesador'),
    ]);
    const { id } = await askSeal(llave, { pdf: Buffer.from('%PDF-1.4 nada') });
    await work();
    const shown = (await lawyer.get(`${listSeals.path}?estado_id=3`)).json<Answer<typeof listSeals>>().data;
    expect(shown[0]).toMatchObject({ id, state: { name: 'Falló' }, fault: { code: 'DOCUMENT_REFUSED' } });
    const at = urlOf(getSeal, { params: { id } });
    expect((await processor.get(at)).statusCode).toBe(404);
    const tasks = (await lawyer.get('/api/office/home/tasks?tipo=sello')).json<{
      data: { tasks: object[] };
    }>();
    expect(tasks.data.tasks).toContainEqual(expect.objectContaining({ kind: 'sello', id }));
    const { version } = (await lawyer.get(at)).json<Answer<typeof getSeal>>().data;
    const stale = await lawyer.patch(`${at}/status`, { params: { estado_id: 1, version: version - 1 } });
    expect(stale.statusCode).toBe(409);
    const again = await lawyer.patch(`${at}/status`, { params: { estado_id: 1, version } });
    expect(again.json()).toMatchObject({ data: { state: { id: 1 }, fault: null } });
    const twice = await lawyer.patch(`${at}/status`, { params: { estado_id: 1 } });
    expect(twice.statusCode).toBe(422);
    const { history } = (await lawyer.get(at)).json<Answer<typeof getSeal>>().data;
    expect(history.map(({ state }) => state)).toEqual(['Por sellar', 'Falló', 'Por sellar']);
  });

  test('the bundle verifies alone, and tells every change', async () => {
    const lawyer = await signInAs(llave, 'abogado');
    const { id } = await askSeal(llave);
    const address = SEAL_BUNDLE.replace(':id', String(id));
    expect((await lawyer.get(address)).statusCode).toBe(409);
    await company();
    configure({ TSA_URL: authority.tsaUrl });
    await work();
    const answer = await lawyer.get(address);
    const parts = await unzipped(answer.rawPayload);
    expect([...parts.keys()].toSorted()).toEqual([
      'LEEME.txt',
      'certificados.pem',
      'documento-firmado.pdf',
      'documento-sellado.pdf',
      'eventos.txt',
      'evidencia.json',
      'sello-cubre.bin',
      'sello-de-tiempo.tst',
      'sello.p7s',
      'verificar.html',
    ]);
    const faults = async (changed: Record<string, Uint8Array<ArrayBuffer>> = {}) =>
      (await verifyBundle(new Map([...parts, ...Object.entries(changed)])))
        .filter(({ ok }) => !ok)
        .map(({ text }) => text);
    expect(await faults()).toEqual([]);
    const flipped = (name: string) => {
      const bytes = Uint8Array.from(parts.get(name)!);
      bytes[Math.min(400, bytes.length >> 1)]! ^= 1;
      return { [name]: bytes };
    };
    expect(await faults(flipped('documento-sellado.pdf'))).toEqual([
      'El PDF sellado no es el que dice la evidencia.',
      'El PDF cambió después de sellarse: el sello no es válido.',
    ]);
    expect(await faults(flipped('documento-firmado.pdf'))).toEqual([
      'El PDF firmado no es el que dice la evidencia.',
    ]);
    const evidence = Buffer.from(parts.get('evidencia.json')!).toString().replace('"abierta"', '"cerrada"');
    expect(await faults({ 'evidencia.json': new TextEncoder().encode(evidence) })).toEqual([
      'La evidencia cambió: ya no corresponde a su huella.',
      'La cadena de eventos se rompe en el evento 2.',
    ]);
    // Programs of others say the same, by the company's issuer alone.
    const folderOf = { ...Object.fromEntries(parts), 'emisor.pem': authority.rootPem };
    const cms = ['cms', '-verify', '-inform', 'DER', '-in', 'sello.p7s', '-content', 'sello-cubre.bin', '-binary', '-purpose', 'any', '-CAfile', 'emisor.pem', '-no_check_time', '-out', 'nada']; // prettier-ignore
    const openssl = (over = {}) => outside('openssl', cms, { ...folderOf, ...over });
    expect((await openssl()) ?? { content: true }).toMatchObject({ content: true });
    expect((await openssl(flipped('sello-cubre.bin'))) ?? { content: false }).toMatchObject({
      content: false,
    });
    const time = await outside('openssl', ['ts', '-reply', '-token_in', '-in', 'sello-de-tiempo.tst', '-text'], folderOf); // prettier-ignore
    if (time) expect(time.said).toContain('Time stamp: Nov 21 15:00:00 2026 GMT');
    const poppler = await outside('pdfsig', ['-nocert', 'documento-sellado.pdf'], folderOf);
    if (poppler) expect(poppler.said).toContain('Signature is Valid.');
    // The page carries the same code, without types and imports.
    const page = Buffer.from(parts.get('verificar.html')!).toString();
    const script = /<script type="module">([\s\S]*)document\.getElementById\('archivos'\)/.exec(page)![1]!;
    const verify = runInThisContext(`(() => {${script}\nreturn verifyBundle;\n})()`) as typeof verifyBundle;
    expect((await verify(parts)).every(({ ok }) => ok)).toBe(true);
  });
});

test('a chain is broken by a change, a gap and a swap', () => {
  const { events } = evidenceOf();
  expect(brokenLink(events)).toBeNull();
  expect(brokenLink(events.toSpliced(1, 1))).toBe(3);
  expect(brokenLink([events[1]!, events[0]!, events[2]!])).toBe(2);
  expect(brokenLink(events.with(2, { ...events[2]!, actor: 'Otra' }))).toBe(3);
});

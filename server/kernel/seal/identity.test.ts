import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#server/kernel/config.ts';
import { identityState, readIdentity } from './identity.ts';
import { inspectPdf } from '../pdf/inspect.ts';
import { KEPT_FILE, keyForBackup } from './keptKey.ts';
import { sealPdf } from './seal.ts';
import { makePdf } from '#test/papers.ts';

const now = new Date('2026-11-21T15:00:00Z');
const PASSWORD = 'una clave larga';
const folders: string[] = [];
const newFolder = async () => {
  const made = await mkdtemp(path.join(tmpdir(), 'llave-clave-'));
  folders.push(made);
  return made;
};
afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true, force: true }))));
const configOf = (dataDir: string, password?: string) =>
  readConfig({ DATA_DIR: dataDir, ...(password && { SEAL_BACKUP_PASSWORD: password }) });

test('the key made for trying goes into a back-up only encrypted, and a restored company takes it up', async () => {
  const first = await newFolder();
  expect(await identityState(configOf(first), now)).toBeNull();
  // Several processes begin at once and get one certificate.
  const made = await Promise.all([1, 2, 3].map(() => readIdentity(configOf(first), now)));
  const [{ certificate }] = made as [(typeof made)[0]];
  expect(new Set(made.map((one) => one.certificate.fingerprint256)).size).toBe(1);
  expect((await stat(path.join(first, 'sello'))).mode & 0o777).toBe(0o700);
  expect(await keyForBackup(first, undefined)).toBeUndefined();
  const kept = (await keyForBackup(first, PASSWORD))!;
  expect(kept.toString('latin1')).not.toContain('PRIVATE KEY');
  const restored = await newFolder();
  await writeFile(path.join(restored, KEPT_FILE), kept);
  await expect(readIdentity(configOf(restored, 'otra clave larga'), now)).rejects.toMatchObject({
    code: 'CERTIFICATE_MISSING',
  });
  // The next back-up keeps what the restore brought, also without the password.
  expect(await keyForBackup(restored, undefined)).toEqual(kept);
  const again = await readIdentity(configOf(restored, PASSWORD), now);
  expect(again.certificate.fingerprint256).toBe(certificate.fingerprint256);
});

test('a key of another certificate, and half a configuration, are told', async () => {
  const folder = await newFolder();
  await mkdir(path.join(folder, 'a'));
  const { certificate } = await readIdentity(configOf(path.join(folder, 'a')), now);
  const other = path.join(folder, 'otro.pem');
  await writeFile(path.join(folder, 'este.pem'), certificate.toString());
  const { key } = await readIdentity(configOf(path.join(folder, 'b')), now);
  await writeFile(other, key.export({ type: 'pkcs8', format: 'pem' }));
  const config = readConfig({ DATA_DIR: folder, SEAL_CERT: path.join(folder, 'este.pem'), SEAL_KEY: other });
  await expect(readIdentity(config, now)).rejects.toThrow('the key belongs to none of the certificates');
  expect(() => readConfig({ SEAL_CERT: 'a.pem' })).toThrow('SEAL_CERT y SEAL_KEY');
});

test('a PKCS #12 file of OpenSSL with a P-256 key seals; a wrong password is told', async () => {
  const SEAL_P12 = new URL('../../../test/fixtures/certificado.p12', import.meta.url).pathname;
  const config = (password: string) =>
    readConfig({ DATA_DIR: '/nowhere', SEAL_P12, SEAL_P12_PASSWORD: password });
  await expect(readIdentity(config('otra'), now)).rejects.toMatchObject({ code: 'CERTIFICATE_MISSING' });
  // The fixture was made on that day.
  const then = new Date('2026-12-01T15:00:00Z');
  const task = {
    annex: makePdf(2),
    foot: '',
    drawings: [],
    after: false,
    reason: 'Sello de prueba',
    now: then,
  };
  const { pdf, level, certificate } = await sealPdf(config('clave-ñ'), { pdf: makePdf(), ...task });
  expect([level, certificate.subject, certificate.own]).toEqual(['B-B', 'Empresa de prueba', false]);
  expect((await inspectPdf(pdf, { now: then })).signatures).toMatchObject([{ intact: true, whole: true }]);
});

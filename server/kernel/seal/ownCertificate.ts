import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as asn1js from 'asn1js';
import { BasicConstraints, Certificate, Extension } from 'pkijs';
import { DAY_MS } from '#contract/dates.ts';
import { nameOf, pemOf } from './asn1.ts';
import { certificatesIn, type KeyAndCertificates } from './identity.ts';
import { keyFromBackup, OWN_FILE } from './keptKey.ts';

const VALID_MS = 5 * 365 * DAY_MS;

/**
 * The key and certificate that this system makes for trying, created at the first use (mode 600). Several processes may
 * begin at once: the first file that is complete holds for all. A restored company takes up the key of its back-up.
 */
export async function ownCertificate(
  dataDir: string,
  now: Date,
  backupPassword: string | undefined,
): Promise<KeyAndCertificates> {
  const file = path.join(dataDir, OWN_FILE);
  const pem = await readFile(file, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await keep(file, (await keyFromBackup(dataDir, backupPassword)) ?? (await makePem(now)));
    return readFile(file, 'utf8');
  });
  return { key: createPrivateKey(pem), certificates: certificatesIn(pem) };
}

/** A link makes the whole file appear at once, and fails when another process was first. */
async function keep(file: string, pem: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const half = `${file}.${randomUUID()}`;
  await writeFile(half, pem, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(half, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(half, { force: true });
  }
}

const KEY = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};

async function makePem(now: Date): Promise<string> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1js.Integer({ valueHex: serial() });
  for (const name of [certificate.subject, certificate.issuer])
    name.typesAndValues.push(...nameOf('Sello de prueba de Llave, sin emisor reconocido'));
  certificate.notBefore.value = new Date(Math.floor(now.getTime() / 1000) * 1000 - 60_000);
  certificate.notAfter.value = new Date(certificate.notBefore.value.getTime() + VALID_MS);
  certificate.extensions = [
    new Extension({
      extnID: '2.5.29.19',
      critical: true,
      extnValue: new BasicConstraints({ cA: false }).toSchema().toBER(false),
    }),
    // Digital signature and non-repudiation.
    new Extension({
      extnID: '2.5.29.15',
      critical: true,
      extnValue: new asn1js.BitString({ valueHex: new Uint8Array([0xc0]).buffer, unusedBits: 6 }).toBER(
        false,
      ),
    }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(privateKey, 'SHA-256');
  const key = await crypto.subtle.exportKey('pkcs8', privateKey);
  return pemOf('PRIVATE KEY', key) + pemOf('CERTIFICATE', certificate.toSchema(true).toBER(false));
}

/** A positive number of 15 random bytes. */
function serial(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(16));
  bytes[0] = 1;
  return bytes.buffer;
}

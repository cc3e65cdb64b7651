import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { SealFaultError } from './fault.ts';
import { OWN_FILE } from './keptKey.ts';
import { openP12 } from './p12.ts';
import { ownCertificate } from './ownCertificate.ts';

/** The key and the certificate that seal, with the certificates of the issuers that were given with it. */
export interface Identity {
  key: KeyObject;
  certificate: X509Certificate;
  issuers: readonly X509Certificate[];
  /** Made by this system for trying: its issuer is nobody. */
  own: boolean;
}

type Wanted = Pick<
  Config,
  'DATA_DIR' | 'SEAL_P12' | 'SEAL_P12_PASSWORD' | 'SEAL_CERT' | 'SEAL_KEY' | 'SEAL_BACKUP_PASSWORD'
>;

/**
 * The identity in force, whether valid or not: SEAL_P12, else SEAL_CERT with SEAL_KEY, else the certificate made at the
 * first use and kept in DATA_DIR. Read anew each time, so that a replaced file holds at once. Raises SealFaultError
 * CERTIFICATE_MISSING.
 */
export async function readIdentity(config: Wanted, now: Date): Promise<Identity> {
  if (config.SEAL_P12) {
    const { SEAL_P12: file, SEAL_P12_PASSWORD: password = '' } = config;
    return identityOf(await missingUnless(async () => openP12(await readFile(file), password)));
  }
  if (config.SEAL_CERT && config.SEAL_KEY) {
    const { SEAL_CERT, SEAL_KEY } = config;
    return identityOf(
      await missingUnless(async () => ({
        key: createPrivateKey(await readFile(SEAL_KEY)),
        certificates: certificatesIn(await readFile(SEAL_CERT, 'utf8')),
      })),
    );
  }
  return {
    ...identityOf(
      await missingUnless(() => ownCertificate(config.DATA_DIR, now, config.SEAL_BACKUP_PASSWORD)),
    ),
    own: true,
  };
}

/** The certificates of a PEM file, in its order. */
export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (one) => new X509Certificate(one),
  );

export interface KeyAndCertificates {
  key: KeyObject;
  certificates: readonly X509Certificate[];
}

async function missingUnless(read: () => Promise<KeyAndCertificates>): Promise<KeyAndCertificates> {
  try {
    return await read();
  } catch (error) {
    throw new SealFaultError(
      'CERTIFICATE_MISSING',
      error instanceof Error ? error.message : String(error),
      error,
    );
  }
}

function identityOf({ key, certificates }: KeyAndCertificates): Identity {
  const certificate = certificates.find((one) => one.checkPrivateKey(key));
  if (!certificate)
    throw new SealFaultError('CERTIFICATE_MISSING', 'the key belongs to none of the certificates');
  return { key, certificate, issuers: certificates.filter((one) => one !== certificate), own: false };
}

/** Raises SealFaultError CERTIFICATE_EXPIRED unless the certificate is valid at `now`. */
export function requireValid({ certificate }: Identity, now: Date): void {
  const from = certificate.validFromDate;
  const to = certificate.validToDate;
  if (now < from || now > to)
    throw new SealFaultError(
      'CERTIFICATE_EXPIRED',
      `valid from ${from.toISOString()} to ${to.toISOString()}`,
    );
}

/** When the identity in force ends; null when none was needed so far: looking must not make one. */
export async function identityState(
  config: Wanted,
  now: Date,
): Promise<{ own: boolean; notAfter: Date; notBefore: Date } | { fault: string } | null> {
  const configured = config.SEAL_P12 !== undefined || config.SEAL_CERT !== undefined;
  if (!configured && !existsSync(path.join(config.DATA_DIR, OWN_FILE))) return null;
  try {
    const { own, certificate } = await readIdentity(config, now);
    return { own, notAfter: certificate.validToDate, notBefore: certificate.validFromDate };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

import type { X509Certificate } from 'node:crypto';
import { AccessDescription, CRLDistributionPoints, InfoAccess, type Certificate } from 'pkijs';
import { OID, parseCertificate } from './asn1.ts';

const LONGEST = 8;

/** Whether `issuer` signed `certificate`. An issuer that is no authority signs no certificates. */
const issued = (issuer: X509Certificate, certificate: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

export const isSelfSigned = (one: X509Certificate): boolean =>
  one.subject === one.issuer && one.verify(one.publicKey);

/** The certificate and its issuers, as far as they are in `pool`, up to a root. */
export function chainOf(
  certificate: X509Certificate,
  pool: readonly X509Certificate[],
): readonly X509Certificate[] {
  const chain = [certificate];
  while (chain.length < LONGEST) {
    const last = chain.at(-1)!;
    if (isSelfSigned(last)) break;
    const next = pool.find((one) => !chain.includes(one) && issued(one, last));
    if (!next) break;
    chain.push(next);
  }
  return chain;
}

/**
 * Whether a chain ends at one of the recognized issuers, and each certificate was valid at `at`. A certificate that
 * signed itself is never recognized: nobody vouches for it.
 */
export function isRecognized(
  chain: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date,
): boolean {
  const [leaf] = chain;
  const last = chain.at(-1);
  if (!leaf || !last || isSelfSigned(leaf)) return false;
  const all = chain.every((one) => one.validFromDate <= at && at <= one.validToDate);
  const root = roots.find((one) => one.fingerprint256 === last.fingerprint256 || issued(one, last));
  return all && root !== undefined && (chain.length > 1 || root.fingerprint256 !== last.fingerprint256);
}

/** Where a certificate says that its issuer, its revocation list and its OCSP service are. Only http and https. */
export function addressesOf(certificate: X509Certificate): {
  issuers: string[];
  crls: string[];
  ocsp: string[];
} {
  const parsed = parseCertificate(certificate.raw);
  const access = extensionOf(parsed, OID.authorityAccess);
  const points = extensionOf(parsed, OID.crlPoints);
  const told = access instanceof InfoAccess ? access.accessDescriptions : [];
  const by = (method: string) =>
    told.flatMap(({ accessMethod, accessLocation }: AccessDescription) =>
      accessMethod === method ? urlsOf([accessLocation]) : [],
    );
  return {
    issuers: by(OID.issuers),
    ocsp: by(OID.ocsp),
    crls:
      points instanceof CRLDistributionPoints
        ? points.distributionPoints.flatMap(({ distributionPoint }) =>
            Array.isArray(distributionPoint) ? urlsOf(distributionPoint) : [],
          )
        : [],
  };
}

const extensionOf = ({ extensions = [] }: Certificate, oid: string): unknown =>
  extensions.find(({ extnID }) => extnID === oid)?.parsedValue;

const URI = 6;
const urlsOf = (names: readonly { type: number; value: unknown }[]): string[] =>
  names.flatMap(({ type, value }) =>
    type === URI && typeof value === 'string' && /^https?:\/\//i.test(value) ? [value] : [],
  );

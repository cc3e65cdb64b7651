import { X509Certificate } from 'node:crypto';
import { BasicOCSPResponse, CertificateRevocationList, OCSPRequest, OCSPResponse } from 'pkijs';
import { HOUR_MS } from '#contract/dates.ts';
import { askOutside } from './ask.ts';
import { parseCertificate, parseDer } from './asn1.ts';
import { addressesOf, chainOf, isSelfSigned } from './chain.ts';
import { SealFaultError } from './fault.ts';

/** Chain and revocation of a certificate, as they go into the PDF (DSS of PAdES B-LT). All DER. */
export interface Evidence {
  certificates: Buffer[];
  crls: Buffer[];
  /** Whole OCSP responses. */
  ocsps: Buffer[];
}

export type RevocationState = 'good' | 'revoked' | 'unknown';

interface Reach {
  timeoutMs: number;
  /** Hosts (`host` or `host:port`) of the company's own network that may be asked although they are private. */
  privateHosts: readonly string[];
}

const CERTIFICATE_MAX = 64 * 1024;
const REVOCATION_MAX = 5 * 1_048_576;

/**
 * The issuers of a certificate (completed from the addresses that it names) and what they say about its revocation now.
 * Nothing is fetched for a certificate that names no address. Raises SealFaultError CERTIFICATE_REVOKED, and
 * REVOCATION_AWAY when an issuer that offers it does not answer or its answer does not hold.
 */
export async function collectEvidence(
  certificate: X509Certificate,
  known: readonly X509Certificate[],
  now: Date,
  reach: Reach,
): Promise<Evidence> {
  const chain = await wholeChain(certificate, known, reach);
  const evidence: Evidence = { certificates: chain.map(({ raw }) => raw), crls: [], ocsps: [] };
  for (const [at, one] of chain.entries()) {
    const issuer = chain[at + 1];
    if (!issuer || isSelfSigned(one)) continue;
    const { crls, ocsp } = addressesOf(one);
    if (crls.length === 0 && ocsp.length === 0) continue;
    const told = await askIssuer(one, issuer, { crls, ocsp, now, reach });
    if (told.state === 'revoked')
      throw new SealFaultError('CERTIFICATE_REVOKED', `«${one.subject}» was revoked by its issuer`);
    if (told.crl) evidence.crls.push(told.crl);
    if (told.ocsp) evidence.ocsps.push(told.ocsp);
  }
  return evidence;
}

async function wholeChain(
  certificate: X509Certificate,
  known: readonly X509Certificate[],
  reach: Reach,
): Promise<readonly X509Certificate[]> {
  const pool = [...known];
  const asked = new Set<string>();
  for (;;) {
    const chain = chainOf(certificate, pool);
    const last = chain.at(-1)!;
    const next = isSelfSigned(last) ? [] : addressesOf(last).issuers.filter((one) => !asked.has(one));
    if (next.length === 0 || asked.size > 8) return chain;
    for (const address of next) {
      asked.add(address);
      // An issuer that cannot be fetched only leaves the chain shorter.
      const der = await fetchFrom(address, CERTIFICATE_MAX, reach).catch(() => undefined);
      if (der) pool.push(...certificatesFrom(der));
    }
  }
}

function certificatesFrom(bytes: Buffer): X509Certificate[] {
  try {
    return [new X509Certificate(bytes)];
  } catch {
    return [];
  }
}

interface Told {
  state: RevocationState;
  crl?: Buffer;
  ocsp?: Buffer;
}

async function askIssuer(
  one: X509Certificate,
  issuer: X509Certificate,
  { crls, ocsp, now, reach }: { crls: readonly string[]; ocsp: readonly string[]; now: Date; reach: Reach },
): Promise<Told> {
  const faults: string[] = [];
  const attempt = async (address: string, ask: () => Promise<Told>): Promise<Told | undefined> => {
    try {
      const told = await ask();
      if (told.state !== 'unknown') return told;
      faults.push(`${address}: the answer does not hold`);
    } catch (error) {
      faults.push(`${address}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return undefined;
  };
  for (const address of ocsp) {
    const told = await attempt(address, async () => {
      const response = await askOcsp(address, one, issuer, reach);
      return { state: await ocspState(response, one, issuer, now), ocsp: response };
    });
    if (told) return told;
  }
  for (const address of crls) {
    const told = await attempt(address, async () => {
      const crl = await fetchFrom(address, REVOCATION_MAX, reach);
      return { state: await crlState(crl, one, issuer, now), crl };
    });
    if (told) return told;
  }
  throw new SealFaultError('REVOCATION_AWAY', faults.join('; '));
}

async function askOcsp(
  address: string,
  one: X509Certificate,
  issuer: X509Certificate,
  reach: Reach,
): Promise<Buffer> {
  const request = new OCSPRequest();
  await request.createForCertificate(parseCertificate(one.raw), {
    hashAlgorithm: 'SHA-1', // only names the issuer; every responder knows it (RFC 5019)
    issuerCertificate: parseCertificate(issuer.raw),
  });
  return fetchFrom(address, REVOCATION_MAX, reach, {
    bytes: Buffer.from(request.toSchema(true).toBER(false)),
    type: 'application/ocsp-request',
  });
}

const fetchFrom = (
  address: string,
  bytesMax: number,
  { timeoutMs, privateHosts }: Reach,
  body?: { bytes: Uint8Array; type: string },
) => {
  const { host, hostname } = new URL(address);
  return askOutside(address, {
    trusted: privateHosts.includes(host) || privateHosts.includes(hostname),
    timeoutMs,
    bytesMax,
    ...(body && { body }),
  });
};

/** An hour: clocks differ, and a list may be published a little late. */
const TOLERANCE_MS = HOUR_MS;

/** What a revocation list says about a certificate at an instant; `unknown`: the list is of another issuer or does not hold. */
export async function crlState(
  der: Uint8Array,
  one: X509Certificate,
  issuer: X509Certificate,
  at: Date,
): Promise<RevocationState> {
  try {
    const crl = new CertificateRevocationList({ schema: parseDer(der) });
    const holds = await crl.verify({ issuerCertificate: parseCertificate(issuer.raw) });
    if (!holds || crl.thisUpdate.value.getTime() > at.getTime() + TOLERANCE_MS) return 'unknown';
    if (crl.nextUpdate && crl.nextUpdate.value.getTime() < at.getTime() - TOLERANCE_MS) return 'unknown';
    return crl.isCertificateRevoked(parseCertificate(one.raw)) ? 'revoked' : 'good';
  } catch {
    return 'unknown';
  }
}

/** The same of an OCSP response. */
export async function ocspState(
  der: Uint8Array,
  one: X509Certificate,
  issuer: X509Certificate,
  at: Date,
): Promise<RevocationState> {
  try {
    const response = new OCSPResponse({ schema: parseDer(der) });
    if (response.responseStatus.valueBlock.valueDec !== 0 || !response.responseBytes) return 'unknown';
    const basic = new BasicOCSPResponse({
      schema: parseDer(new Uint8Array(response.responseBytes.response.getValue())),
    });
    const authority = parseCertificate(issuer.raw);
    if (!(await basic.verify({ trustedCerts: [authority] }))) return 'unknown';
    const [told] = basic.tbsResponseData.responses;
    if (!told || told.thisUpdate.getTime() > at.getTime() + TOLERANCE_MS) return 'unknown';
    if (told.nextUpdate && told.nextUpdate.getTime() < at.getTime() - TOLERANCE_MS) return 'unknown';
    const { isForCertificate, status } = await basic.getCertificateStatus(
      parseCertificate(one.raw),
      authority,
    );
    if (!isForCertificate) return 'unknown';
    return status === 0 ? 'good' : status === 1 ? 'revoked' : 'unknown';
  } catch {
    return 'unknown';
  }
}

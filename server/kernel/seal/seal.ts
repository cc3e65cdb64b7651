import { createHash } from 'node:crypto';
import { HOUR_MS } from '#contract/dates.ts';
import type { Config } from '../config.ts';
import { Lately } from '../lately.ts';
import { ThreadEnded } from '../thread.ts';
import { textOf, parseCertificate } from './asn1.ts';
import { signDigest } from './cms.ts';
import { SealFaultError } from './fault.ts';
import { readIdentity, requireValid } from './identity.ts';
import { placeSignature, type Placed, type PlaceTask } from './place.ts';
import { collectEvidence, type Evidence } from './revocation.ts';
import { stampTime, type Stamped } from './timeStamp.ts';

export type SealConfig = Pick<
  Config,
  | 'DATA_DIR'
  | 'SEAL_P12'
  | 'SEAL_P12_PASSWORD'
  | 'SEAL_CERT'
  | 'SEAL_KEY'
  | 'SEAL_BACKUP_PASSWORD'
  | 'SEAL_PRIVATE_HOSTS'
  | 'SEAL_TIMEOUT_SECONDS'
  | 'TSA_URL'
>;

export interface SealTask extends Pick<
  PlaceTask,
  'pdf' | 'annex' | 'foot' | 'drawings' | 'after' | 'reason'
> {
  now: Date;
}

export interface SealedPdf {
  pdf: Buffer;
  level: 'B-B' | 'B-T' | 'B-LT';
  stampedAt: Date | null;
  /** The CMS signature (DER). */
  signature: Buffer;
  certificate: {
    subject: string;
    issuer: string;
    serial: string;
    sha256: string;
    notAfter: string;
    own: boolean;
  };
}

/** Room for the signature, its chain and its stamp. */
const ROOM = 24 * 1024;

/**
 * Seals a PDF with the company's certificate (PAdES): signatures are drawn in their places, the annex is appended, chain
 * and revocation go inside where the certificate offers them (B-LT), a time stamp when TSA_URL is set (B-T). The whole file
 * is signed. Raises SealFaultError; nothing is made without a valid certificate, nor without the stamp that is configured.
 */
export async function sealPdf(config: SealConfig, { now, ...task }: SealTask): Promise<SealedPdf> {
  const identity = await readIdentity(config, now);
  requireValid(identity, now);
  const reach = { timeoutMs: config.SEAL_TIMEOUT_SECONDS * 1000, privateHosts: config.SEAL_PRIVATE_HOSTS };
  const evidence = await collectEvidence(identity.certificate, identity.issuers, now, reach);
  const offersRevocation = evidence.crls.length + evidence.ocsps.length > 0;
  const tsa = config.TSA_URL ? { url: config.TSA_URL, timeoutMs: reach.timeoutMs } : null;
  if (tsa && offersRevocation)
    addEvidence(evidence, await authorityEvidence.read(tsa.url, async () => authority(tsa, now, reach)));
  const parsed = parseCertificate(identity.certificate.raw);
  const placed = await place({
    ...task,
    evidence: offersRevocation ? evidence : null,
    name: textOf(parsed.subject),
    date: pdfDate(now),
    room: ROOM,
  });
  const signature = signDigest(digestOf(placed), identity);
  const stamp: Stamped | undefined = tsa ? await stampTime(signature.value, tsa, now) : undefined;
  const der = signature.der(stamp?.token);
  if (der.length > ROOM) throw new SealFaultError('DOCUMENT_REFUSED', 'the signature needs more room');
  const pdf = Buffer.from(placed.pdf);
  pdf.write(der.toString('hex'), placed.at, 'latin1');
  return {
    pdf,
    level: stamp ? (offersRevocation ? 'B-LT' : 'B-T') : 'B-B',
    stampedAt: stamp?.at ?? null,
    signature: der,
    certificate: {
      subject: textOf(parsed.subject),
      issuer: textOf(parsed.issuer),
      serial: identity.certificate.serialNumber,
      sha256: identity.certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
      notAfter: identity.certificate.validToDate.toISOString(),
      own: identity.own,
    },
  };
}

/**
 * Chain and revocation of the time-stamp authority: they must be in the file before it is signed, so that nothing is added
 * afterwards. A stamp of nothing tells its certificate; it is asked for twice a day.
 */
const authorityEvidence = new Lately<Evidence>({ ms: 12 * HOUR_MS, max: 10 });

async function authority(
  tsa: { url: string; timeoutMs: number },
  now: Date,
  reach: Parameters<typeof collectEvidence>[3],
): Promise<Evidence> {
  const { certificates } = await stampTime(Buffer.from('llave'), tsa, now);
  return collectEvidence(certificates[0]!, certificates.slice(1), now, reach);
}

function addEvidence(to: Evidence, more: Evidence): void {
  to.certificates.push(...more.certificates);
  to.crls.push(...more.crls);
  to.ocsps.push(...more.ocsps);
}

async function place(task: PlaceTask): Promise<Placed> {
  const placed = await placeSignature(task).catch((error: unknown) => {
    if (!(error instanceof ThreadEnded)) throw error;
    throw new SealFaultError('DOCUMENT_REFUSED', error.message, error);
  });
  if (!placed) throw new SealFaultError('DOCUMENT_REFUSED', 'the PDF cannot be opened');
  return placed;
}

const digestOf = ({ pdf, byteRange: [, length, after, rest] }: Placed): Buffer =>
  createHash('sha256')
    .update(pdf.subarray(0, length))
    .update(pdf.subarray(after, after + rest))
    .digest();

const pdfDate = (now: Date) => `D:${now.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;

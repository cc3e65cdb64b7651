import { createHash, X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import { ContentInfo, SignedData, type Attribute } from 'pkijs';
import { OID, own, parseDer, textOf } from './asn1.ts';
import { chainOf, isRecognized, isSelfSigned } from './chain.ts';
import { crlState, ocspState, type Evidence, type RevocationState } from './revocation.ts';
import { certificatesOf, readToken, x509, type TimeStamp } from './token.ts';

/** A signature of a PDF, as it is found in the file. */
export interface RawSignature {
  /** Of the CMS structure, with its padding. */
  contents: Uint8Array;
  /** Two parts of the file: offset and length of each. */
  byteRange: readonly number[];
  reason: string | null;
  /** As the signer claims. ISO 8601. */
  claimedAt: string | null;
}

/** What a signature of a PDF proves. */
export interface PdfSignature {
  signer: string;
  issuer: string;
  reason: string | null;
  /** ISO 8601: what the signer claims, and what a time-stamp authority proves. */
  claimedAt: string | null;
  stampedAt: string | null;
  stampedBy: string | null;
  /** The signed bytes are as they were, and the signature belongs to them. */
  intact: boolean;
  /** It covers the whole file: nothing was added after it. */
  whole: boolean;
  /** Its issuer is recognized, and every certificate was valid when it was signed. */
  recognized: boolean;
  selfSigned: boolean;
  /** Valid when it was signed. */
  validThen: boolean;
  /** As the lists inside the file say. */
  revocation: RevocationState;
  /** SHA-256 of the certificate, hexadecimal. */
  certificate: string;
  notAfter: string;
}

/**
 * Checks one signature of a PDF with what the file holds; asks nobody outside. `roots`: the recognized issuers.
 * CPU-bound: call it inside a thread. Never throws for a broken signature: it is then not intact.
 */
export async function validateSignature(
  pdf: Uint8Array,
  raw: RawSignature,
  { evidence, roots, now }: { evidence: Evidence; roots: readonly X509Certificate[]; now: Date },
): Promise<PdfSignature> {
  const told = { reason: raw.reason, claimedAt: raw.claimedAt };
  const parts = partsOf(pdf, raw);
  try {
    const { signed, value, token } = parseCms(raw.contents);
    const data = parts ? Buffer.concat(parts.covered) : Buffer.alloc(0);
    const result = await signed
      .verify({ signer: 0, data: own(data), checkChain: false, extendedMode: true })
      .catch((error: unknown) => error as Awaited<ReturnType<typeof signed.verify>> & VerifyFault);
    const signer = result.signerCertificate;
    if (!signer) return { ...BROKEN, ...told };
    const leaf = x509(signer);
    const stamp = token && (await readToken(token, value).catch(() => undefined));
    const pool = [
      ...certificatesOf(signed),
      ...(stamp?.certificates ?? []),
      ...evidence.certificates.flatMap(certificateOf),
      ...roots,
    ];
    const chain = chainOf(leaf, pool);
    // Without a stamp only today is certain: the signer may have claimed any time.
    const at = stamp?.at ?? now;
    const revocation = await revocationOf(chain, evidence, at);
    return {
      ...told,
      signer: textOf(signer.subject),
      issuer: textOf(signer.issuer),
      stampedAt: stamp?.at.toISOString() ?? null,
      stampedBy: stamp?.by ?? null,
      intact: parts !== undefined && result.signatureVerified === true && namesSigner(signed, leaf),
      whole: parts?.whole ?? false,
      recognized: isRecognized(chain, roots, at) && revocation !== 'revoked' && stampHolds(token, stamp),
      selfSigned: isSelfSigned(leaf),
      validThen: leaf.validFromDate <= at && at <= leaf.validToDate,
      revocation,
      certificate: leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
      notAfter: leaf.validToDate.toISOString(),
    };
  } catch {
    return { ...BROKEN, ...told };
  }
}

interface VerifyFault {
  signatureVerified?: boolean | null;
}

const BROKEN: Omit<PdfSignature, 'reason' | 'claimedAt'> = {
  signer: '',
  issuer: '',
  stampedAt: null,
  stampedBy: null,
  intact: false,
  whole: false,
  recognized: false,
  selfSigned: false,
  validThen: false,
  revocation: 'unknown',
  certificate: '',
  notAfter: '',
};

/** A token that is there must hold: a false one must not pass as none. */
const stampHolds = (token: Uint8Array | undefined, stamp: TimeStamp | undefined) =>
  token === undefined || stamp !== undefined;

/**
 * The parts of the file that a signature covers. Undefined unless it begins at the beginning and leaves out exactly its
 * own contents: otherwise something unsigned could hide in the gap.
 */
function partsOf(
  pdf: Uint8Array,
  { byteRange, contents }: RawSignature,
): { covered: Uint8Array[]; whole: boolean } | undefined {
  const [from, length, after, rest] = byteRange;
  if (byteRange.length !== 4 || from !== 0 || !length || !after || !rest) return undefined;
  if (![length, after, rest].every(Number.isSafeInteger)) return undefined;
  if (length < 0 || rest < 0 || after <= length || after + rest > pdf.length) return undefined;
  const gap = Buffer.from(pdf.subarray(length, after)).toString('latin1');
  if (!/^<[0-9a-fA-F]*>$/.test(gap)) return undefined;
  if (!Buffer.from(gap.slice(1, -1), 'hex').equals(Buffer.from(contents))) return undefined;
  return {
    covered: [pdf.subarray(0, length), pdf.subarray(after, after + rest)],
    whole: after + rest === pdf.length,
  };
}

function parseCms(contents: Uint8Array): { signed: SignedData; value: Uint8Array; token?: Uint8Array } {
  const content = new ContentInfo({ schema: parseDer(contents) });
  const signed = new SignedData({ schema: content.content });
  const [info] = signed.signerInfos;
  if (!info || signed.signerInfos.length !== 1) throw new Error('one signer is expected');
  const [token] = valuesOf(info.unsignedAttrs?.attributes, OID.timeStampToken);
  return {
    signed,
    value: info.signature.valueBlock.valueHexView,
    ...(token && { token: Buffer.from(token.toBER(false)) }),
  };
}

const valuesOf = (attributes: readonly Attribute[] = [], type: string): asn1js.AsnType[] =>
  attributes.find((one) => one.type === type)?.values ?? [];

/** When the signature names its certificate by hash (PAdES), it must be this one. */
function namesSigner({ signerInfos }: SignedData, leaf: X509Certificate): boolean {
  const [value] = valuesOf(signerInfos[0]?.signedAttrs?.attributes, OID.signingCertificateV2);
  if (!value) return true;
  const der = Buffer.from(value.toBER(false));
  const hashes = ['sha256', 'sha384', 'sha512'].map((name) => createHash(name).update(leaf.raw).digest());
  return hashes.some((hash) => der.includes(hash));
}

const certificateOf = (der: Uint8Array): X509Certificate[] => {
  try {
    return [new X509Certificate(der)];
  } catch {
    return [];
  }
};

/** The worst that the lists inside say about the certificates of a chain; `good` only if each one that is issued has an answer. */
async function revocationOf(
  chain: readonly X509Certificate[],
  { crls, ocsps }: Evidence,
  at: Date,
): Promise<RevocationState> {
  if (chain.length < 2) return 'unknown';
  const states: RevocationState[] = [];
  for (const [index, one] of chain.entries()) {
    const issuer = chain[index + 1];
    if (!issuer) break;
    const told = [
      ...(await Promise.all(ocsps.map((der) => ocspState(der, one, issuer, at)))),
      ...(await Promise.all(crls.map((der) => crlState(der, one, issuer, at)))),
    ];
    states.push(told.includes('revoked') ? 'revoked' : told.includes('good') ? 'good' : 'unknown');
  }
  if (states.includes('revoked')) return 'revoked';
  return states[0] === 'good' ? 'good' : 'unknown';
}

import { createHash, X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import { Certificate, ContentInfo, ExtKeyUsage, SignedData, TSTInfo } from 'pkijs';
import { OID, own, parseDer, textOf } from './asn1.ts';

/** A time stamp that holds. */
export interface TimeStamp {
  at: Date;
  /** The name of the authority, as its certificate says. */
  by: string;
  nonce: Buffer | null;
  /** The authority's certificate first, then the others in the token. */
  certificates: X509Certificate[];
}

const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/**
 * Reads a time-stamp token (RFC 3161) and checks it: it is about exactly these bytes, its signature holds, and the signer
 * may stamp times. Undefined when it does not hold. Whether the authority is recognized is the caller's question.
 */
export async function readToken(token: Uint8Array, bytes: Uint8Array): Promise<TimeStamp | undefined> {
  const content = new ContentInfo({ schema: parseDer(token) });
  const signed = new SignedData({ schema: content.content });
  const told = signed.encapContentInfo.eContent;
  const [info] = signed.signerInfos;
  if (!told || !info || signed.signerInfos.length !== 1) return undefined;
  const said = new TSTInfo({ schema: parseDer(bytesOf(told)) });
  const hash = HASHES[said.messageImprint.hashAlgorithm.algorithmId];
  if (!hash) return undefined;
  const imprint = createHash(hash).update(bytes).digest();
  if (!imprint.equals(Buffer.from(said.messageImprint.hashedMessage.valueBlock.valueHexView)))
    return undefined;
  const result = await signed.verify({ signer: 0, data: own(bytes), checkChain: false, extendedMode: true });
  const signer = result.signerCertificate;
  if (result.signatureVerified !== true || !signer || !stampsTimes(signer)) return undefined;
  if (said.genTime < signer.notBefore.value || said.genTime > signer.notAfter.value) return undefined;
  const first = x509(signer);
  return {
    at: said.genTime,
    by: textOf(signer.subject),
    nonce: said.nonce ? Buffer.from(said.nonce.valueBlock.valueHexView) : null,
    certificates: [
      first,
      ...certificatesOf(signed).filter((one) => one.fingerprint256 !== first.fingerprint256),
    ],
  };
}

/** The content of an octet string, in one piece or in several. */
export const bytesOf = (octets: asn1js.OctetString): Uint8Array => new Uint8Array(octets.getValue());

export const x509 = (certificate: Certificate): X509Certificate =>
  new X509Certificate(Buffer.from(certificate.toSchema().toBER(false)));

/** The certificates inside a signed structure. */
export const certificatesOf = ({ certificates = [] }: SignedData): X509Certificate[] =>
  certificates.flatMap((one) => (one instanceof Certificate ? [x509(one)] : []));

function stampsTimes({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === OID.extendedKeyUsage)?.parsedValue;
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(OID.timeStamping);
}

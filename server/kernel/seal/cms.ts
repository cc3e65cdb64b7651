import { createHash, sign } from 'node:crypto';
import * as asn1js from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { OID, own, parseCertificate } from './asn1.ts';
import type { Identity } from './identity.ts';

/** A signature over a digest, before and after its time stamp. */
export interface Signature {
  /** The signature itself: what a time stamp is about. */
  value: Buffer;
  /** The CMS structure for the PDF (DER); with the time-stamp token inside when one is given. */
  der(timeStampToken?: asn1js.AsnType): Buffer;
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/**
 * A detached CMS signature over a SHA-256 digest as ETSI EN 319 142-1 (PAdES baseline) asks: content type, message digest
 * and the hash of the signer's certificate are signed; the time is in the PDF and in the time stamp.
 */
export function signDigest(messageDigest: Buffer, { key, certificate, issuers }: Identity): Signature {
  const signer = parseCertificate(certificate.raw);
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: inDerOrder([
      new Attribute({ type: OID.contentType, values: [new asn1js.ObjectIdentifier({ value: OID.data })] }),
      new Attribute({
        type: OID.messageDigest,
        values: [new asn1js.OctetString({ valueHex: own(messageDigest) })],
      }),
      new Attribute({ type: OID.signingCertificateV2, values: [certificateHash(certificate.raw)] }),
    ]),
  });
  const toSign = Buffer.from(signedAttrs.toSchema().toBER(false));
  // They are signed as a SET, not with their tag inside the structure (RFC 5652, 5.4).
  toSign[0] = 0x31;
  const value = sign('sha256', toSign, key);
  const ec = key.asymmetricKeyType === 'ec';
  const sha256 = () => new AlgorithmIdentifier({ algorithmId: OID.sha256 });
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
    digestAlgorithm: sha256(),
    signedAttrs,
    signatureAlgorithm: ec
      ? new AlgorithmIdentifier({ algorithmId: OID.ecdsaWithSha256 })
      : new AlgorithmIdentifier({ algorithmId: OID.rsa, algorithmParams: new asn1js.Null() }),
    signature: new asn1js.OctetString({ valueHex: own(value) }),
  });
  return {
    value,
    der(token) {
      if (token)
        info.unsignedAttrs = new SignedAndUnsignedAttributes({
          type: 1,
          attributes: [new Attribute({ type: OID.timeStampToken, values: [token] })],
        });
      const signed = new SignedData({
        version: 1,
        digestAlgorithms: [sha256()],
        encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
        certificates: [signer, ...issuers.map(({ raw }) => parseCertificate(raw))],
        signerInfos: [info],
      });
      const content = new ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) });
      return Buffer.from(content.toSchema().toBER(false));
    },
  };
}

/** SigningCertificateV2 with the default hash, SHA-256. */
const certificateHash = (der: Uint8Array) =>
  new asn1js.Sequence({
    value: [
      new asn1js.Sequence({
        value: [new asn1js.Sequence({ value: [new asn1js.OctetString({ valueHex: own(digest(der)) })] })],
      }),
    ],
  });

/** The elements of a DER SET stand in the order of their encodings. */
const inDerOrder = (attributes: readonly Attribute[]): Attribute[] =>
  attributes
    .map((one) => ({ one, der: Buffer.from(one.toSchema().toBER(false)) }))
    .toSorted((a, b) => Buffer.compare(a.der, b.der))
    .map(({ one }) => one);

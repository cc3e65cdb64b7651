import * as asn1js from 'asn1js';
import { AttributeTypeAndValue, Certificate, type RelativeDistinguishedNames } from 'pkijs';

export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  /** Names the signer's certificate by its hash (RFC 5035), as PAdES asks. */
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  crlPoints: '2.5.29.31',
  authorityAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  issuers: '1.3.6.1.5.5.7.48.2',
  extendedKeyUsage: '2.5.29.37',
} as const;

const NAMES = { CN: '2.5.4.3', O: '2.5.4.10' } as const;

/** A distinguished name with a common name only. */
export const nameOf = (value: string): AttributeTypeAndValue[] => [
  new AttributeTypeAndValue({ type: NAMES.CN, value: new asn1js.Utf8String({ value }) }),
];

/** What people call a name: its CN, else its O. */
export function textOf(name: RelativeDistinguishedNames): string {
  const part = (type: string) => {
    const found = name.typesAndValues.find((one) => one.type === type);
    const value: unknown = found?.value.valueBlock.value;
    return typeof value === 'string' ? value : undefined;
  };
  return part(NAMES.CN) ?? part(NAMES.O) ?? '';
}

export const pemOf = (kind: string, der: ArrayBuffer | Uint8Array): string =>
  `-----BEGIN ${kind}-----\n${Buffer.from(der as Uint8Array)
    .toString('base64')
    .replace(/.{64}/g, '$&\n')
    .trimEnd()}\n-----END ${kind}-----\n`;

/** A copy in a buffer of its own, as the ASN.1 library wants. */
export const own = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** Parses DER. Raises an Error when it is none. */
export function parseDer(bytes: Uint8Array): asn1js.AsnType {
  const { offset, result } = asn1js.fromBER(own(bytes));
  if (offset === -1) throw new Error('not DER');
  return result;
}

export const parseCertificate = (der: Uint8Array): Certificate => new Certificate({ schema: parseDer(der) });

import { ContentInfo, SignedData } from 'pkijs';
import { OID, parseDer, pemOf } from './asn1.ts';
import { certificatesOf } from './token.ts';

/** The parts of the newest signature of a PDF, for programs that verify them on their own. */
export interface SignatureParts {
  /** What is signed: the file without the signature itself. */
  covered: Buffer;
  /** The CMS signature (DER). */
  cms: Buffer;
  /** The time-stamp token (DER); null without one. */
  stamp: Buffer | null;
  /** PEM of the certificates inside, the signer's first. */
  certificates: string[];
}

/** Takes the newest signature out of a PDF that this system sealed. Raises an Error when there is none. */
export function signatureParts(pdf: Buffer): SignatureParts {
  const text = pdf.toString('latin1');
  const range = [...text.matchAll(/\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].at(-1);
  if (!range) throw new Error('no signature');
  const [length, after, rest] = range.slice(1).map(Number) as [number, number, number];
  const padded = Buffer.from(text.slice(length + 1, after - 1), 'hex');
  const content = parseDer(padded);
  const cms = Buffer.from(content.toBER(false));
  const signed = new SignedData({ schema: new ContentInfo({ schema: content }).content });
  const attribute = signed.signerInfos[0]?.unsignedAttrs?.attributes.find(
    ({ type }) => type === OID.timeStampToken,
  );
  const [token] = attribute?.values ?? [];
  return {
    covered: Buffer.concat([pdf.subarray(0, length), pdf.subarray(after, after + rest)]),
    cms,
    stamp: token ? Buffer.from(token.toBER(false)) : null,
    certificates: certificatesOf(signed).map(({ raw }) => pemOf('CERTIFICATE', raw)),
  };
}

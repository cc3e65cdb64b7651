import { createHash, randomBytes } from 'node:crypto';
import * as asn1js from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { askOutside } from './ask.ts';
import { OID, own, parseDer } from './asn1.ts';
import { SealFaultError } from './fault.ts';
import { readToken, type TimeStamp } from './token.ts';

const BYTES_MAX = 64 * 1024;
/** A stamp whose clock differs more from ours is of a wrong authority, or our clock is wrong. */
const CLOCK_MS = 10 * 60_000;

export interface TimeStampAuthority {
  /** TSA_URL: of our own configuration, so it may be private. */
  url: string;
  timeoutMs: number;
}

/** The token as it goes into the signature, and what it says. */
export interface Stamped extends TimeStamp {
  token: asn1js.AsnType;
}

/**
 * A time stamp of an authority (RFC 3161) over bytes. Raises SealFaultError TSA_AWAY when it does not answer in time, and
 * TSA_WRONG when the answer is not a valid stamp of exactly these bytes, of this request and of about now.
 */
export async function stampTime(bytes: Uint8Array, tsa: TimeStampAuthority, now: Date): Promise<Stamped> {
  const imprint = createHash('sha256').update(bytes).digest();
  const nonce = randomBytes(8);
  nonce[0] = (nonce[0]! & 0x7f) | 0x40; // positive, without leading zeros
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: own(imprint) }),
    }),
    nonce: new asn1js.Integer({ valueHex: own(nonce) }),
    certReq: true,
  });
  let answer: Buffer;
  try {
    answer = await askOutside(tsa.url, {
      body: { bytes: Buffer.from(request.toSchema().toBER(false)), type: 'application/timestamp-query' },
      trusted: true,
      timeoutMs: tsa.timeoutMs,
      bytesMax: BYTES_MAX,
    });
  } catch (error) {
    throw new SealFaultError('TSA_AWAY', error instanceof Error ? error.message : String(error), error);
  }
  try {
    return await checked(answer, { bytes, nonce, now });
  } catch (error) {
    throw new SealFaultError('TSA_WRONG', error instanceof Error ? error.message : String(error), error);
  }
}

async function checked(
  answer: Buffer,
  { bytes, nonce, now }: { bytes: Uint8Array; nonce: Buffer; now: Date },
): Promise<Stamped> {
  const response = parseDer(answer);
  if (!(response instanceof asn1js.Sequence)) throw new Error('no time-stamp response');
  const [status, token] = response.valueBlock.value;
  const [code] = status instanceof asn1js.Sequence ? status.valueBlock.value : [];
  const granted = code instanceof asn1js.Integer && code.valueBlock.valueDec <= 1;
  if (!granted || !token) throw new Error('the authority refused');
  const stamp = await readToken(Buffer.from(token.toBER(false)), bytes);
  if (!stamp) throw new Error('the stamp is not of this document, or its signature does not hold');
  if (!stamp.nonce?.equals(nonce)) throw new Error('the stamp answers another request');
  if (Math.abs(stamp.at.getTime() - now.getTime()) > CLOCK_MS)
    throw new Error(`the authority says that it is ${stamp.at.toISOString()}`);
  return { ...stamp, token };
}

import { samplesOf, type Opus } from './opus.ts';

const RATE = 48_000;
/** Tags of Apple's layouts with one and two channels. */
const LAYOUTS = [0x640001, 0x650002];

/**
 * A Core Audio file with this sound, untouched: Safari plays Opus in it since iOS 11, in Ogg and WebM only in its last
 * versions (Apple Core Audio Format Specification 1.0).
 */
export function writeCaf({ head, packets }: Opus): Buffer {
  const channels = head[9] ?? 1;
  const skipped = Buffer.from(head).readUInt16LE(10);
  const samples = packets.map(samplesOf);
  const total = samples.reduce((sum, one) => sum + one, 0);
  // Packets of one length need only their sizes.
  const every = samples.every((one) => one === samples[0]) ? samples[0]! : 0;

  const about = Buffer.alloc(32);
  about.writeDoubleBE(RATE, 0);
  about.write('opus', 8, 'latin1');
  about.writeUInt32BE(every, 20);
  about.writeUInt32BE(channels, 24);

  const layout = Buffer.alloc(12);
  layout.writeUInt32BE(LAYOUTS[channels - 1] ?? LAYOUTS[0]!, 0);

  const counts = Buffer.alloc(24);
  counts.writeBigInt64BE(BigInt(packets.length), 0);
  counts.writeBigInt64BE(BigInt(Math.max(0, total - skipped)), 8);
  counts.writeInt32BE(skipped, 16);
  const sizes = packets.flatMap(({ length }, at) => [
    ...number(length),
    ...(every ? [] : number(samples[at]!)),
  ]);

  return Buffer.concat([
    Buffer.from('caff\0\u0001\0\0', 'latin1'),
    ...chunk('desc', about),
    ...chunk('chan', layout),
    ...chunk('pakt', counts, Buffer.from(sizes)),
    // Four bytes of edits stand before the sound.
    ...chunk('data', Buffer.alloc(4), ...packets),
  ]);
}

function chunk(name: string, ...parts: readonly Uint8Array[]): Uint8Array[] {
  const head = Buffer.alloc(12);
  head.write(name, 0, 'latin1');
  head.writeBigInt64BE(BigInt(parts.reduce((sum, { length }) => sum + length, 0)), 4);
  return [head, ...parts];
}

/** Seven bits in each byte, the highest first; all but the last are marked. */
function number(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

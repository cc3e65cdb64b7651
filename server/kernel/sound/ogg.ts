import { opusOf, PACKETS_MAX, samplesOf, type Opus } from './opus.ts';

/** The sound of an Ogg file with Opus alone; null for everything else (RFC 3533, RFC 7845). */
export function readOgg(bytes: Uint8Array): Opus | null {
  const packets: Uint8Array[] = [];
  let open: Uint8Array[] = [];
  for (let at = 0; at + 27 <= bytes.length;) {
    const page = Buffer.from(bytes.buffer, bytes.byteOffset + at, bytes.length - at);
    if (page.toString('latin1', 0, 4) !== 'OggS') return null;
    const lacing = page.subarray(27, 27 + page[26]!);
    let from = 27 + lacing.length;
    for (const length of lacing) {
      open.push(page.subarray(from, from + length));
      from += length;
      // A packet ends with a part that is not full.
      if (length === 255) continue;
      packets.push(open.length === 1 ? open[0]! : Buffer.concat(open));
      open = [];
      if (packets.length > PACKETS_MAX) return null;
    }
    at += from;
  }
  const [head, , ...sound] = packets;
  return opusOf(head, sound);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value >>> 0;
});
const checksum = (page: Uint8Array): number =>
  page.reduce((sum, byte) => ((sum << 8) ^ TABLE[((sum >>> 24) ^ byte) & 255]!) >>> 0, 0);

/** An Ogg file with this sound. */
export function writeOgg({ head, packets }: Opus): Uint8Array<ArrayBuffer> {
  const tags = new TextEncoder().encode('OpusTags\u0005\0\0\0Llave\0\0\0\0');
  let position = 0;
  const all = [head, tags, ...packets].map((packet, at) => {
    if (at > 1) position += samplesOf(packet);
    return pageOf(packet, { at, position, last: at === packets.length + 1 });
  });
  return new Uint8Array(Buffer.concat(all));
}

/** One packet on its page; Opus packets are below the 65,025 bytes that a page holds. */
function pageOf(
  packet: Uint8Array,
  { at, position, last }: { at: number; position: number; last: boolean },
): Uint8Array {
  const lacing = Math.floor(packet.length / 255) + 1;
  const page = Buffer.alloc(27 + lacing + packet.length);
  page.write('OggS', 0, 'latin1');
  page[5] = (at === 0 ? 2 : 0) | (last ? 4 : 0);
  page.writeBigUInt64LE(BigInt(position), 6);
  page.writeUInt32LE(1, 14);
  page.writeUInt32LE(at, 18);
  page[26] = lacing;
  page.fill(255, 27, 27 + lacing - 1);
  page[27 + lacing - 1] = packet.length % 255;
  page.set(packet, 27 + lacing);
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

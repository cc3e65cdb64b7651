/**
 * Puts a recorded note from WebM into Ogg without touching its sound (Opus): WhatsApp takes no WebM. Reads only what browsers
 * write (RFC 9559 §5, RFC 7845), and refuses everything else.
 */
export function oggFromWebm(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const found: { head: Uint8Array | null; packets: Uint8Array[] } = { head: null, packets: [] };
  try {
    readElements(bytes, 0, bytes.length, found);
    return found.head && found.packets.length > 0 ? writeOgg(found.head, found.packets) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const ID = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  entry: 0xae,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
  codecPrivate: 0x63a2,
};
const INSIDE = new Set([ID.segment, ID.cluster, ID.tracks, ID.entry, ID.group]);

/** A number of variable length; `marked` keeps its length bits, as ids do. Null size: unknown, up to the end. */
function readNumber(
  bytes: Uint8Array,
  at: number,
  marked: boolean,
): { value: number; next: number; unknown: boolean } {
  const first = bytes[at];
  if (first === undefined || first === 0) throw new RangeError('no number');
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) throw new RangeError('a number beyond the end');
  let value = marked ? first : first & (0xff >> length);
  let unknown = (first & (0xff >> length)) === 0xff >> length;
  for (let n = 1; n < length; n += 1) {
    value = value * 256 + bytes[at + n]!;
    unknown &&= bytes[at + n] === 0xff;
  }
  return { value, next: at + length, unknown };
}

function readElements(
  bytes: Uint8Array,
  from: number,
  to: number,
  found: { head: Uint8Array | null; packets: Uint8Array[] },
): void {
  let at = from;
  while (at < to) {
    const id = readNumber(bytes, at, true);
    const size = readNumber(bytes, id.next, false);
    // A live recording does not know its sizes; and the last part may be cut.
    const end = size.unknown ? to : Math.min(size.next + size.value, to);
    if (INSIDE.has(id.value)) {
      // Inside an unknown size its siblings follow: they are read as if they were parts of it.
      readElements(bytes, size.next, end, found);
    } else if (id.value === ID.codecPrivate) found.head = bytes.subarray(size.next, end);
    else if (id.value === ID.block || id.value === ID.simpleBlock) {
      const track = readNumber(bytes, size.next, false);
      // Two bytes of time and one of flags stand before the sound.
      const packet = bytes.subarray(track.next + 3, end);
      if (packet.length > 0) found.packets.push(packet);
    }
    at = end;
  }
}

/** Samples at 48 kHz in a packet, by its first bytes (RFC 6716 §3.1). */
function samplesOf(packet: Uint8Array): number {
  const toc = packet[0]!;
  const config = toc >> 3;
  const frame =
    config < 12
      ? [480, 960, 1920, 2880][config & 3]!
      : config < 16
        ? [480, 960][config & 1]!
        : [120, 240, 480, 960][config & 3]!;
  const kind = toc & 3;
  return frame * (kind === 0 ? 1 : kind < 3 ? 2 : (packet[1] ?? 1) & 63);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value >>> 0;
});
const checksum = (page: Uint8Array): number =>
  page.reduce((sum, byte) => ((sum << 8) ^ TABLE[((sum >>> 24) ^ byte) & 255]!) >>> 0, 0);

function writeOgg(head: Uint8Array, packets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const tags = new TextEncoder().encode('OpusTags\u0005\0\0\0Llave\0\0\0\0');
  let position = 0;
  const all = [head, tags, ...packets].map((packet, at) => {
    if (at > 1) position += samplesOf(packet);
    return pageOf(packet, { at, position, last: at === packets.length + 1 });
  });
  return new Uint8Array(Buffer.concat(all));
}

/** One packet on its page; Opus packets are far below the 65,025 bytes that a page holds. */
function pageOf(
  packet: Uint8Array,
  { at, position, last }: { at: number; position: number; last: boolean },
): Uint8Array {
  const lacing = Math.floor(packet.length / 255) + 1;
  if (lacing > 255) throw new RangeError('a packet larger than a page');
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

import { opusOf, PACKETS_MAX, type Opus } from './opus.ts';

interface Found {
  head: Uint8Array | undefined;
  packets: Uint8Array[];
}

/** The sound of a WebM recording. Reads only what browsers write (RFC 9559 §5); null for everything else. */
export function readWebm(bytes: Uint8Array): Opus | null {
  const found: Found = { head: undefined, packets: [] };
  try {
    readElements(bytes, 0, bytes.length, found);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return opusOf(found.head, found.packets);
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

function readElements(bytes: Uint8Array, from: number, to: number, found: Found): void {
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
      if (packet.length > 0 && found.packets.push(packet) > PACKETS_MAX)
        throw new RangeError('too many packets');
    }
    at = end;
  }
}

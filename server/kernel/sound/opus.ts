/** Opus sound as containers carry it: its head (RFC 7845 §5.1) and its packets. */
export interface Opus {
  head: Uint8Array;
  packets: readonly Uint8Array[];
}

/** Half an hour of 20 ms each. More of them make a file that keeps the server busy for seconds. */
export const PACKETS_MAX = 100_000;

/** The largest packet that an encoder makes (RFC 6716 §3.4: 48 frames of 1,275 bytes), and its head. */
const PACKET_MAX = 61_440;

/** Sound from what a container holds; null if that is no Opus. */
export function opusOf(head: Uint8Array | undefined, parts: readonly Uint8Array[]): Opus | null {
  const packets = parts.filter(({ length }) => length > 0);
  const isOpus = head && head.length >= 19 && Buffer.from(head).toString('latin1', 0, 8) === 'OpusHead';
  return isOpus && packets.length > 0 && packets.every(({ length }) => length <= PACKET_MAX)
    ? { head, packets }
    : null;
}

/** Samples at 48 kHz in a packet, by its first bytes (RFC 6716 §3.1). */
export function samplesOf(packet: Uint8Array): number {
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

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeCaf } from './caf.ts';
import { readOgg, writeOgg } from './ogg.ts';
import { PACKETS_MAX } from './opus.ts';
import { readWebm } from './webm.ts';

/** 0.4 seconds of sound in 21 packets. */
const note = readFileSync(new URL('../../../test/fixtures/nota-de-voz.webm', import.meta.url));

test('sound goes from WebM to Ogg and back out untouched', () => {
  const sound = readWebm(note)!;
  expect(sound.packets).toHaveLength(21);
  const ogg = Buffer.from(writeOgg(sound));
  expect(readOgg(ogg)!.packets.map((one) => Buffer.from(one))).toEqual(
    sound.packets.map((one) => Buffer.from(one)),
  );
  // 21 times 20 ms at 48 kHz.
  expect(ogg.readBigUInt64LE(ogg.lastIndexOf('OggS') + 6)).toBe(20_160n);
});

test('a Core Audio file holds the same packets, their sizes and the samples to skip', () => {
  const { packets } = readWebm(note)!;
  const caf = writeCaf(readWebm(note)!);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < caf.length;) {
    const size = Number(caf.readBigInt64BE(at + 4));
    chunks.set(caf.toString('latin1', at, at + 4), caf.subarray(at + 12, at + 12 + size));
    at += 12 + size;
  }
  expect(caf.toString('latin1', 0, 4)).toBe('caff');
  expect([...chunks.keys()]).toEqual(['desc', 'chan', 'pakt', 'data']);
  const about = chunks.get('desc')!;
  expect([about.readDoubleBE(0), about.toString('latin1', 8, 12), about.readUInt32BE(20)]).toEqual([
    48_000,
    'opus',
    960,
  ]);
  const table = chunks.get('pakt')!;
  expect([Number(table.readBigInt64BE(0)), Number(table.readBigInt64BE(8)), table.readInt32BE(16)]).toEqual([
    21,
    20_160 - 312,
    312,
  ]);
  expect([...table.subarray(24)]).toEqual(packets.map(({ length }) => length));
  expect(chunks.get('data')!.subarray(4)).toEqual(Buffer.concat(packets));
});

test('a live recording without sizes is read too', () => {
  const element = (id: number[], size: number[], ...parts: number[][]) => [...id, ...size, ...parts.flat()];
  const head = [...Buffer.from('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0];
  const packet = [0x78, 1, 2, 3];
  const unknown = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
  const block = (time: number) =>
    element([0xa3], [0x80 | (4 + packet.length)], [0x81, 0, time, 0x80], packet);
  const webm = Uint8Array.from([
    ...element([0x1a, 0x45, 0xdf, 0xa3], [0x80]),
    ...element([0x18, 0x53, 0x80, 0x67], unknown),
    ...element(
      [0x16, 0x54, 0xae, 0x6b],
      [0x80 | (head.length + 5)],
      element([0xae], [0x80 | (head.length + 3)], element([0x63, 0xa2], [0x80 | head.length], head)),
    ),
    ...element([0x1f, 0x43, 0xb6, 0x75], unknown),
    ...block(0),
    ...block(20),
  ]);
  expect(readWebm(webm)!.packets.map((one) => [...one])).toEqual([packet, packet]);
});

test('a file of countless tiny packets is refused', () => {
  // A simple block of one byte of sound, after its track, time and flags.
  const tiny = Buffer.from([0xa3, 0x85, 0x81, 0, 0, 0x80, 8]);
  const many = (count: number) => Buffer.concat([note, ...Array.from({ length: count }, () => tiny)]);
  expect(readWebm(many(1000))!.packets).toHaveLength(1021);
  expect(readWebm(many(PACKETS_MAX))).toBeNull();
});

test('what is no Opus is refused', () => {
  const vorbis = Buffer.from(note);
  vorbis.write('NotsHead', note.indexOf('OpusHead'), 'latin1');
  for (const bytes of [vorbis, [], [0], [0x1a, 0x45, 0xdf, 0xa3], [0xff, 0xff], Buffer.from('RIFF')])
    expect(readWebm(Uint8Array.from(bytes))).toBeNull();
  for (const bytes of [note, [], Buffer.from('OggS'.padEnd(60, '\u00ff'), 'latin1')])
    expect(readOgg(Uint8Array.from(bytes))).toBeNull();
});

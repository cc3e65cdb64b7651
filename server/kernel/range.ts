import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

/** Parses one byte range, as players of video and sound request. Several ranges get the whole file. */
function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'none' | 'outside' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'none';
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'outside' : { start, end };
}

/** Sends bytes, or the part that the request wants: Safari plays nothing that is not sent in parts. */
export async function sendPart(
  reply: FastifyReply,
  size: number,
  read: (range?: { start: number; end: number }) => Promise<Readable | Uint8Array>,
): Promise<FastifyReply> {
  reply.header('accept-ranges', 'bytes');
  const range = rangeOf(reply.request.headers.range, size);
  if (range === 'none') return reply.header('content-length', size).send(await read());
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(await read(range));
}

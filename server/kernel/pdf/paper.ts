import type { FastifyReply } from 'fastify';

/** A PDF with the name it is saved under. */
export interface Paper {
  name: string;
  bytes: Buffer;
}

/** A PDF for the one browser that asked for it; shown, never kept on the way. */
export const sendPaper = (reply: FastifyReply, { name, bytes }: Paper): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'content-length': bytes.length,
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(bytes);

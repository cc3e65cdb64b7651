import type { FastifyReply } from 'fastify';

/** A PDF with its file name. */
export interface Paper {
  name: string;
  bytes: Buffer;
}

/** Sends a PDF inline, to be shown in the browser and never cached. */
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

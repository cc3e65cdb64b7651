import type { FastifyReply } from 'fastify';
import type { TextFile } from './formats.service.ts';

/** Sends a text file to be saved, never cached. */
export const sendText = (reply: FastifyReply, { name, text }: TextFile): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(text);

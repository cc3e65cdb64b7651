import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/ids.ts';
import { LETTER_REASON_MOST, WITHDRAWAL_LETTER } from '#contract/sales/ending/withdrawal.ts';
import { audit } from '#server/kernel/audit.ts';
import { notFound } from '#server/kernel/errors.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { serveBytes } from '#server/kernel/route.ts';
import { withdrawalLetter } from './withdrawalLetter.service.ts';

const Params = z.object({ id: Id });
/** Joins several lines into one sentence. */
const Query = z.object({
  motivo: z
    .string()
    .catch('')
    .transform((text) =>
      text
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, LETTER_REASON_MOST),
    ),
});

/** The letter that the buyers sign before it is uploaded as a document. */
export function withdrawalLetterRoutes(app: FastifyInstance): void {
  serveBytes(
    app,
    { path: WITHDRAWAL_LETTER, access: 'ventas.anular', limit: { max: 30, seconds: 60 } },
    async (ctx, request, reply) => {
      const params = Params.safeParse(request.params);
      if (!params.success) throw notFound();
      const { id } = params.data;
      const paper = await withdrawalLetter(ctx, id, Query.parse(request.query).motivo);
      await audit(ctx, 'leer', 'precontrato', id, { papel: 'carta de desistimiento' });
      return sendPaper(reply, paper);
    },
  );
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as api from '#contract/banking/bankMail/endpoints.ts';
import { MAIL_MAX } from '#contract/banking/bankMail/model.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { forbidden } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { assign, discard, findMails, mayOpenMail, takeMail } from './bankMail.service.ts';

/** Mails of banks, forwarded by a mail service. */
export const bankMailModule: Module = {
  name: 'bankMail',
  records: { correo_banco: mayOpenMail },
  routes(app) {
    inbound(app);
    route(app, api.listBankMails, async (ctx, { query }) => {
      const { found, total } = await findMails(ctx, query);
      return {
        data: found,
        meta: { pagination: paginate(query, found.length, total, urlOf(api.listBankMails, { query })) },
      };
    });
    route(app, api.assignBankMail, async (ctx, { params, body }) => ({
      data: await assign(ctx, params.id, body),
    }));
    route(app, api.discardBankMail, async (ctx, { params, body }) => ({
      data: await discard(ctx, params.id, body.version),
    }));
  },
};

const digest = (text: string) => createHmac('sha256', 'clave').update(text).digest();

function inbound(app: FastifyInstance): void {
  const { BANK_MAIL_TOKEN: secret } = app.core.services.config;
  void app.register(async (scope) => {
    // Before the body is read: a stranger costs nothing.
    scope.addHook('onRequest', async (request) => {
      const given = String(request.headers[api.MAIL_KEY_HEADER] ?? '');
      if (!secret || !timingSafeEqual(digest(given), digest(secret))) throw forbidden();
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAIL_MAX }, (_request, raw, done) =>
      done(null, { raw: new Uint8Array(raw as Buffer) }),
    );
    route(scope, api.receiveBankMail, async (ctx, { body }) => ({
      data: { id: await takeMail(ctx, body.raw) },
    }));
  });
}

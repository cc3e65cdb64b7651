import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/company/outbox/endpoints.ts';
import {
  MAIL_KIND_LABELS,
  type MailRecord,
  type MailRow,
  type MailState,
} from '#contract/company/outbox/model.ts';
import { paginate } from '#contract/paging.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { paragraphsOf, spent, withoutTokens } from '#server/kernel/mail.ts';
import { senderOf, senderText, sendsMail } from '#server/kernel/mailServer.ts';
import { route } from '#server/kernel/route.ts';
import { mayReadSecretsOf } from '#server/modules/company/users/people.service.ts';
import { frameShown } from '#server/modules/company/templates/templates.service.ts';
import { sweepOutbox } from './outbox.jobs.ts';
import { countMails, findMail, pageOfMails, readsCodes } from './outbox.queries.ts';
import { keepLook } from './looks.service.ts';
import { givenByHand, hasToken, mayResend, mayRetry, resendMail, retryMails } from './outbox.service.ts';

/** Sent mails, and mails that could not be sent (rulings.md 11 and 31). */
export const outboxModule: Module = {
  name: 'outbox',
  jobs: [sweepOutbox],
  routes(app) {
    route(app, api.listMails, async (ctx, { query }) => {
      const { list, total } = await pageOfMails(ctx.db, staffOf(ctx), query);
      return {
        data: list.map((mail) => ({
          ...present(mail),
          subject: mail.secret ? (MAIL_KIND_LABELS[mail.kind] ?? mail.kind) : mail.subject,
        })),
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listMails, { query })) },
      };
    });
    route(app, api.outboxStatus, async (ctx) => {
      const counts = await countMails(ctx.db, staffOf(ctx));
      const of = (state: MailState) => counts.get(state) ?? 0;
      return {
        data: {
          smtp: await sendsMail(ctx),
          from: senderText(await senderOf(ctx)),
          kept: of('kept'),
          queued: of('queued') + of('held'),
          failed: of('failed'),
        },
      };
    });
    route(app, api.retryMails, async (ctx, { body }) => {
      const queued = await retryMails(ctx, body.ids);
      return {
        success:
          queued === 1 ? 'Un correo va otra vez en camino.' : `${queued} correos van otra vez en camino.`,
        queued,
      };
    });
    route(app, api.resendMail, async (ctx, { params }) => ({
      id: await resendMail(ctx, params.id),
      success: 'El correo va otra vez en camino.',
    }));
    route(app, api.lookAtMail, async (ctx, { params, body }) => {
      const mail = await findMail(ctx.db, staffOf(ctx), params.id);
      if (!mail || (mail.secret && !(await mayReadSecretsOf(ctx, mail.to)))) throw notFound();
      if (withheldOf(ctx, mail, await sendsMail(ctx)) !== 'por_mano')
        throw conflict(
          'NOT_BY_HAND',
          'Esto no se muestra: le llega a la persona por correo. Si no le llegó, que pida otro.',
        );
      await keepLook(ctx, mail, body.motivo);
      return { data: { subject: mail.subject, body: mail.body, page: await pageOf(ctx, mail) } };
    });
    route(app, api.getMail, async (ctx, { params }) => {
      const staff = staffOf(ctx);
      const mail = await findMail(ctx.db, staff, params.id);
      if (!mail || (mail.secret && !(await mayReadSecretsOf(ctx, mail.to)))) throw notFound();
      const shown = spent(mail);
      const sends = await sendsMail(ctx);
      const mayAct = staff.grants.has('administracion.editar') || staff.grants.has('ventas.aprobar');
      return {
        data: {
          ...present(mail),
          subject: mail.secret ? (MAIL_KIND_LABELS[mail.kind] ?? mail.kind) : mail.subject,
          body: shown.body,
          page: await pageOf(ctx, shown),
          withheld: withheldOf(ctx, mail, sends),
          may_retry: mayAct && sends && mayRetry(mail),
          may_resend: mayAct && sends && mayResend(mail),
        },
      };
    });
  },
};

type Mail = NonNullable<Awaited<ReturnType<typeof findMail>>>;

const pageOf = (ctx: Context, { body, html }: Pick<Mail, 'body' | 'html'>) =>
  frameShown(ctx.db, html ?? paragraphsOf(body, ctx.config.appUrl));

/**
 * Why the code or link is not in the shown text: the reader may not use it, the mail
 * server delivers it, or a reason must be given first.
 */
function withheldOf(ctx: Context, mail: Mail, sends: boolean): MailRecord['withheld'] {
  if (!mail.secret && !hasToken(mail.body)) return null;
  if (!mail.secret && !readsCodes(staffOf(ctx))) return 'no_es_tuyo';
  const gone = mail.secret ? mail.body === '' : withoutTokens(mail.body) === mail.body;
  return gone || !givenByHand(mail, sends) ? 'por_correo' : 'por_mano';
}

interface Kept extends Pick<MailRow, 'id' | 'kind' | 'to' | 'subject' | 'secret' | 'error'> {
  state: string;
  createdAt: Date;
  sentAt: Date | null;
}

const present = ({ createdAt, sentAt, state, ...mail }: Kept) => ({
  ...mail,
  state: state as MailState,
  created_at: createdAt.toISOString(),
  sent_at: sentAt?.toISOString() ?? null,
});

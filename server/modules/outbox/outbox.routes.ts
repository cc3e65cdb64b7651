import { urlOf } from '#contract/endpoint.ts';
import { getMail, listMails } from '#contract/outbox/endpoints.ts';
import { MAIL_KIND_LABELS, type MailRow, type MailState } from '#contract/outbox/model.ts';
import { paginate } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { findMail, pageOfMails, readsCodes } from './outbox.queries.ts';

/** A customer's way in, as the mails write it. */
const TOKEN = /([?&]token=)[\w.-]+/g;

/** What left by mail, and what stayed because nothing could take it (rulings 11 and 31). */
export const outboxModule: Module = {
  name: 'outbox',
  routes(app) {
    route(app, listMails, async (ctx, { query }) => {
      const { list, total } = await pageOfMails(ctx.db, staffOf(ctx), query);
      return {
        data: list.map((mail) => ({
          ...present(mail),
          subject: mail.secret ? (MAIL_KIND_LABELS[mail.kind] ?? mail.kind) : mail.subject,
        })),
        meta: { pagination: paginate(query, list.length, total, urlOf(listMails, { query })) },
      };
    });
    route(app, getMail, async (ctx, { params }) => {
      const staff = staffOf(ctx);
      const mail = await findMail(ctx.db, staff, params.id);
      if (!mail) throw notFound();
      const hasLink = mail.body.search(TOKEN) >= 0;
      const withheld = hasLink && !readsCodes(staff);
      if (mail.secret || (hasLink && !withheld))
        await audit(ctx, 'leer', 'correo', mail.id, { kind: mail.kind, to: mail.to });
      return {
        data: {
          ...present(mail),
          body: withheld ? mail.body.replace(TOKEN, '$1•••') : mail.body,
          link_withheld: withheld,
        },
      };
    });
  },
};

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

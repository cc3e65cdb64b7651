import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { askRight } from '#contract/overview/privacy/ask.ts';
import { listConsents, revokeConsent } from '#contract/overview/privacy/endpoints.ts';
import { listPurges } from '#contract/overview/privacy/purges.ts';
import * as rights from '#contract/overview/privacy/rights.ts';
import { listTransfers } from '#contract/overview/privacy/transfers.ts';
import { audit } from '#server/kernel/audit.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { sql } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { notFound, Refused } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { revokeConsents } from '#server/modules/sales/consents/consents.service.ts';
import { askForRight, noteAsked } from './ask.service.ts';
import { findConsent, pageOfConsents } from './consents.queries.ts';
import { purgePersonalData } from './purge.jobs.ts';
import { privacyPages } from './privacy.pages.ts';
import { pageOfPurges } from './purges.queries.ts';
import { findRight, pageOfRights } from './rights.queries.ts';
import { answerRight, createRight, eraseRight } from './rights.service.ts';
import { pageOfTransfers } from './transfers.queries.ts';

/** The privacy policy for buyers, and the register of their consents (Ley 81 de 2019). */
export const privacyModule: Module = {
  name: 'privacy',
  jobs: [purgePersonalData, noteAsked],
  tasks: { derecho: rightTasks },
  routes(app) {
    privacyPages(app);
    route(app, listConsents, async (ctx, { query }) => {
      const { list, total } = await pageOfConsents(ctx.db, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(listConsents, { query })) },
      };
    });
    route(app, listTransfers, async (ctx, { query }) => {
      const { list, total } = await pageOfTransfers(ctx.db, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(listTransfers, { query })) },
      };
    });
    route(app, listPurges, async (ctx, { query }) => {
      const { list, total } = await pageOfPurges(ctx.db, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(listPurges, { query })) },
      };
    });
    route(app, rights.listRights, async (ctx, { query }) => {
      const { list, total } = await pageOfRights(ctx, query);
      const url = urlOf(rights.listRights, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, rights.getRight, (ctx, { params }) => rightAnswer(ctx, params.id));
    route(app, rights.createRight, async (ctx, { body }) => rightAnswer(ctx, await createRight(ctx, body)));
    route(app, askRight, (ctx, { body }) => askForRight(ctx, body));
    route(app, rights.answerRight, async (ctx, { params, body }) => {
      await answerRight(ctx, params.id, body);
      return rightAnswer(ctx, params.id);
    });
    route(app, rights.eraseRight, async (ctx, { params, body }) => {
      await eraseRight(ctx, params.id, body.version);
      return rightAnswer(ctx, params.id);
    });
    route(app, revokeConsent, async (ctx, { params, body }) => {
      const held = await findConsent(ctx.db, params.id);
      if (!held) throw notFound();
      const done = await revokeConsents(ctx, { id: params.id });
      if (done.length === 0) throw new Refused(409, 'ALREADY_REVOKED', 'Este permiso ya estaba retirado.');
      await audit(ctx, 'revocar', 'consentimiento', params.id, {
        sale: held.sale.id,
        kind: held.kind,
        ...body,
      });
      return { data: { ...held, revoked_at: ctx.now.toISOString() } };
    });
  },
};

/** One request as the office sees it. Raises 404. */
async function rightAnswer(ctx: Context, id: number) {
  const one = await findRight(ctx, id);
  if (!one) throw notFound();
  return { data: one };
}

/** Requests about personal data that wait for an answer, for who administers. */
function rightTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'administracion.editar')) return null;
  return {
    rows: sql`select r.id, r.due_on, r.created_at, r.person_id from rights_requests r where r.state = 'abierta'`,
    joins: sql`join people p on p.id = w.person_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`'Responder su solicitud de datos personales'`,
    due: sql`w.due_on`,
    since: sql`w.created_at`,
  };
}

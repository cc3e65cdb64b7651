import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { listConsents, revokeConsent } from '#contract/overview/privacy/endpoints.ts';
import { listPurges } from '#contract/overview/privacy/purges.ts';
import { listTransfers } from '#contract/overview/privacy/transfers.ts';
import { audit } from '#server/kernel/audit.ts';
import { notFound, Refused } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { revokeConsents } from '#server/modules/sales/consents/consents.service.ts';
import { findConsent, pageOfConsents } from './consents.queries.ts';
import { purgePersonalData } from './purge.jobs.ts';
import { privacyPages } from './privacy.pages.ts';
import { pageOfPurges } from './purges.queries.ts';
import { pageOfTransfers } from './transfers.queries.ts';

/** The privacy policy for buyers, and the register of their consents (Ley 81 de 2019). */
export const privacyModule: Module = {
  name: 'privacy',
  jobs: [purgePersonalData],
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

import { listAudit, listAuditActors } from '#contract/company/audit/endpoints.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { auditActors, pageOfAudit } from './audit.queries.ts';

/** Reads the log. The kernel's `audit` writes it, in the transaction of the audited change. */
export const auditModule: Module = {
  name: 'audit',
  routes(app) {
    route(app, listAudit, async (ctx, { query }) => {
      const { list, total } = await pageOfAudit(ctx.db, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(listAudit, { query })) },
      };
    });
    route(app, listAuditActors, async (ctx) => ({ data: await auditActors(ctx.db) }));
  },
};

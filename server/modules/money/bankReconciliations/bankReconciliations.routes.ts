import { z } from 'zod';
import { urlOf } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import * as api from '#contract/money/bankReconciliations/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { adjustLine } from './adjustments.service.ts';
import {
  answerReconciliation,
  mayOpenReconciliation,
  pageOfReconciliations,
  reconcilableAccounts,
} from './bankReconciliations.queries.ts';
import {
  changeReconciliation,
  openReconciliations,
  RECORD,
  setClosing,
  startReconciliation,
} from './bankReconciliations.service.ts';
import { reconciliationTasks } from './bankReconciliations.tasks.ts';
import { periodGuard, statementGuard } from './guards.service.ts';
import { acceptProposals, explainLine, matchLines, releaseMatch } from './matches.service.ts';
import { reconciliationPaper } from './paper.service.ts';

const Params = z.object({ id: Id });

/** Kept reconciliations of the bank accounts, month by month. */
export const bankReconciliationsModule: Module = {
  name: 'bankReconciliations',
  records: { conciliacion: mayOpenReconciliation },
  tasks: { conciliacion: reconciliationTasks },
  guards: { cerrar_periodo: periodGuard, deshacer_extracto: statementGuard },
  routes(app) {
    route(app, api.listReconciliations, async (ctx, { query }) => {
      const { list, total } = await pageOfReconciliations(ctx, query);
      const url = urlOf(api.listReconciliations, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.listReconcilable, async (ctx) => ({ data: await reconcilableAccounts(ctx) }));
    route(app, api.getReconciliation, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.startReconciliation, async (ctx, { body }) =>
      answer(ctx, await startReconciliation(ctx, body)),
    );
    route(app, api.openReconciliations, async (ctx, { body }) =>
      answer(ctx, await openReconciliations(ctx, body)),
    );
    route(app, api.setClosing, async (ctx, { params, body }) => {
      await setClosing(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.matchLines, async (ctx, { params, body }) => {
      await matchLines(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.acceptProposals, async (ctx, { params, body }) => {
      await acceptProposals(ctx, params.id, body.pairs);
      return answer(ctx, params.id);
    });
    route(app, api.releaseMatch, async (ctx, { params }) => {
      await releaseMatch(ctx, params.id, params.match);
      return answer(ctx, params.id);
    });
    route(app, api.adjustLine, async (ctx, { params, body }) => {
      await adjustLine(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.explainLine, async (ctx, { params, body }) => {
      await explainLine(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeReconciliationStatus, async (ctx, { params, body }) => {
      await changeReconciliation(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    serveBytes(
      app,
      { path: api.RECONCILIATION_PAPER, access: 'contabilidad.ver' },
      async (ctx, request, reply) => {
        const params = Params.safeParse(request.params);
        if (!params.success) throw notFound();
        const paper = await reconciliationPaper(ctx, params.data.id);
        await audit(ctx, 'leer', RECORD, params.data.id, { name: paper.name });
        return sendPaper(reply, paper);
      },
    );
  },
};

const answer = async (ctx: Context, id: number) => ({ data: await answerReconciliation(ctx, id) });

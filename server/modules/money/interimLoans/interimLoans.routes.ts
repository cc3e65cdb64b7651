import { sql } from 'drizzle-orm';
import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/money/interimLoans/endpoints.ts';
import { paginate } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { changeDrawdown, requestDrawdown } from './drawdowns.service.ts';
import { loansNight } from './interimLoans.jobs.ts';
import {
  drawdownPostings,
  interestPostings,
  loanPaymentPostings,
  loanPostings,
} from './interimLoans.postings.ts';
import { loanTasks, mayOpenLoan, pageOfLoans, sumsOfLoans } from './interimLoans.queries.ts';
import { changeLoan, changeLoanState, createLoan } from './interimLoans.service.ts';
import { answerLoan } from './loan.queries.ts';
import { changeLoanPayment, prepareLoanPayment } from './loanPayments.service.ts';
import { drawdownLines, pageOfMoves, releasable, releasesOfSale } from './moves.queries.ts';
import { changeRelease, createRelease, fileLetter, followBankMoney } from './releases.service.ts';
import { addPrice, addRate, decideRate, removePrice } from './terms.service.ts';

const answer = async (ctx: Context, id: number) => ({ data: await answerLoan(ctx, id) });

/** Interim loans: the lender's money, its interest, and the releases of houses. */
export const interimLoansModule: Module = {
  name: 'interimLoans',
  jobs: [loansNight],
  records: { prestamo_interino: mayOpenLoan },
  knows: {
    // What a line is that no customer paid, so that it is not opened again.
    linea_banco: {
      owner: sql`(select 'un desembolso del préstamo interino ' || p.number from interim_drawdowns d join interim_loans p on p.id = d.loan_id
        where d.statement_line_id = bank_statement_lines.id)`,
    },
  },
  tasks: { prestamo_interino: loanTasks },
  postings: [loanPostings, drawdownPostings, interestPostings, loanPaymentPostings],
  followers: [{ record: 'desembolso', follow: followBankMoney }],
  routes(app) {
    route(app, api.listLoans, async (ctx, { query }) => {
      const { list, total } = await pageOfLoans(ctx, query);
      const url = urlOf(api.listLoans, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.sumLoans, async (ctx, { query }) => ({ data: await sumsOfLoans(ctx, query) }));
    route(app, api.listLoanMoves, async (ctx, { query }) => {
      const { list, total } = await pageOfMoves(ctx, query);
      const url = urlOf(api.listLoanMoves, { query });
      return { data: list, meta: { pagination: paginate(query, list.length, total, url) } };
    });
    route(app, api.findLoan, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.createLoan, async (ctx, { body }) => answer(ctx, await createLoan(ctx, body)));
    route(app, api.changeLoan, async (ctx, { params, body }) => {
      await changeLoan(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeLoanStatus, async (ctx, { params, body }) => {
      await changeLoanState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
    route(app, api.addRate, async (ctx, { params, body }) => {
      await addRate(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.decideRate, async (ctx, { params, body }) => {
      await decideRate(ctx, params.id, params.rate, body.accept);
      return answer(ctx, params.id);
    });
    route(app, api.addPrice, async (ctx, { params, body }) => {
      await addPrice(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.removePrice, async (ctx, { params }) => {
      await removePrice(ctx, params.id, params.price);
      return answer(ctx, params.id);
    });
    route(app, api.requestDrawdown, async (ctx, { params, body }) => {
      await requestDrawdown(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeDrawdownStatus, async (ctx, { params, body }) =>
      answer(ctx, await changeDrawdown(ctx, params.id, body.params)),
    );
    route(app, api.listDrawdownLines, async (ctx, { params }) => ({
      data: await drawdownLines(ctx, params.id),
    }));
    route(app, api.prepareLoanPayment, async (ctx, { params, body }) => {
      await prepareLoanPayment(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeLoanPaymentStatus, async (ctx, { params, body }) =>
      answer(ctx, await changeLoanPayment(ctx, params.id, body.params)),
    );
    route(app, api.createRelease, async (ctx, { params, body }) => {
      await createRelease(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.listReleasableLots, async (ctx, { params }) => ({
      data: await releasable(ctx, params.id),
    }));
    route(app, api.changeReleaseStatus, async (ctx, { params, body }) =>
      answer(ctx, await changeRelease(ctx, params.id, body.params)),
    );
    route(app, api.fileReleaseLetter, async (ctx, { params, body }) =>
      answer(ctx, await fileLetter(ctx, params.id, body.lifted_on)),
    );
    route(app, api.saleReleases, async (ctx, { params }) => ({
      data: await releasesOfSale(ctx, params.id),
    }));
  },
};

import type { FastifyInstance } from 'fastify';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { urlOf } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/works/accounts/endpoints.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import { INFRASTRUCTURE_TYPE } from '#contract/works/contracts/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { idOf, row } from '#server/kernel/db.ts';
import { notFound, transitionRefused } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { sendPaper, type Paper } from '#server/kernel/pdf/paper.ts';
import { route, serveBytes } from '#server/kernel/route.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import {
  answerAccount,
  mayOpenAccount,
  pageOfAccounts,
  statementOf,
  sumsOfAccounts,
} from './accounts.present.ts';
import { accountsNight } from './accounts.notices.ts';
import { accountPostings, retentionPostings } from './accounts.postings.ts';
import { changeAccountState, deduct, dispute, measure, undeduct } from './accounts.service.ts';
import { accountTasks } from './accounts.tasks.ts';
import { accountLines, progressAccounts } from './accounts.table.ts';
import { accountPaper, statementPaper } from './papers.service.ts';
import { chargeToRetention, giveBack } from './retention.service.ts';

const paid = sql`state_id = ${idOf(ACCOUNT_STATE.paid)}`;
const standing = sql`state_id <= ${idOf(ACCOUNT_STATE.paid)}`;
const moved = (kind?: 'devolucion') =>
  sql`(select coalesce(sum(amount_cents), 0) from retention_moves m where m.contract_id = contracts.id
    ${kind ? sql`and m.kind = 'devolucion'` : sql``})`;

/** Progress accounts of contracts of works: measured, countersigned, approved, paid. */
export const accountsModule: Module = {
  name: 'accounts',
  records: { cuenta_obra: mayOpenAccount },
  jobs: [accountsNight],
  tasks: { cuenta_obra: accountTasks },
  postings: [accountPostings, retentionPostings],
  knows: {
    contrato: {
      paid_cents: sql`(select coalesce(sum(gross_cents - amortised_cents - retained_cents), 0) from progress_accounts a
        where a.contract_id = contracts.id and a.${paid}) + ${moved('devolucion')}`,
      retained_cents: sql`(select coalesce(sum(retained_cents), 0) from progress_accounts a
        where a.contract_id = contracts.id and a.${standing}) - ${moved()}`,
    },
    trabajo: {
      paid_cents: sql`(select coalesce(sum(l.cents), 0) from account_lines l join progress_accounts a on a.id = l.account_id
        where l.job_id = jobs.id and l.dispute is null and a.${paid})`,
      billed_cents: sql`(select coalesce(sum(l.cents), 0) from account_lines l join progress_accounts a on a.id = l.account_id
        where l.job_id = jobs.id and l.dispute is null and a.${standing})`,
    },
  },
  routes(app) {
    route(app, api.listAccounts, async (ctx, { query }) => {
      const { list, total } = await pageOfAccounts(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listAccounts, { query })) },
      };
    });
    route(app, api.sumAccounts, async (ctx, { query }) => ({ data: await sumsOfAccounts(ctx, query) }));
    route(app, api.findAccount, async (ctx, { params }) => ({ data: await answerAccount(ctx, params.id) }));
    route(app, api.measureContract, async (ctx, { params, body }) => ({
      data: await answerAccount(ctx, await measure(ctx, params.id, body)),
    }));
    route(app, api.changeAccountStatus, async (ctx, { params, body }) => {
      await changeAccountState(ctx, params.id, body.params);
      return { data: await answerAccount(ctx, params.id) };
    });
    route(app, api.disputeLine, async (ctx, { params, body }) => {
      await dispute(ctx, params.id, params.line, body.reason);
      return { data: await answerAccount(ctx, params.id) };
    });
    route(app, api.addDeduction, async (ctx, { params, body }) => {
      await deduct(ctx, params.id, body);
      return { data: await answerAccount(ctx, params.id) };
    });
    route(app, api.removeDeduction, async (ctx, { params }) => {
      await undeduct(ctx, params.id, params.deduction);
      return { data: await answerAccount(ctx, params.id) };
    });
    route(app, api.contractStatement, async (ctx, { params }) => ({
      data: await statementOf(ctx, params.id),
    }));
    route(app, api.returnRetention, async (ctx, { params, body }) => {
      await giveBack(ctx, params.id, body);
      return { data: await statementOf(ctx, params.id) };
    });
    route(app, api.chargeRetention, async (ctx, { params, body }) => {
      await chargeToRetention(ctx, params.id, body);
      return { data: await statementOf(ctx, params.id) };
    });
    servePaper(app, api.ACCOUNT_PAPER, accountPaper);
    servePaper(app, api.STATEMENT_PAPER, statementPaper);
    route(app, api.payJob, async (ctx, { params, body }) => {
      await payAccountOfJob(ctx, params, body.params);
      return { data: await totalsOf(ctx, params.id) };
    });
  },
};

const PaperParams = z.object({ id: Id });
/** A PDF with amounts; its service checks the scope. */
const servePaper = (
  app: FastifyInstance,
  path: string,
  paper: (ctx: Context, id: number) => Promise<Paper>,
): void =>
  serveBytes(
    app,
    { path, access: 'contratos.montos', limit: { max: 60, seconds: 60 } },
    async (ctx, request, reply) => {
      const { data: params } = PaperParams.safeParse(request.params);
      if (!params) throw notFound();
      return sendPaper(reply, await paper(ctx, params.id));
    },
  );

/** Pays the approved account that a job is in. Raises 404, 409 STALE, 422. */
async function payAccountOfJob(
  ctx: Context,
  { path, id }: { path: 'contracts' | 'infras_contract'; id: number },
  payment: { fecha?: string | undefined; banco?: string | undefined; referencia?: string | undefined },
): Promise<void> {
  const reach = contractsInReach(ctx, 'contabilidad.aprobar');
  const [job] = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(contracts, eq(contracts.id, jobs.contractId))
    .where(
      and(
        eq(jobs.id, id),
        reach,
        path === 'infras_contract' ? eq(contracts.typeId, INFRASTRUCTURE_TYPE) : undefined,
      ),
    );
  if (!job) throw notFound();
  const [account] = await ctx.db
    .select({ id: progressAccounts.id })
    .from(progressAccounts)
    .innerJoin(accountLines, eq(accountLines.accountId, progressAccounts.id))
    .where(
      and(
        eq(accountLines.jobId, id),
        sql`${accountLines.dispute} is null`,
        inArray(progressAccounts.stateId, [ACCOUNT_STATE.approved]),
      ),
    )
    .limit(1);
  if (!account) throw transitionRefused('Este trabajo no está en una cuenta aprobada por pagar.');
  await changeAccountState(ctx, account.id, { ...payment, estado_id: ACCOUNT_STATE.paid });
}

async function totalsOf(ctx: Context, id: number) {
  const found = await row<
    Record<'state_id' | 'amount' | 'certified' | 'paid', string | number> & { sees: boolean }
  >(
    ctx.db,
    sql`select jobs.state_id, jobs.amount_cents amount, jobs.certified_cents certified,
        (select coalesce(sum(l.cents), 0) from account_lines l join progress_accounts a on a.id = l.account_id
          where l.job_id = jobs.id and l.dispute is null and a.state_id = ${ACCOUNT_STATE.paid}) paid,
        (${contractsInReach(ctx, 'contratos.montos') ?? sql`true`}) sees
      from jobs join contracts on contracts.id = jobs.contract_id where jobs.id = ${id}`,
  );
  const money = (cents: string | number) => (found!.sees ? Number(cents) : null);
  return {
    id,
    state_id: Number(found!.state_id),
    total_amount: money(found!.amount),
    total_amount_certified: money(found!.certified),
    total_amount_pay: money(found!.paid),
  };
}

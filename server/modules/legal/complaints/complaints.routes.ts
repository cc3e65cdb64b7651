import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { businessDaysBetween } from '#contract/banking/applications/businessDays.ts';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/legal/complaints/endpoints.ts';
import { CLOCK_COMPLAINTS, COMPLAINT_LABELS, complaintMachine } from '#contract/legal/complaints/rules.ts';
import { paginate } from '#contract/paging.ts';
import { offersOf } from '#contract/transitions.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { anyOf, sql } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { deedsInReach } from '#server/modules/legal/deeds/deeds.scope.ts';
import { complaintsNight } from './complaints.jobs.ts';
import { findComplaint, findComplaints, type FoundComplaint } from './complaints.queries.ts';
import * as service from './complaints.service.ts';

/** Complaints of buyers before ACODECO, with the clocks of the law. */
export const complaintsModule: Module = {
  name: 'complaints',
  jobs: [complaintsNight],
  records: {
    reclamo_acodeco: async (ctx, id) =>
      (await findComplaint(ctx.db, id, deedsInReach(ctx, 'legal.ver'))) !== undefined,
  },
  tasks: { reclamo: complaintTasks },
  routes(app) {
    route(app, api.listComplaints, async (ctx, { query }) => {
      const { found, total } = await findComplaints(ctx.db, query, deedsInReach(ctx, 'legal.ver'));
      const url = urlOf(api.listComplaints, { query });
      return {
        data: found.map((one) => present(ctx, one)),
        meta: { pagination: paginate(query, found.length, total, url) },
      };
    });
    route(app, api.getComplaint, (ctx, { params }) => answer(ctx, params.id));
    route(app, api.createComplaint, async (ctx, { body }) =>
      answer(ctx, await service.createComplaint(ctx, body)),
    );
    route(app, api.changeComplaint, async (ctx, { params, body }) => {
      await service.changeComplaint(ctx, params.id, body);
      return answer(ctx, params.id);
    });
    route(app, api.changeComplaintStatus, async (ctx, { params, body }) => {
      await service.changeComplaintState(ctx, params.id, body.params);
      return answer(ctx, params.id);
    });
  },
};

function present({ now }: Pick<Context, 'now'>, one: FoundComplaint): api.ComplaintRow {
  const today = panamaDay(now);
  return {
    id: one.id,
    version: one.version,
    state: { id: one.stateId, name: COMPLAINT_LABELS[one.stateId] ?? '' },
    kind: one.kind,
    number: one.number,
    sale: { id: one.saleId, code: one.saleCode },
    name: one.name,
    project: { id: one.projectId, name: one.project },
    filed_on: one.filedOn,
    asked_on: one.askedOn,
    due_on: one.dueOn,
    days_left:
      one.dueOn === null
        ? null
        : one.dueOn >= today
          ? businessDaysBetween(today, one.dueOn)
          : -businessDaysBetween(one.dueOn, today),
    answered_on: one.answeredOn,
    resolved_on: one.resolvedOn,
  };
}

/** One complaint as the caller sees it. Raises 404. */
async function answer(ctx: Context, id: number) {
  const one = await findComplaint(ctx.db, id, deedsInReach(ctx, 'legal.ver'));
  if (!one) throw notFound();
  const history = await statesOf(ctx.db, complaintMachine.entity, [id]);
  return {
    data: {
      ...present(ctx, one),
      detail: one.detail,
      history: history.map(({ id: line, at, who, from, to, reason }) => ({
        id: line,
        at: at.toISOString(),
        who,
        from: from === null ? null : (COMPLAINT_LABELS[from] ?? ''),
        to: COMPLAINT_LABELS[to] ?? '',
        reason,
      })),
      transitions: offersOf(
        complaintMachine,
        one.stateId,
        { today: panamaDay(ctx.now), dueOn: one.dueOn },
        urlOf(api.changeComplaintStatus, { params: { id } }),
        (permission) => reaches(ctx, permission, one),
      ),
      may_edit: reaches(ctx, 'legal.crear', one),
    },
  };
}

/** Complaints whose answer the company owes, for the lawyers. */
function complaintTasks(ctx: Context): TaskQuery | null {
  const reach = scopeOf(ctx, 'legal.crear');
  if (!reach) return null;
  return {
    rows: sql`select k.id, k.sale_id, k.due_on, k.state_since, s.person_id from complaints k join sales s on s.id = k.sale_id
      where k.state_id in ${anyOf(CLOCK_COMPLAINTS)} and ${deedsInReach(ctx, 'legal.crear')}
        and (s.lawyer_id = ${reach.userId} or s.lawyer_id is null)`,
    joins: sql`join people p on p.id = w.person_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`'Responder a ACODECO'`,
    due: sql`w.due_on`,
    since: sql`w.state_since`,
    parentId: sql`w.sale_id`,
  };
}

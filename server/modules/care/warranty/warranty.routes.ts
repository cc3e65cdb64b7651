import { CHARGE } from '#contract/care/warranty/charges.ts';
import { chargePostings } from './charges.postings.ts';
import * as api from '#contract/care/warranty/endpoints.ts';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { idOf, row, sql } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { findCharges, mayOpenCharge, presentOne } from './charges.queries.ts';
import { changeCharge, createCharge } from './charges.service.ts';
import { coverOfHouse } from './cover.service.ts';
import { repeatedDefects } from './repeats.service.ts';
import { listRules } from '#server/modules/care/covers/clocks.service.ts';
import { addRule } from '#server/modules/care/covers/rules.service.ts';
import { warrantyNight } from './warranty.jobs.ts';
import { findWarranties, warrantiesInReach } from './warranties.queries.ts';

/** Warranty of delivered houses: clocks by part, repeated defects, and what contractors are charged. */
export const warrantyModule: Module = {
  name: 'warranty',
  jobs: [warrantyNight],
  records: { cargo_garantia: mayOpenCharge },
  tasks: { cargo_garantia: chargeTasks },
  postings: [chargePostings],
  routes(app) {
    route(app, api.listWarranties, async (ctx, { query }) => {
      const { list, total } = await findWarranties(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listWarranties, { query })) },
      };
    });
    route(app, api.getCover, async (ctx, { query }) => ({ data: await cover(ctx, query) }));
    route(app, api.listWarrantyRules, async (ctx) => ({ data: await listRules(ctx.db) }));
    route(app, api.addWarrantyRule, async (ctx, { body }) => ({ data: await addRule(ctx, body) }));
    route(app, api.findRepeatedDefects, async (ctx, { query }) => ({
      data: await repeatedDefects(ctx, query.proyecto_id),
    }));
    route(app, api.listCharges, async (ctx, { query }) => {
      const { list, total } = await findCharges(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listCharges, { query })) },
      };
    });
    route(app, api.getCharge, async (ctx, { params }) => ({ data: await presentOne(ctx, params.id) }));
    route(app, api.createCharge, async (ctx, { body }) => ({
      data: await presentOne(ctx, await createCharge(ctx, body)),
    }));
    route(app, api.changeChargeStatus, async (ctx, { params, body }) => {
      await changeCharge(ctx, params.id, body.params);
      return { data: await presentOne(ctx, params.id) };
    });
  },
};

/** What covers a part of a delivered house. Raises 404. */
async function cover(ctx: Context, { vivienda_id, parte, dia }: (typeof api.getCover)['query']['_output']) {
  const seen = await row<{ id: number }>(
    ctx.db,
    sql`select handovers.id from handovers join sales on sales.id = handovers.sale_id
      where handovers.house_id = ${vivienda_id} and handovers.delivered_on is not null and ${warrantiesInReach(ctx)}`,
  );
  const found =
    seen &&
    (await coverOfHouse(ctx.db, { houseId: vivienda_id, part: parte, day: dia ?? panamaDay(ctx.now) }));
  if (!found) throw notFound();
  return {
    house: { id: vivienda_id, name: found.house },
    delivered_on: found.deliveredOn,
    part: parte,
    cover: found.cover,
    covered: found.covered,
    until: found.until,
    days_left: found.daysLeft,
  };
}

/** Charges that wait for somebody else's approval, and what contractors owe. */
function chargeTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'contabilidad.aprobar')) return null;
  return {
    rows: sql`select back_charges.* from back_charges join contracts on contracts.id = back_charges.contract_id
      where (back_charges.state_id = ${idOf(CHARGE.asked)} and back_charges.made_by <> ${staffOf(ctx).userId}
        or back_charges.state_id = ${idOf(CHARGE.owed)}) and ${contractsInReach(ctx, 'contabilidad.aprobar') ?? sql`true`}`,
    joins: sql`join contracts c on c.id = w.contract_id join partners a on a.id = c.contractor_id`,
    id: sql`w.id`,
    title: sql`a.name`,
    text: sql`case when w.state_id = ${idOf(CHARGE.asked)} then 'Decidir el cargo ' else 'Cobrar lo que el retenido no cubrió de ' end || w.code`,
    due: sql`(coalesce(w.decided_at, w.created_at) at time zone 'America/Panama')::date + 3`,
    since: sql`coalesce(w.decided_at, w.created_at)`,
    cents: sql`case when w.state_id = ${idOf(CHARGE.owed)} then w.receivable_cents else w.amount_cents end`,
  };
}

import { inArray, lte, sql } from 'drizzle-orm';
import { materialRequestStates } from '#contract/company/catalogs/worksLists.ts';
import { ENDED_REQUESTS } from '#contract/works/purchasing/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { materialRequests } from './purchasing.table.ts';
import { matching, presentRow, selectRequests, type Conditions } from './requests.queries.ts';

const CARDS = 30;

/** The first cards of each state with its count: by the day they are needed, ended ones the last first. */
export async function boardOfRequests(ctx: Context, query: Conditions) {
  const due = sql`case when ${inArray(materialRequests.stateId, [...ENDED_REQUESTS])} then null else ${materialRequests.neededOn} end nulls last, ${materialRequests.id} desc`;
  const placed = ctx.db.$with('placed').as(
    ctx.db
      .select({
        id: materialRequests.id,
        stateId: materialRequests.stateId,
        place: sql<number>`row_number() over (partition by ${materialRequests.stateId} order by ${due})`.as(
          'place',
        ),
        total: sql<number>`count(*) over (partition by ${materialRequests.stateId})::int`.as('total'),
      })
      .from(materialRequests)
      .where(matching(ctx, query)),
  );
  const first = await ctx.db.with(placed).select().from(placed).where(lte(placed.place, CARDS));
  const ids = first.map(({ id }) => id);
  const cards = await selectRequests(ctx).where(inArray(materialRequests.id, ids)).orderBy(due);
  const states = await catalogLabels(ctx.db, materialRequestStates);
  return [...states]
    .toSorted(([a], [b]) => a - b)
    .map(([id, name]) => ({
      state: { id, name },
      total: first.find(({ stateId }) => stateId === id)?.total ?? 0,
      rows: cards.filter(({ request }) => request.stateId === id).map(presentRow),
    }));
}

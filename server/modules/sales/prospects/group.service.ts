import { sql, type SQL } from 'drizzle-orm';
import type { ProspectFilter } from '#contract/sales/prospects/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { matching } from './prospects.queries.ts';
import { prospectsInReach } from './prospects.scope.ts';

type Filter = Partial<Pick<ProspectFilter, 'etapa_id' | 'proyecto_id' | 'asesor_id' | 'origen'>>;

/** Sub-select: the people of the prospects that match a filter of the list, within the caller's scope. */
export const peopleOfProspects = (ctx: Pick<Context, 'staff' | 'now'>, filter: Filter): SQL =>
  sql`select prospects.person_id from prospects where ${matching(filter, ctx.now, prospectsInReach(ctx, 'ventas.ver'))}`;

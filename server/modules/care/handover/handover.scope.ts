import { or, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';

type Caller = Pick<Context, 'staff'>;
/** Whoever sees the sale, hands houses over, or inspects in its project. */
const SEES = [
  'ventas.ver',
  'ventas.entregar',
  'contratos.inspeccionar',
] as const satisfies readonly Permission[];
/** Who makes the inspection with the buyer. */
const INSPECTS = ['ventas.entregar', 'contratos.inspeccionar'] as const satisfies readonly Permission[];

const either = (ctx: Caller, permissions: readonly Permission[]): SQL => {
  const given = permissions.filter((one) => scopeOf(ctx, one) !== null);
  return or(...given.map((one) => salesInReach(ctx, one) ?? sql`true`), sql`false`) ?? sql`false`;
};

/** Row scope of deliveries: a condition over `sales`, which every query joins. */
export const handoversInReach = (ctx: Caller): SQL => either(ctx, SEES);
/** Deliveries that the caller may inspect, over `sales`. */
export const handoversToInspect = (ctx: Caller): SQL => either(ctx, INSPECTS);

type OfSale = Parameters<typeof reaches>[2];
/** The same for a loaded sale. */
export const mayInspect = (ctx: Caller, sale: OfSale): boolean =>
  INSPECTS.some((one) => reaches(ctx, one, sale));

/**
 * Row scope of punch items, over `sales` and the items as `i`: those of the deliveries in reach, and for a contractor those of
 * the own contracts.
 */
export const punchInReach = (ctx: Caller): SQL => {
  const works = scopeOf(ctx, 'contratos.editar') !== null;
  return works
    ? sql`(${handoversInReach(ctx)} or exists (select from contracts where contracts.id = i.contract_id
        and ${contractsInReach(ctx, 'contratos.editar') ?? sql`true`}))`
    : handoversInReach(ctx);
};

/** Whether the caller may open a delivery. Guards its comments and files. */
export const mayOpenHandover = async (ctx: Context, id: number): Promise<boolean> =>
  (
    await rows<{ id: number }>(
      ctx.db,
      sql`select h.id from handovers h join sales on sales.id = h.sale_id where h.id = ${id} and ${handoversInReach(ctx)}`,
    )
  ).length > 0;

/** Whether the caller may open a punch item. */
export const mayOpenPunch = async (ctx: Context, id: number): Promise<boolean> =>
  (
    await rows<{ id: number }>(
      ctx.db,
      sql`select i.id from punch_items i join handovers h on h.id = i.handover_id join sales on sales.id = h.sale_id
        where i.id = ${id} and ${punchInReach(ctx)}`,
    )
  ).length > 0;

import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { envelopes } from './envelopes.table.ts';

/** Condition: the acta of a delivery, which whoever hands the house over gets signed. */
const actas = (ctx: Pick<Context, 'staff'>): SQL =>
  ctx.staff?.grants.has('ventas.entregar')
    ? and(eq(envelopes.record, 'entrega'), salesInReach(ctx, 'ventas.entregar') ?? sql`true`)!
    : sql`false`;

/** Condition: the envelopes of which the caller opens one. */
export const envelopesSeen = (ctx: Pick<Context, 'staff'>): SQL =>
  or(salesInReach(ctx, 'legal.ver') ?? sql`true`, actas(ctx))!;

/** Permissions of which one is enough to work with signatures: lawyers, and those who approve a sale's documents. */
const WORK = ['legal.crear', 'documentos.aprobar'] as const satisfies readonly Permission[];

/** Condition: the caller sees the envelope's sale in the legal module and may work with its signatures. */
const workedOn = (ctx: Pick<Context, 'staff'>): SQL | undefined =>
  or(
    actas(ctx),
    and(
      salesInReach(ctx, 'legal.ver'),
      or(
        ...WORK.filter((one) => ctx.staff?.grants.has(one)).map((one) => salesInReach(ctx, one) ?? sql`true`),
        sql`false`,
      ),
    ),
  );

/** Whether the caller may see an envelope. */
export const maySee = (ctx: Context, id: number) => exists(ctx, id, envelopesSeen(ctx));

/** Whether the caller may resend, hand over and certify in an envelope. */
export const mayWorkOn = (ctx: Context, id: number) => exists(ctx, id, workedOn(ctx));

async function exists(ctx: Context, id: number, reach: SQL | undefined): Promise<boolean> {
  const found = await ctx.db
    .select({ id: envelopes.id })
    .from(envelopes)
    .innerJoin(sales, eq(sales.id, envelopes.saleId))
    .where(and(eq(envelopes.id, id), reach));
  return found.length > 0;
}

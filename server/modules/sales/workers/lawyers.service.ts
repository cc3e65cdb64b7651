import { eq, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { whyNotSetLawyer } from '#contract/sales/sale/actions.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { forbidden, invalid } from '#server/kernel/errors.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { refuseStale, touchSale } from '#server/modules/sales/precontracts/edit.service.ts';
import {
  away,
  findSaleStaff,
  holdReceiver,
  isLawyer,
  legalLoad,
  waitForAssignments,
} from './processors.service.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { loadForChange } from '#server/modules/sales/precontracts/precontracts.service.ts';
import { people, sales } from '#server/modules/sales/sale/sales.table.ts';

/** Legal work begins with the letter of promise; of a sale in cash, with the whole file (domain.md §3, 5 or 8 → 9). */
const needsLawyer = (stateId: number, paymentForm: string): boolean =>
  stateId === SALE.promiseLetter || (stateId === SALE.complete && paymentForm === 'contado');

/**
 * The lawyer with the least running sales: of the project's team, else of the house; none who is away. Null when there is none. As
 * for processors, sales that come at once wait for each other and spread evenly: call it late in the transaction.
 */
async function chooseLawyer(
  ctx: Pick<Context, 'now'> & { db: Db },
  projectId: number,
): Promise<number | null> {
  await waitForAssignments(ctx.db);
  const chosen = await row<{ id: number }>(
    ctx.db,
    sql`select u.id from users u where u.active and ${isLawyer} and not ${away(panamaDay(ctx.now))}
      order by not exists (select from project_team t where t.user_id = u.id and t.project_id = ${projectId}),
        ${legalLoad}, u.id limit 1`,
  );
  return chosen?.id ?? null;
}

/** Gives a sale its lawyer when its legal work begins; who has it keeps it. The sale must be locked. */
export async function assignLawyer(
  ctx: Pick<Context, 'now'> & { db: Db },
  saleId: number,
  stateId: number,
): Promise<void> {
  const [sale] = await ctx.db
    .select({ projectId: sales.projectId, lawyerId: sales.lawyerId, paymentForm: sales.paymentForm })
    .from(sales)
    .where(eq(sales.id, saleId));
  if (!sale || sale.lawyerId !== null || !needsLawyer(stateId, sale.paymentForm)) return;
  const lawyerId = await chooseLawyer(ctx, sale.projectId);
  if (lawyerId !== null) await ctx.db.update(sales).set({ lawyerId }).where(eq(sales.id, saleId));
}

/** Gives a sale to a lawyer by hand, or takes it from all. Raises 404, 403, 409 on a stale version, 422 at abogado_id. */
export async function setLawyer(
  ctx: Context,
  saleId: number,
  { abogado_id, version }: { abogado_id: number | null; version?: number | undefined },
): Promise<void> {
  if (abogado_id !== null) await holdReceiver(ctx.db, abogado_id);
  const sale = await loadForChange(ctx, saleId);
  if (!reaches(ctx, 'ventas.editar', sale) && !reaches(ctx, 'legal.editar', sale)) throw forbidden();
  refuseStale(sale, version);
  const staff = await findSaleStaff(ctx.db, ctx.now);
  const reason =
    whyNotSetLawyer(sale.stateId) ??
    (abogado_id === null || staff.some(({ id, lawyer }) => id === abogado_id && lawyer)
      ? null
      : 'Elige un abogado activo de la lista.');
  if (reason) throw invalid([{ field: 'abogado_id', message: reason }]);
  if (abogado_id === sale.lawyerId) return;
  await touchSale(ctx, sale, { lawyerId: abogado_id });
  await audit(ctx, 'cambiar_abogado', 'precontrato', saleId, { from: sale.lawyerId, to: abogado_id });
  const [person] = await ctx.db
    .select({ name: people.name })
    .from(people)
    .where(eq(people.id, sale.personId));
  await notify(ctx, {
    kind: 'venta_asignada',
    to: [abogado_id],
    text: `Te toca lo legal de la venta de ${person?.name ?? ''}.`,
    url: `/oficina/ventas/${saleId}`,
    event: `abogado:${saleId}:${abogado_id}:${ctx.now.toISOString()}`,
  });
}

import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { latestActions } from '#contract/company/catalogs/salesLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { CustomerAction, NewCustomerAction } from '#contract/sales/board/board.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { forbidden, invalid, notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { recordLastAction } from '#server/modules/sales/sale/advance.service.ts';
import { reaches, saleInReach, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { customerActions } from './precontracts.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Maximum number of actions shown. */
const LIMIT = 100;

/** The customer actions that staff recorded, newest first. Raises 404 out of scope. */
export async function actionsOfCustomer(
  ctx: Context,
  saleId: number,
): Promise<z.infer<typeof CustomerAction>[]> {
  if (!(await saleInReach(ctx, 'ventas.ver', saleId))) throw notFound();
  const labels = await catalogLabels(ctx.db, latestActions);
  const found = await ctx.db
    .select({ action: customerActions, who: users.name })
    .from(customerActions)
    .leftJoin(users, eq(users.id, customerActions.userId))
    .where(eq(customerActions.saleId, saleId))
    .orderBy(desc(customerActions.id))
    .limit(LIMIT);
  return found.map(({ action, who }) => ({
    id: action.id,
    action: { id: action.actionId, name: labels.get(action.actionId) ?? '' },
    note: action.note,
    next_on: action.nextOn,
    who,
    at: action.at.toISOString(),
  }));
}

/** Records a customer action and the day of the next contact. Raises 404, 403, 422 at accion_id and proximo. */
export async function addCustomerAction(
  ctx: Context,
  saleId: number,
  { accion_id, nota, proximo }: z.infer<typeof NewCustomerAction>,
): Promise<z.infer<typeof CustomerAction>> {
  const [sale] = await ctx.db
    .select()
    .from(sales)
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'ventas.ver')))
    .for('no key update');
  if (!sale) throw notFound();
  if (!reaches(ctx, 'ventas.editar', sale)) throw forbidden();
  const labels = await catalogLabels(ctx.db, latestActions);
  if (!labels.has(accion_id))
    throw invalid([{ field: 'accion_id', message: 'Elige una acción de la lista.' }]);
  if (proximo !== undefined && proximo < panamaDay(ctx.now))
    throw invalid([{ field: 'proximo', message: 'Elige hoy o un día que viene.' }]);
  await noteAction(ctx, {
    saleId,
    actionId: accion_id,
    note: nota,
    nextOn: proximo ?? null,
    userId: ctx.staff?.userId ?? null,
  });
  await audit(ctx, 'anotar_accion', 'precontrato', saleId, { action: accion_id, next: proximo ?? null });
  return (await actionsOfCustomer(ctx, saleId))[0]!;
}

/** Stores a customer action, recorded by a staff user (`userId`) or by the customer. */
export async function noteAction(
  ctx: Pick<Context, 'db' | 'now'>,
  action: Omit<typeof customerActions.$inferInsert, 'id' | 'at'>,
): Promise<void> {
  await ctx.db.insert(customerActions).values({ ...action, at: ctx.now });
  await recordLastAction(ctx, action.saleId, action.actionId);
}

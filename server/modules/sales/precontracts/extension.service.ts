import { refuseStale, touchSale } from '#server/modules/sales/sale/states.service.ts';
import { eq } from 'drizzle-orm';
import { whyNotExtend } from '#contract/sales/sale/actions.ts';
import { DAY_MS, showInstant } from '#contract/dates.ts';
import { touch } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { forbidden, transitionRefused } from '#server/kernel/errors.ts';
import { claimOf, moveEnd } from '#server/modules/sales/claims/claims.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { workersOf } from '#server/modules/sales/workers/told.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { mailExtended } from './precontracts.mail.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { loadForChange } from './precontracts.service.ts';
import { separationExtensions } from './precontracts.table.ts';
import { warnBeforeEnd } from './warnings.service.ts';

/**
 * Gives a paid separation its only extension, of 15 days (domain.md §1, row 4). Raises 404, 403, 409 on a stale
 * version, 422 with the reason when no separation is running or it was already extended. The database allows one
 * extension per sale.
 */
export async function extendSeparation(
  ctx: Context,
  saleId: number,
  { motivo, version }: { motivo: string; version?: number | undefined },
): Promise<void> {
  const sale = await loadForChange(ctx, saleId);
  if (!reaches(ctx, 'ventas.aprobar', sale)) throw forbidden();
  refuseStale(sale, version);
  const [before] = await ctx.db
    .select({ id: separationExtensions.id })
    .from(separationExtensions)
    .where(eq(separationExtensions.saleId, saleId));
  const claim = await claimOf(ctx.db, saleId);
  const reason = whyNotExtend(sale.stateId, claim, before !== undefined);
  if (reason || !claim?.until) throw transitionRefused(reason ?? '');
  const { claims } = await readSettings(ctx.db);
  const until = new Date(claim.until.getTime() + claims.separationDays * DAY_MS);
  await ctx.db.insert(separationExtensions).values({
    saleId,
    fromUntil: claim.until,
    toUntil: until,
    reason: motivo,
    userId: ctx.staff?.userId ?? null,
    at: ctx.now,
  });
  await warnBeforeEnd(ctx, await moveEnd(ctx, claim, until));
  await touchSale(ctx, sale, {});
  touch(ctx, ['precontrato', saleId]);
  await audit(ctx, 'extender_separacion', 'precontrato', saleId, {
    until: until.toISOString(),
    reason: motivo,
  });
  await notify(ctx, {
    kind: 'venta_estado',
    to: await workersOf(ctx.db, saleId),
    text: `Se extendió la separación de ${sale.person.name} hasta el ${showInstant(until)}.`,
    url: `/oficina/ventas/${saleId}`,
    event: `extension:${saleId}`,
  });
  await mailExtended(ctx, saleId, until);
}

import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { giveLawyer } from '#server/modules/sales/sale/hands.service.ts';
import { chooseLawyer } from '#server/modules/sales/workers/lawyers.service.ts';

/**
 * Gives a sale its lawyer when its legal work begins without one, for instance a promise before the banks answer: the one
 * with the least load of the project's team. The sale must be locked; call it late in the transaction.
 */
export async function ensureLawyer(
  ctx: Pick<Context, 'now'> & { db: Db },
  sale: { id: number; projectId: number; lawyerId: number | null },
): Promise<number | null> {
  if (sale.lawyerId !== null) return sale.lawyerId;
  const lawyerId = await chooseLawyer(ctx, sale.projectId);
  if (lawyerId !== null) await giveLawyer(ctx.db, sale.id, lawyerId);
  return lawyerId;
}

/** Who hears of a sale's legal papers: its lawyer, or everybody who writes them where it has none. */
export async function counselOf(
  db: Db,
  sale: { lawyerId: number | null; projectId: number },
): Promise<number[]> {
  return sale.lawyerId === null ? whoMay(db, 'legal.crear', sale.projectId) : [sale.lawyerId];
}

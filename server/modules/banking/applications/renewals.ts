import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { ENDED_APPLICATIONS, PREPARING_STATES } from '#contract/banking/applications/applicationRules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, preparedRows, sql } from '#server/kernel/db.ts';
import { findOfSale, findSaleToLend } from './reading.service.ts';
import { banksOffered } from './applications.service.ts';
import { matrixFor } from './facts.service.ts';
import { bestPaper, gapOf } from './matrix.service.ts';

const RENEWING: readonly number[] = [SALE.received, ...PREPARING_STATES];

/**
 * Approved papers of a sale that would be dead when a bank answers, by id, each with the first last day of those banks. They may be
 * replaced while they still hold: waiting until they are dead would leave the file without a way on. The banks are those of
 * the applications under way, else all that the sale may go to.
 */
export async function papersToRenew(
  ctx: Pick<Context, 'db' | 'now'>,
  saleId: number,
): Promise<ReadonlyMap<number, string>> {
  const due = new Map<number, string>();
  const [renewing] = await preparedRows(
    ctx.db,
    sql`select id from sales where id = ${saleId} and payment_form = 'hipoteca' and state_id in ${anyOf(RENEWING)}`,
  );
  const about = renewing && (await findSaleToLend(ctx.db, saleId));
  if (!about) return due;
  const found = (await findOfSale(ctx.db, saleId)).map(({ application }) => application);
  const live = found.filter(({ stateId }) => !ENDED_APPLICATIONS.includes(stateId));
  const others =
    live.length > 0 ? [] : (await banksOffered(ctx.db, about.sale.projectId)).map(({ id }) => id);
  const { asked, papers, days } = await matrixFor(ctx, about, live, others);
  for (const [bankId, list] of asked)
    for (const one of list) {
      const paper = bestPaper(papers, one);
      if (!one.required || paper?.stateId !== DOCUMENT.approved) continue;
      const { gap, until } = gapOf(one, paper, days.get(bankId)!);
      if (until === null || (gap !== 'por_vencer' && gap !== 'vencido')) continue;
      const before = due.get(paper.id);
      if (before === undefined || until < before) due.set(paper.id, until);
    }
  return due;
}

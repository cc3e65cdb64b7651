import { SaleFilter } from '#contract/sales/sale/model.ts';
import type { Turn } from '#contract/sales/sale/turn.ts';
import type { RowScope } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { countSales } from './list.service.ts';

/** Counts the sales within scope for each of these turns. */
export const countTurns = (db: Db, turns: readonly Turn[], reach: RowScope) =>
  Promise.all(
    turns.map(async (turno) => {
      const states = await countSales(db, SaleFilter.parse({ turno }), reach);
      return { turn: turno, total: states.reduce((sum, one) => sum + one.total, 0) };
    }),
  );

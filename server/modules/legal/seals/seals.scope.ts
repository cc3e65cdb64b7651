import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { containing } from '#server/kernel/db.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { seals } from './seals.table.ts';

/** The row scope of seals: that of their sales. Seals without a sale are for who sees everything. */
export function sealsInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  if (scopeOf(ctx, permission)?.scope === 'todo') return undefined;
  return sql`${seals.saleId} in (select id from sales where ${salesInReach(ctx, permission) ?? sql`true`})`;
}

/** Condition: a part of the title or of the code, or a whole fingerprint. */
export const sealMatching = (q: string): SQL =>
  sql`searchable(${seals.title}) like searchable(${containing(q)}) or ${seals.evidence}->>'code' ilike ${containing(q)}
    or ${seals.fingerprint} = ${q.toLowerCase()} or ${seals.sealedHash} = ${q.toLowerCase()}`;

import { and, eq, inArray, sql } from 'drizzle-orm';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { known } from '#server/kernel/known.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { joinParts } from './parts.service.ts';
import { bankStatementLines } from './statements.table.ts';

const NOT_OPEN = 'Esa línea ya es de un pago o se devolvió: no se aparta.';

/** Ignores a line that belongs to no customer, or opens it again. Raises 404, 409 STALE, 422. */
export async function changeLine(
  ctx: Context,
  id: number,
  { estado, motivo, version }: { estado: 'open' | 'ignored'; motivo: string; version: number },
): Promise<void> {
  const [line] = await ctx.db
    .select({ line: bankStatementLines, owner: known<string | null>(ctx, 'linea_banco', 'owner') })
    .from(bankStatementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(and(eq(bankStatementLines.id, id), accountsInReach(ctx, 'contabilidad.editar')))
    .for('no key update', { of: bankStatementLines });
  if (!line) throw notFound();
  if (line.line.version !== version) throw conflict('STALE');
  if (line.owner !== null) throw conflict('TRANSITION', `Esa línea es de ${line.owner}: no se abre.`);
  const from = estado === 'ignored' ? 'open' : 'ignored';
  if (line.line.state !== from) throw conflict('TRANSITION', NOT_OPEN);
  if (estado === 'ignored' && motivo.length < 3)
    throw invalid([{ field: 'motivo', message: 'Escribe qué es esta línea.' }]);
  await ctx.db
    .update(bankStatementLines)
    .set({
      state: estado,
      stateReason: estado === 'ignored' ? motivo : null,
      ruleId: null,
      version: version + 1,
    })
    .where(eq(bankStatementLines.id, id));
  if (estado === 'open') await joinParts(ctx, id);
  await audit(ctx, estado === 'ignored' ? 'apartar' : 'restored', 'linea_banco', id, { motivo });
}

/**
 * Sets several lines aside with one reason. A line that is not open, or not in scope, stays as it is and is returned
 * with why.
 */
export async function setLinesAside(
  ctx: Context,
  { lineas, motivo }: { lineas: readonly number[]; motivo: string },
): Promise<{ done: number; left: { line_id: number; reason: string }[] }> {
  const found = await ctx.db
    .select({
      id: bankStatementLines.id,
      state: bankStatementLines.state,
      version: bankStatementLines.version,
    })
    .from(bankStatementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(and(inArray(bankStatementLines.id, [...lineas]), accountsInReach(ctx, 'contabilidad.editar')))
    .orderBy(bankStatementLines.id)
    .for('no key update', { of: bankStatementLines });
  const open = found.filter(({ state }) => state === 'open').map(({ id }) => id);
  if (open.length > 0)
    await ctx.db
      .update(bankStatementLines)
      .set({ state: 'ignored', stateReason: motivo, version: sql`${bankStatementLines.version} + 1` })
      .where(inArray(bankStatementLines.id, open));
  for (const id of open) await audit(ctx, 'apartar', 'linea_banco', id, { motivo });
  return {
    done: open.length,
    left: [...new Set(lineas)]
      .filter((id) => !open.includes(id))
      .map((id) => ({
        line_id: id,
        reason: found.some((one) => one.id === id) ? NOT_OPEN : 'Esa línea no existe.',
      })),
  };
}

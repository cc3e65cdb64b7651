import { and, eq, isNull } from 'drizzle-orm';
import type { ExplainForm, MatchForm } from '#contract/money/bankReconciliations/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { changeLine, setLinesAside } from '#server/modules/money/statements/aside.service.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';
import { lockOpen, RECORD, touched } from './bankReconciliations.service.ts';
import {
  bankReconciliationExplanations,
  bankReconciliationMatches,
  bankReconciliationMembers,
} from './bankReconciliations.table.ts';
import { release } from './releases.service.ts';
import { sheetOf, type Row, type Sheet } from './worksheet.service.ts';

const TAKEN = 'Una de esas líneas ya se concilió. Actualiza la página.';

/** Matches lines whose sums are equal. Raises 404, 409 LINE_TAKEN, 422 with the reason. */
export async function matchLines(ctx: Context, id: number, form: MatchForm): Promise<void> {
  const row = await lockOpen(ctx, id);
  const sheet = await sheetOf(ctx, row);
  await releaseGone(ctx, row, sheet);
  await match(ctx, row, sheet, form, 'A mano');
  await touched(ctx, row);
  await audit(ctx, 'conciliar_lineas', RECORD, id, { bank: form.bank.length, book: form.book.length });
}

/** Accepts the proposals of these lines, or all exact ones. Raises 404, 409 LINE_TAKEN, 422. */
export async function acceptProposals(
  ctx: Context,
  id: number,
  pairs: readonly MatchForm[] | undefined,
): Promise<void> {
  const row = await lockOpen(ctx, id);
  const sheet = await sheetOf(ctx, row);
  await releaseGone(ctx, row, sheet);
  const same = (a: MatchForm, b: MatchForm) =>
    a.bank.toSorted().join() === b.bank.toSorted().join() &&
    a.book.toSorted().join() === b.book.toSorted().join();
  const chosen = pairs
    ? pairs.map((pair) => sheet.proposals.find((one) => same(one, pair)))
    : sheet.proposals.filter(({ exact }) => exact);
  if (chosen.includes(undefined)) throw conflict('LINE_TAKEN', TAKEN);
  if (chosen.length === 0) throw transitionRefused('No hay propuestas exactas por aceptar.');
  for (const one of chosen) await match(ctx, row, sheet, one!, one!.why);
  await touched(ctx, row);
  await audit(ctx, 'conciliar_lineas', RECORD, id, { proposals: chosen.length });
}

/** Matches whose lines are gone, because a statement was undone, hold their other lines no longer. */
async function releaseGone(ctx: Context, row: Row, sheet: Sheet): Promise<void> {
  const standing = new Set(sheet.matches.map(({ id }) => id));
  const stored = await ctx.db
    .select({ id: bankReconciliationMatches.id })
    .from(bankReconciliationMatches)
    .where(
      and(
        eq(bankReconciliationMatches.reconciliationId, row.id),
        isNull(bankReconciliationMatches.releasedAt),
      ),
    );
  await release(
    ctx,
    stored.filter(({ id }) => !standing.has(id)).map(({ id }) => id),
  );
}

async function match(ctx: Context, row: Row, sheet: Sheet, form: MatchForm, why: string): Promise<void> {
  const keys = [...form.bank, ...form.book];
  if (keys.length < 2 || new Set(keys).size !== keys.length)
    throw invalid([{ field: 'bank', message: 'Elige al menos dos líneas.' }]);
  const lines = keys.map((key) => sheet.list.find((one) => one.key === key));
  if (lines.some((one) => one === undefined || (one.group !== null && !(one.waits && one.side === 'banco'))))
    throw conflict('LINE_TAKEN', TAKEN);
  if (lines.some((one, at) => (one!.side === 'banco') !== at < form.bank.length))
    throw invalid([{ field: 'bank', message: 'Elige las líneas de nuevo.' }]);
  if (lines.some((one) => one!.adjustment !== null))
    throw transitionRefused('Una de esas líneas ya tiene un ajuste: anula primero su comprobante.');
  const sum = lines.reduce((all, one) => all + (one!.side === 'banco' ? one!.cents : -one!.cents), 0);
  if (sum !== 0) throw transitionRefused('Las líneas de los dos lados no suman lo mismo.');
  const [made] = await ctx.db
    .insert(bankReconciliationMatches)
    .values({ reconciliationId: row.id, why, madeBy: staffOf(ctx).userId, madeAt: ctx.now })
    .returning({ id: bankReconciliationMatches.id });
  await ctx.db
    .insert(bankReconciliationMembers)
    .values(
      keys.map((key) => {
        const id = Number(key.slice(1));
        return {
          matchId: made!.id,
          ...(key.startsWith('l')
            ? { statementLineId: id }
            : key.startsWith('j')
              ? { journalLineId: id }
              : { openingId: id }),
        };
      }),
    )
    .catch((error: unknown): never => {
      if (violatedConstraint(error)?.startsWith('bank_reconciliation_members_') === true)
        throw conflict('LINE_TAKEN', TAKEN);
      throw error;
    });
  // What is matched is no deposit that waits for its sale.
  await setAside(ctx, form.bank, MATCHED);
}

const MATCHED = 'Conciliada con otra línea';

/** Takes lines of the bank away from the deposits to identify; the books follow. */
export async function setAside(ctx: Context, keys: readonly string[], motivo: string): Promise<void> {
  const lineas = keys.filter((key) => key.startsWith('l')).map((key) => Number(key.slice(1)));
  if (lineas.length === 0) return;
  await setLinesAside(ctx, { lineas, motivo });
  for (const id of lineas) await announce(ctx, { record: 'linea_banco', id, verb: 'apartar' });
}

/** Takes a match apart that people made. Raises 404, 422. */
export async function releaseMatch(ctx: Context, id: number, matchId: number): Promise<void> {
  const row = await lockOpen(ctx, id);
  const [found] = await ctx.db
    .select({ id: bankReconciliationMatches.id })
    .from(bankReconciliationMatches)
    .where(
      and(
        eq(bankReconciliationMatches.id, matchId),
        eq(bankReconciliationMatches.reconciliationId, id),
        isNull(bankReconciliationMatches.releasedAt),
      ),
    );
  if (!found) throw notFound();
  await release(ctx, [matchId]);
  const aside = await ctx.db
    .select({ id: bankStatementLines.id, version: bankStatementLines.version })
    .from(bankStatementLines)
    .innerJoin(
      bankReconciliationMembers,
      eq(bankReconciliationMembers.statementLineId, bankStatementLines.id),
    )
    .where(
      and(
        eq(bankReconciliationMembers.matchId, matchId),
        eq(bankStatementLines.state, 'ignored'),
        eq(bankStatementLines.stateReason, MATCHED),
      ),
    );
  for (const { id: lineId, version } of aside) {
    await changeLine(ctx, lineId, { estado: 'open', motivo: '', version });
    await announce(ctx, { record: 'linea_banco', id: lineId, verb: 'cambiar' });
  }
  await touched(ctx, row);
  await audit(ctx, 'separar_lineas', RECORD, id, { match: matchId });
}

/** Says why an open line is on one side only, or takes that back. Raises 404, 422 at a field. */
export async function explainLine(ctx: Context, id: number, { key, kind, text }: ExplainForm): Promise<void> {
  const row = await lockOpen(ctx, id);
  const line = (await sheetOf(ctx, row)).list.find((one) => one.key === key);
  if (!line) throw notFound();
  if (line.group !== null || line.unassigned)
    throw transitionRefused('Esa línea no está abierta: no hay nada que explicar.');
  if (kind === 'otro' && text.length < 3)
    throw invalid([{ field: 'text', message: 'Escribe la explicación.' }]);
  const { userId } = staffOf(ctx);
  if (kind === null)
    await ctx.db
      .delete(bankReconciliationExplanations)
      .where(
        and(
          eq(bankReconciliationExplanations.reconciliationId, id),
          eq(bankReconciliationExplanations.line, key),
        ),
      );
  else
    await ctx.db
      .insert(bankReconciliationExplanations)
      .values({ reconciliationId: id, line: key, kind, text, madeBy: userId, madeAt: ctx.now })
      .onConflictDoUpdate({
        target: [bankReconciliationExplanations.reconciliationId, bankReconciliationExplanations.line],
        set: { kind, text, madeBy: userId, madeAt: ctx.now },
      });
  await touched(ctx, row);
  await audit(ctx, 'explicar', RECORD, id, { line: key, kind });
}

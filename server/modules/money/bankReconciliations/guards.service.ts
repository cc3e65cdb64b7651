import { sql } from 'drizzle-orm';
import { RECONCILIATION_STATE as S, STANDING_STATES } from '#contract/money/bankReconciliations/rules.ts';
import { anyOf, idOf, rows } from '#server/kernel/db.ts';
import type { Guard } from '#server/kernel/context.ts';
import { monthOf } from './bankReconciliations.service.ts';

/**
 * A month of books closes when the accounts that are reconciled in Llave, and are in these books, were reviewed in it. An
 * account that nobody began to reconcile does not stop it.
 */
export const periodGuard: Guard = async ({ db }, bookId, period) => {
  const found = await rows<{ name: string }>(
    db,
    sql`select a.name from bank_accounts a where a.archived_at is null
        and exists (select from bank_reconciliations r where r.account_id = a.id and r.state_id <> ${idOf(S.voided)} and r.period <= ${period})
        and not exists (select from bank_reconciliations r where r.account_id = a.id and r.state_id in ${anyOf([S.reviewed, S.asked])} and r.period = ${period})
        and exists (select from journal_lines t where t.bank_account_id = a.id and t.book_id = ${bookId})
      order by a.name`,
  );
  return found.length === 0
    ? null
    : `Falta la conciliación revisada de ${found.map(({ name }) => name).join(', ')} en este mes.`;
};

/** A statement whose lines are in a finished reconciliation stays. */
export const statementGuard: Guard = async ({ db }, statementId) => {
  const found = await rows<{ period: number }>(
    db,
    sql`select r.period from bank_statement_lines l join bank_reconciliation_items i on i.statement_line_id = l.id
        join bank_reconciliation_closings c on c.id = i.closing_id join bank_reconciliations r on r.id = c.reconciliation_id
      where l.statement_id = ${statementId} and r.state_id in ${anyOf(STANDING_STATES)}
        and c.revision = (select max(revision) from bank_reconciliation_closings where reconciliation_id = r.id)
      order by r.period limit 1`,
  );
  return found[0]
    ? `Sus líneas están en la conciliación de ${monthOf(found[0].period)}, que está terminada: pide primero que se reabra.`
    : null;
};

import { and, eq, sql } from 'drizzle-orm';
import { formatMoney } from '#contract/money.ts';
import type { Account } from '#contract/works/accounts/model.ts';
import { ACCOUNT_STATES, DEDUCTION_KINDS, type DeductionKind } from '#contract/works/accounts/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

type Line = Account['history'][number];

/** The states of an account with who and why, and its deductions and disputes, the newest first. */
export async function historyOf({ db }: Pick<Context, 'db'>, id: number, sees: boolean): Promise<Line[]> {
  const states = (await statesOf(db, 'cuenta_obra', [id])).map((one): Line => ({
    id: `e${one.id}`,
    at: one.at.toISOString(),
    who: one.who,
    from: one.from === null ? null : (ACCOUNT_STATES[one.from] ?? null),
    to: ACCOUNT_STATES[one.to] ?? null,
    text: null,
    reason: one.reason,
  }));
  const edits = await db
    .select({ id: auditLog.id, at: auditLog.at, data: auditLog.data, who: users.name })
    .from(auditLog)
    .leftJoin(users, sql`${auditLog.actorKind} = 'staff' and ${users.id}::text = ${auditLog.actorId}`)
    .where(
      and(
        eq(auditLog.entity, 'cuenta_obra'),
        eq(auditLog.entityId, String(id)),
        eq(auditLog.action, 'cambiar'),
      ),
    );
  const changes = edits.map(({ id: line, at, data, who }): Line => ({
    id: `c${line}`,
    at: at.toISOString(),
    who,
    from: null,
    to: null,
    ...wordsOf(data, sees),
  }));
  return [...states, ...changes].toSorted((a, b) => b.at.localeCompare(a.at));
}

interface Deduction {
  kind: DeductionKind;
  reason: string;
  amountCents: number;
}

/** A change as the audit keeps it, in words. */
function wordsOf(data: Record<string, unknown>, sees: boolean): Pick<Line, 'text' | 'reason'> {
  if (typeof data['dispute'] === 'string') return { text: 'Línea en disputa', reason: data['dispute'] };
  const told = (data['added'] ?? data['removed']) as Deduction | undefined;
  if (!told) return { text: 'Cambio', reason: null };
  const amount = sees ? `, ${formatMoney(told.amountCents)}` : '';
  return {
    text: `${data['added'] ? 'Descuento' : 'Descuento quitado'}: ${DEDUCTION_KINDS[told.kind]}${amount}`,
    reason: told.reason,
  };
}

import { asc, eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { ACCOUNT_STATE as S } from '#contract/works/accounts/rules.ts';
import { Refused } from '#server/kernel/errors.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import {
  changeAccountState,
  deduct,
  dispute,
  measure,
} from '#server/modules/works/accounts/accounts.service.ts';
import { accountLines } from '#server/modules/works/accounts/accounts.table.ts';
import type { Colleague } from '../actors.ts';
import type { Drawn } from './contracts.ts';
import { ACCOUNTANT, BOSS, MANAGER, type Site } from './telling.ts';

/** Days ago on which the contracts were measured. */
export const BILLED = [205, 160, 120, 85, 55, 24] as const;
/** The last measurement is still on its way, each contract's a step further. */
const LAST = [S.paid, S.sent, S.approved, S.draft] as const;

/** Measures a contract on one of the days, and takes its account as far as it came since. */
export async function bill(site: Site, contract: Drawn, nth: number): Promise<void> {
  const measured = BILLED[nth]!;
  if (-contract.from < measured) return;
  const day = (after: number, actor: Colleague) => site.at(Math.max(measured - after, 0.1), actor);
  const id = await measureSome(day(0, MANAGER), contract.id);
  if (id === null) return;
  if (nth === 2)
    await deduct(day(0.1, MANAGER), id, {
      kind: 'materiales',
      reason: 'Cemento entregado del almacén de la promotora.',
      paper: `DESP-${1180 + id}`,
      amount_centavos: 18_450,
    });
  const goal = nth === BILLED.length - 1 ? LAST[contract.id % LAST.length]! : S.paid;
  const course: readonly (readonly [state: number, days: number, actor: Colleague])[] = [
    [S.sent, 1, MANAGER],
    [S.countersigned, 3, contract.builder],
    [S.approved, 5, BOSS],
    [S.paid, 9, ACCOUNTANT],
  ];
  for (const [state, after, actor] of course) {
    if (state > goal) break;
    const ctx = day(after, actor);
    const paid = {
      fecha: panamaDay(ctx.now),
      banco: 'Banco General',
      referencia: `ACH ${61_000 + id}`,
    };
    await changeAccountState(ctx, id, { estado_id: state, ...(state === S.paid && paid) });
    if (state === goal && state === S.sent) await disputeOne(day(after + 1, contract.builder), id);
  }
}

/** The id of a new account; null when nothing was approved since the last one. */
async function measureSome(ctx: ReturnType<Site['at']>, contractId: number): Promise<number | null> {
  try {
    return await inTransaction(ctx, (inside) => measure(inside, contractId, {}));
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

async function disputeOne(ctx: ReturnType<Site['at']>, id: number): Promise<void> {
  const lines = await ctx.db
    .select({ id: accountLines.id })
    .from(accountLines)
    .where(eq(accountLines.accountId, id))
    .orderBy(asc(accountLines.id));
  if (lines.length > 1)
    await dispute(ctx, id, lines[0]!.id, 'La medición no incluye el resane de la esquina.');
}

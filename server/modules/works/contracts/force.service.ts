import { eq } from 'drizzle-orm';
import { formatMoney } from '#contract/money.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { contracts } from './construction.table.ts';
import { missingOf } from './contracts.facts.ts';

type Row = typeof contracts.$inferSelect;
const S = CONTRACT_STATE;

/** Writes a contract's state and announces it. The contract is locked and the transition checked. */
export async function writeState(
  ctx: Acting,
  contract: Pick<Row, 'id' | 'stateId' | 'version' | 'projectId' | 'name' | 'amountCents' | 'createdBy'>,
  to: number,
  set: Partial<typeof contracts.$inferInsert> = {},
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(contracts)
    .set({ ...set, stateId: to, stateSince: ctx.now, version: contract.version + 1 })
    .where(eq(contracts.id, contract.id));
  await announce(ctx, { record: 'contrato', id: contract.id, from: contract.stateId, to, reason });
  await audit(ctx, 'cambiar_estado', 'contrato', contract.id, { from: contract.stateId, to });
  await tell(ctx, contract, to);
}

const NEXT = {
  [S.inReview]: ['contratos.aprobar', 'por aprobar'],
  [S.approved]: ['legal.crear', 'por firmar'],
} as const;

/** Tells who takes the next step, or how the contract ended up to who drew it. */
async function tell(
  ctx: Acting,
  { id, name, projectId, amountCents, createdBy }: Parameters<typeof writeState>[1],
  to: number,
): Promise<void> {
  const next = NEXT[to as keyof typeof NEXT];
  const words: Readonly<Record<number, string>> = {
    [S.draft]: 'volvió a borrador',
    [S.inForce]: 'está vigente',
    [S.rescinded]: 'se rescindió',
  };
  const url = `/oficina/contratos/${id}`;
  if (next)
    await notify(ctx, {
      kind: 'contrato_obra',
      to: await whoMay(ctx.db, next[0], projectId),
      text: `El contrato ${name} está ${next[1]}${to === S.inReview ? `: ${formatMoney(amountCents ?? 0)}` : ''}.`,
      url,
      event: `contrato:${id}:${to}:${ctx.now.getTime()}`,
    });
  if (words[to])
    await notify(ctx, {
      kind: 'contrato_obra',
      to: [createdBy],
      text: `El contrato ${name} ${words[to]}.`,
      url,
      event: `contrato:${id}:${to}:${ctx.now.getTime()}`,
    });
}

/** Puts a signed contract in force when it lacks nothing; its jobs follow. Raises 409 ACTIVITY_TAKEN. */
export async function bringIntoForce(ctx: Acting, id: number): Promise<void> {
  const [contract] = await ctx.db.select().from(contracts).where(eq(contracts.id, id)).for('no key update');
  if (!contract || contract.stateId !== S.signed) return;
  if ((await missingOf(ctx, contract)).length > 0) return;
  await writeState(ctx, contract, S.inForce);
}

/** Puts in force the signed contracts of a project that wait for what another contract held. */
export async function bringWaiting(ctx: Acting, projectId: number): Promise<void> {
  for (const { id } of await rows<{ id: number }>(
    ctx.db,
    sql`select id from contracts where project_id = ${projectId} and state_id = ${S.signed} order by id`,
  ))
    await bringIntoForce(ctx, Number(id));
}

/** Puts in force every signed contract that lacks nothing any more: bonds begin to be valid on a day. */
export async function bringAllWaiting(ctx: Acting): Promise<void> {
  for (const { id } of await rows<{ id: number }>(
    ctx.db,
    sql`select id from contracts where state_id = ${S.signed} order by id`,
  ))
    await bringIntoForce(ctx, Number(id));
}

import { and, eq, sql } from 'drizzle-orm';
import { CONTRACT_STATE, type Measure } from '#contract/works/contracts/rules.ts';
import type { ContractItems } from '#contract/works/contracts/forms.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { Refused } from '#server/kernel/errors.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { contractActivities, contractHouses, contractItems, contracts } from './construction.table.ts';
import { usualWeights, writeItems, writeWeights } from './parts.service.ts';

/** A contract in mid-life, as a file tells it. Amounts are centavos, percents 0-100. */
export interface ImportedContract {
  projectId: number;
  typeId: number;
  name: string;
  reference: string;
  contractorId: number;
  contractingPartyId: number;
  startsOn: string | null;
  endsOn: string | null;
  advancePercent: number;
  retentionPercent: number | null;
  houses: readonly { houseId: number; amountCents: number }[];
  items: readonly ContractItems['items'][number][];
}

/**
 * Takes over a contract that is in force already. Its advance counts as given by the earlier
 * system. Returns its id. Raises 409 REFERENCE_TAKEN or ACTIVITY_TAKEN.
 */
export async function importContract(ctx: Context, one: ImportedContract): Promise<number> {
  const { works } = await readSettings(ctx.db);
  const measure: Measure = one.houses.length > 0 ? 'actividades' : 'partidas';
  const [made] = await ctx.db
    .insert(contracts)
    .values({
      projectId: one.projectId,
      typeId: one.typeId,
      name: one.name,
      reference: one.reference,
      contractorId: one.contractorId,
      contractingPartyId: one.contractingPartyId,
      measure,
      startsOn: one.startsOn,
      endsOn: one.endsOn,
      amountCents: one.houses.reduce((sum, { amountCents }) => sum + amountCents, 0) || null,
      advanceBp: Math.round(one.advancePercent * 100),
      retentionBp: Math.round((one.retentionPercent ?? works.retentionPercent) * 100),
      itbmsBp: Math.round(works.itbmsPercent * 100),
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
      stateSince: ctx.now,
    })
    .onConflictDoNothing()
    .returning();
  if (!made) {
    const message = `El proyecto ya tiene un contrato ${one.reference}.`;
    throw new Refused(409, 'REFERENCE_TAKEN', message);
  }
  const { id } = made;
  if (measure === 'actividades') {
    await ctx.db
      .insert(contractHouses)
      .values(one.houses.map(({ houseId, amountCents }) => ({ contractId: id, houseId, amountCents })));
    await writeWeights(ctx, id, await usualWeights(ctx));
  } else {
    const total = await writeItems(ctx, id, [...one.items]);
    await ctx.db.update(contracts).set({ amountCents: total }).where(eq(contracts.id, id));
  }
  await ctx.db.update(contracts).set({ stateId: CONTRACT_STATE.inForce }).where(eq(contracts.id, id));
  await announce(ctx, { record: 'contrato', id, from: null, to: CONTRACT_STATE.inForce });
  await audit(ctx, 'importar', 'contrato', id, { reference: one.reference });
  return id;
}

/** Removes imported contracts, whose jobs are gone, if nobody has changed them since. False: one was, or is used. */
export async function removeImported(ctx: Context, ids: readonly number[]): Promise<boolean> {
  for (const id of ids) {
    const [there] = await ctx.db.select().from(contracts).where(eq(contracts.id, id)).for('no key update');
    if (!there || there.version !== 1 || there.stateId !== CONTRACT_STATE.inForce) return false;
    const used = await row<{ used: boolean }>(
      ctx.db,
      sql`select exists (select from contract_addenda where contract_id = ${id})
        or exists (select from contract_guarantees where contract_id = ${id})
        or exists (select from contract_rescissions where contract_id = ${id}) used`,
    );
    if (used!.used) return false;
  }
  try {
    for (const id of ids) {
      await ctx.db.delete(contractItems).where(eq(contractItems.contractId, id));
      await ctx.db.delete(contractActivities).where(eq(contractActivities.contractId, id));
      await ctx.db.delete(contractHouses).where(eq(contractHouses.contractId, id));
      await ctx.db.delete(contracts).where(and(eq(contracts.id, id)));
      await audit(ctx, 'deshacer importación', 'contrato', id, {});
    }
  } catch (error) {
    // Another feature refers to it by now.
    if (violatedConstraint(error) === undefined) throw error;
    return false;
  }
  return true;
}

/** The advance of a contract as the earlier system paid it. */
export interface ImportedAdvance {
  cents: number;
  paidOn: string;
  reference: string;
}

/** Writes the advance that was paid before. The contract is locked. */
export async function importAdvance(ctx: Context, id: number, one: ImportedAdvance): Promise<void> {
  await ctx.db
    .update(contracts)
    .set({ advanceCents: one.cents, advancePaidOn: one.paidOn, advanceReference: one.reference })
    .where(eq(contracts.id, id));
  await announce(ctx, { record: 'contrato', id, verb: 'anticipo_pagado' });
  await audit(ctx, 'importar', 'contrato', id, { advance: one });
}

/** Takes an imported advance back. The contract is locked. */
export const clearImportedAdvance = ({ db }: Context, id: number) =>
  db
    .update(contracts)
    .set({ advanceCents: null, advancePaidOn: null, advanceReference: null })
    .where(eq(contracts.id, id));

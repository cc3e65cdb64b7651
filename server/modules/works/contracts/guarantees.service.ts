import { and, eq, isNull } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { AdvancePayment, GuaranteeForm } from '#contract/works/contracts/forms.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused, transitionRefused } from '#server/kernel/errors.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { payingAccount } from '#server/modules/projects/bankAccounts/paying.service.ts';
import { contracts } from './construction.table.ts';
import { advanceOf, coveredBy } from './contracts.facts.ts';
import { guaranteesInForce, lockContract, whyNotPayContract } from './standing.service.ts';
import { contractGuarantees } from './guarantees.table.ts';
import { bringIntoForce } from './force.service.ts';

const { draft, settled, rescinded, signed } = CONTRACT_STATE;

/**
 * Stores a bond, or the one that renews another; a signed contract that lacks nothing more is in force. Raises 404, 409
 * GUARANTEE_TAKEN or ACTIVITY_TAKEN, 422.
 */
export async function addGuarantee(ctx: Context, id: number, form: GuaranteeForm): Promise<void> {
  const contract = await lockContract(ctx, id, 'contratos.crear');
  if ([draft, settled, rescinded].some((state) => state === contract.stateId))
    throw transitionRefused('En el estado de este contrato no se guardan fianzas.');
  if (form.replaces !== undefined) await replace(ctx, id, form.replaces, form.kind);
  const upload = ctx.uploads.get('archivo')?.[0];
  const owner = { reference: 'contrato', referenceId: id, sensitive: false };
  try {
    await ctx.db.insert(contractGuarantees).values({
      contractId: id,
      kind: form.kind,
      insurer: form.insurer,
      number: form.number,
      amountCents: form.amount_centavos,
      startsOn: form.starts_on,
      endsOn: form.ends_on,
      fileId: upload ? await addFile(ctx, owner, upload) : null,
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'contract_guarantees_number') throw error;
    const message = 'Ya está guardada una fianza de esta aseguradora con ese número.';
    throw new Refused(409, 'GUARANTEE_TAKEN', message, { errors: [{ field: 'number', message }] });
  }
  await announce(ctx, { record: 'contrato', id, verb: 'fianza' });
  await audit(ctx, 'guardar_fianza', 'contrato', id, { kind: form.kind, number: form.number });
  await bringIntoForce(ctx, id);
}

async function replace({ db, now }: Context, contractId: number, id: number, kind?: string): Promise<void> {
  const [gone] = await db
    .update(contractGuarantees)
    .set({ replacedAt: now })
    .where(
      and(
        eq(contractGuarantees.id, id),
        eq(contractGuarantees.contractId, contractId),
        isNull(contractGuarantees.replacedAt),
      ),
    )
    .returning({ kind: contractGuarantees.kind });
  if (!gone) throw notFound();
  if (kind !== undefined && gone.kind !== kind)
    throw invalid([{ field: 'kind', message: 'Una fianza se renueva con otra de la misma clase.' }]);
}

/** Takes a bond from those in force; it stays in the history. Raises 404. */
export async function removeGuarantee(ctx: Context, id: number, guaranteeId: number): Promise<void> {
  await lockContract(ctx, id, 'contratos.aprobar');
  await replace(ctx, id, guaranteeId);
  await announce(ctx, { record: 'contrato', id, verb: 'fianza_quitada' });
  await audit(ctx, 'quitar_fianza', 'contrato', id, { guarantee: guaranteeId });
}

/**
 * Records the payment of the advance of a signed contract, once; with its bonds it is in force. Raises 404, 409 ADVANCE,
 * PAYMENT_STOPPED, STALE or ACTIVITY_TAKEN, 422 at paid_on.
 */
export async function payAdvance(ctx: Context, id: number, form: AdvancePayment): Promise<void> {
  const contract = await lockContract(ctx, id, 'contabilidad.aprobar');
  if (form.version !== undefined && form.version !== contract.version)
    throw conflict('STALE', undefined, { version: contract.version });
  const cents = advanceOf(contract);
  if (cents === 0) throw conflict('ADVANCE', 'Este contrato no tiene anticipo.');
  if (contract.advanceCents !== null)
    throw conflict('ADVANCE', 'El anticipo de este contrato ya está pagado.');
  if (contract.stateId !== signed) throw conflict('ADVANCE', 'El anticipo se paga con el contrato firmado.');
  const today = panamaDay(ctx.now);
  if (form.paid_on > today)
    throw invalid([{ field: 'paid_on', message: 'La fecha no puede ser posterior a hoy.' }]);
  if (contract.signedOn !== null && form.paid_on < contract.signedOn)
    throw invalid([{ field: 'paid_on', message: 'No puede ser antes de la firma del contrato.' }]);
  const stops = await whyNotPayContract(ctx, contract);
  if (coveredBy(await guaranteesInForce(ctx, id), 'anticipo', today) < cents)
    stops.push('Falta la fianza de anticipo vigente por el monto completo.');
  if (stops.length > 0) throw conflict('PAYMENT_STOPPED', stops.join(' '));
  const from = await payingAccount(ctx, contract.projectId, {
    id: form.bank_account_id,
    field: 'bank_account_id',
  });
  await ctx.db
    .update(contracts)
    .set({
      advanceCents: cents,
      advanceFromId: from?.id ?? null,
      advancePaidOn: form.paid_on,
      advanceReference: form.reference,
      advancePaidBy: staffOf(ctx).userId,
      version: contract.version + 1,
    })
    .where(eq(contracts.id, id));
  await announce(ctx, { record: 'contrato', id, verb: 'anticipo_pagado' });
  await audit(ctx, 'pagar_anticipo', 'contrato', id, { cents, reference: form.reference });
  await bringIntoForce(ctx, id);
}

import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import type {
  confirmDisbursement,
  Disbursement,
  requestDisbursement,
} from '#contract/banking/disbursements/disbursements.ts';
import { whyNotRequest } from '#contract/banking/disbursements/disbursementRules.ts';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, transitionRefused } from '#server/kernel/errors.ts';
import { whoMay, notify } from '#server/modules/company/notifications/notify.service.ts';
import { bankName } from '#server/modules/banking/applications/notices.service.ts';
import {
  lockApplication,
  moveApplication,
} from '#server/modules/banking/applications/applications.service.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { disbursementKnown } from './disbursements.known.ts';
import { disbursements } from './disbursements.table.ts';

const presented = async (ctx: Context, applicationId: number): Promise<Disbursement> => {
  const [found] = await ctx.db
    .select({ disbursement: disbursementKnown })
    .from(bankApplications)
    .where(eq(bankApplications.id, applicationId));
  return found!.disbursement!;
};

/** The inscribed deed was presented and the money asked for. Raises 404, 422 with the reason or at `solicitado`. */
export async function askDisbursement(
  ctx: Context,
  id: number,
  { solicitado, notas }: z.output<typeof requestDisbursement.body>,
): Promise<Disbursement> {
  const { application, sale, person } = await lockApplication(ctx, id, 'tramites.editar');
  const [before] = await ctx.db.select().from(disbursements).where(eq(disbursements.applicationId, id));
  const refusal = whyNotRequest(application, sale, before !== undefined);
  if (refusal) throw transitionRefused(refusal);
  if (solicitado > panamaDay(ctx.now))
    throw invalid([{ field: 'solicitado', message: 'La fecha no puede ser posterior a hoy.' }]);
  await ctx.db.insert(disbursements).values({
    applicationId: id,
    saleId: sale.id,
    requestedOn: solicitado,
    requestedBy: ctx.staff?.userId ?? null,
    notes: notas,
    createdAt: ctx.now,
  });
  await audit(ctx, 'solicitar', 'desembolso', id, { solicitado });
  await notify(ctx, {
    kind: 'pago_reportado',
    to: await whoMay(ctx.db, 'pagos.aprobar', sale.projectId),
    text: `Se pidió el desembolso a ${await bankName(ctx.db, application.bankId)} · ${person.name}`,
    url: '/oficina/desembolsos',
    event: `desembolso:${id}:solicitado`,
  });
  return presented(ctx, id);
}

/**
 * The money is there: Desembolsada, and money makes it a payment of type 6. Raises 404, 409 on a stale version or a
 * transfer that was used, 422 with the reason or at its field; less than the letter is refused (domain.md §3, 12→13).
 */
export async function confirmBankMoney(
  ctx: Context,
  id: number,
  { recibido, monto_centavos, transferencia, version }: z.output<typeof confirmDisbursement.body>,
): Promise<Disbursement> {
  const { application, sale, letter } = await lockApplication(ctx, id, 'pagos.aprobar');
  const [row] = await ctx.db
    .select()
    .from(disbursements)
    .where(eq(disbursements.applicationId, id))
    .for('no key update');
  if (!row || !letter) throw transitionRefused('Primero hay que anotar que se solicitó el desembolso.');
  if (version !== undefined && version !== row.version)
    throw conflict('STALE', undefined, { version: row.version });
  if (application.stateId !== APPLICATION.letter)
    throw transitionRefused('Este desembolso ya está confirmado.');
  if (recibido > panamaDay(ctx.now) || recibido < row.requestedOn)
    throw invalid([{ field: 'recibido', message: 'Escribe un día entre la solicitud y hoy.' }]);
  if (monto_centavos < letter.amountCents)
    throw invalid([
      {
        field: 'monto_centavos',
        message: `El banco pagó menos que la carta (${formatMoney(letter.amountCents)}). Pide la diferencia antes de confirmar.`,
      },
    ]);
  try {
    await ctx.db
      .update(disbursements)
      .set({
        receivedOn: recibido,
        amountCents: monto_centavos,
        transferNumber: transferencia.toUpperCase(),
        confirmedBy: staffOf(ctx).userId,
        confirmedAt: ctx.now,
        version: row.version + 1,
      })
      .where(eq(disbursements.id, row.id));
  } catch (error) {
    if (violatedConstraint(error) !== 'disbursements_transfer') throw error;
    throw conflict('BANK_LINE_USED', 'Esa transferencia ya se usó para otro desembolso. Revisa el número.');
  }
  await announce(ctx, {
    record: 'desembolso',
    id: row.id,
    verb: 'confirmar',
    of: ['precontrato', sale.id],
  });
  await moveApplication(ctx, application, APPLICATION.disbursed);
  await audit(ctx, 'confirmar', 'desembolso', id, { cents: monto_centavos, transfer: transferencia });
  await notify(ctx, {
    kind: 'pago_confirmado',
    to: [sale.processorId],
    text: `Llegó el desembolso de ${await bankName(ctx.db, application.bankId)}: ${formatMoney(monto_centavos)}`,
    url: `/oficina/ventas/${sale.id}?tab=bancos`,
    event: `desembolso:${id}:confirmado`,
  });
  return presented(ctx, id);
}

/** The payment that the money of a bank became. */
export const noteItsPayment = (ctx: Acting, id: number, paymentId: number) =>
  ctx.db.update(disbursements).set({ paymentId }).where(eq(disbursements.id, id));

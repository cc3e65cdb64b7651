import { giveOrigin } from '#server/modules/sales/sale/begun.service.ts';
import type { Conversion } from '#contract/sales/prospects/model.ts';
import { PROSPECT, prospectMachine } from '#contract/sales/prospects/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import {
  loadProspect,
  refuseEnded,
  refuseStale,
  writeStage,
} from '#server/modules/sales/prospects/prospects.service.ts';
import { createSale } from './edit.service.ts';

/**
 * Begins the pre-contract of a prospect, with the same person, origin and adviser. The prospect becomes won and links
 * to the sale. Raises 404, 409 STALE and LOT_TAKEN, 422. Returns the sale's id.
 */
export async function convertProspect(ctx: Context, id: number, input: Conversion): Promise<number> {
  const one = await loadProspect(ctx, id, 'ventas.crear');
  refuseStale(one, input.version);
  refuseEnded(one);
  const agreed = input.consentimiento_datos === true || one.consentAt !== null;
  const saleId = await createSale(
    ctx,
    {
      nombre: one.name,
      celular: one.phone,
      email: one.email,
      modelo_id: input.modelo_id,
      ...(input.lote_id !== undefined && { lote_id: input.lote_id }),
      ...(agreed && {
        consentimiento_datos: true,
        ...(one.documentNumber && {
          tipo_documento: (one.documentType ?? 'cedula') as 'cedula',
          cedula: one.documentNumber,
        }),
      }),
      ...(agreed && input.consentimiento_apc && { consentimiento_apc: true }),
    },
    { personId: one.personId, adviserId: one.adviserId },
  );
  await giveOrigin(ctx, saleId, one);
  await writeStage(ctx, one, PROSPECT.won, { saleId, nextFollowUpOn: null });
  await audit(ctx, 'convertir', prospectMachine.entity, id, { saleId });
  return saleId;
}

import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { ADDENDUM } from '#contract/legal/addenda/rules.ts';
import { ENVELOPE, SIGNER } from '#contract/legal/envelopes/rules.ts';
import { hasEnded } from '#contract/sales/sale/rules.ts';
import type { Follower } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { transitionRefused } from '#server/kernel/errors.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { counselOf } from '#server/modules/legal/counsel/counsel.service.ts';
import { voidEnvelope } from '#server/modules/legal/envelopes/close.service.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { saleColumns } from '#server/modules/legal/promises/last.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { moveAddendum } from './addenda.service.ts';
import { isWritten, type AddendumRow } from './addenda.queries.ts';
import { addenda } from './addenda.table.ts';
import { applyAddendum } from './apply.service.ts';

const OfAddendum = z.object({ record: z.literal('adenda'), recordId: z.number().int() });

/**
 * An addendum follows its envelope. With the last signature it is applied in the same transaction: if it cannot be, nobody
 * has signed last.
 */
export const addendumFollower: Follower = {
  record: 'sobre',
  async follow(ctx, { to, reason, values }) {
    const { data: of } = OfAddendum.safeParse(values);
    if (!of) return;
    const [addendum] = await ctx.db
      .select()
      .from(addenda)
      .where(eq(addenda.id, of.recordId))
      .for('no key update');
    if (!addendum || !isWritten(addendum)) return;
    if (addendum.stateId !== ADDENDUM.signing) {
      if (to === ENVELOPE.open)
        throw transitionRefused('Este documento ya no se envía desde aquí: abre la adenda y corrígela.');
      return;
    }
    switch (to) {
      case ENVELOPE.signed:
        await applyAddendum(ctx, addendum, () =>
          moveAddendum(ctx, addendum, ADDENDUM.signed, { signedOn: panamaDay(ctx.now) }),
        );
        return tell(ctx, addendum, `Todos firmaron la adenda ${addendum.code}: ya está aplicada.`, 'firmada');
      case ENVELOPE.rejected: {
        const found = await envelopeOf(ctx.db, 'adenda', addendum.id);
        const by = found?.signers.find(({ stateId }) => stateId === SIGNER.rejected)?.name ?? null;
        await moveAddendum(
          ctx,
          addendum,
          ADDENDUM.rejected,
          { rejectedReason: reason ?? null, rejectedBy: by },
          reason,
        );
        return tell(
          ctx,
          addendum,
          `${by ?? 'Un firmante'} no quiso firmar la adenda ${addendum.code}${reason ? `: ${reason}` : '.'}`,
          'rechazada',
        );
      }
      case ENVELOPE.expired:
      case ENVELOPE.voided: {
        const why =
          to === ENVELOPE.expired ? 'Venció el plazo para firmar.' : (reason ?? 'Se anuló el envío.');
        await moveAddendum(ctx, addendum, ADDENDUM.rejected, { rejectedReason: why, rejectedBy: null }, why);
        return tell(ctx, addendum, `La adenda ${addendum.code} no se firmó: ${why}`, 'cerrada');
      }
      default:
    }
  },
};

async function tell(ctx: Acting, addendum: AddendumRow, text: string, event: string): Promise<void> {
  const [sale] = await ctx.db.select(saleColumns).from(sales).where(eq(sales.id, addendum.saleId));
  if (!sale) return;
  await notify(ctx, {
    kind: 'promesa_cambio',
    to: [...(await counselOf(ctx.db, sale)), addendum.sentBy, sale.adviserId, sale.processorId],
    text,
    url: `/oficina/adendas/${addendum.id}`,
    event: `adenda:${addendum.id}:${event}:${addendum.version}`,
  });
}

/** A sale that ends takes its open addenda along. */
export const addendaEndedFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to, reason }) {
    if (to === undefined || !hasEnded(to)) return;
    const open = await ctx.db
      .select()
      .from(addenda)
      .where(
        and(
          eq(addenda.saleId, id),
          inArray(addenda.stateId, [ADDENDUM.draft, ADDENDUM.inReview, ADDENDUM.signing, ADDENDUM.rejected]),
        ),
      )
      .orderBy(addenda.id)
      .for('no key update');
    for (const addendum of open) {
      await moveAddendum(ctx, addendum, ADDENDUM.voided, {}, reason ?? 'La venta terminó.');
      if (addendum.stateId === ADDENDUM.signing && addendum.envelopeId !== null)
        await voidEnvelope(ctx, addendum.envelopeId, reason ?? 'La venta terminó.');
    }
  },
};

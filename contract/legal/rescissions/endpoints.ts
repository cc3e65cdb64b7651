import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { ActionOffer } from '#contract/offers.ts';

const path = '/api/sale/precontracts/:id/rescission_document' as const;
const params = z.object({ id: Id });

/** GET: the document of a prepared rescission: as it was kept, else as it would be now. */
export const RESCISSION_PAPER = `${path}.pdf` as const;

const Cents = z.number().int();

/** The prepared or decided rescission of a sale as a legal act. Money in centavos, percent of 0-100. */
export const RescissionAct = z.object({
  reason: z.string(),
  prepared: z.object({ by: z.string(), at: z.string() }),
  decided: z.object({ by: z.string(), at: z.string() }).nullable(),
  /** Day of the notice of breach. */
  noticed_on: z.string().nullable(),
  paid_centavos: Cents,
  /** A bank's rejection is on file: nothing is kept (domain.md §4.5). */
  bank_rejected: z.boolean(),
  penalty_percent: z.number(),
  penalty_centavos: Cents,
  refund_centavos: Cents,
  /** Labels of what its document needs and does not have. */
  missing: z.array(z.string()),
  document_url: z.string(),
  /** The document is kept with these figures. */
  kept: z.boolean(),
  envelope_id: z.number().int().nullable(),
  representatives: z.array(
    z.object({ id: z.number().int(), name: z.string(), why_not: z.string().nullable() }),
  ),
  sign_by: z.string(),
  compose: ActionOffer.nullable(),
});
export type RescissionAct = z.infer<typeof RescissionAct>;

export const RescissionForm = z.object({
  representante_id: z.number().int().min(1, { error: 'Elige quién firma por la promotora.' }),
  /** The parties sign it here. */
  firman: z.boolean(),
  firmar_hasta: IsoDate,
});
export type RescissionForm = z.output<typeof RescissionForm>;

export const getRescissionAct = endpoint({
  method: 'GET',
  path,
  access: 'legal.ver',
  shows: ['precontrato', 'sobre', 'pago', 'documento'],
  summary: 'La rescisión de una venta como acto legal: aviso, penalidad, devolución y su documento',
  params,
  answer: data(RescissionAct.nullable()),
});

export const composeRescission = endpoint({
  method: 'POST',
  path,
  access: 'legal.aprobar',
  touches: ['precontrato', 'sobre'],
  summary: 'Guarda el documento de la rescisión preparada y, si las partes lo firman, lo envía',
  params,
  body: RescissionForm,
  answer: data(RescissionAct.nullable()),
  errors: ['TRANSITION', 'KEPT'],
  status: 201,
  idempotent: true,
});

import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { SaleRecord } from '#contract/sales/sale/model.ts';

const path = '/api/sale/precontracts/:id/rescission' as const;
const params = z.object({ id: Id });
const record = data(SaleRecord);

/** One person prepares a rescission, and another decides it with the transition to 18 (rulings.md 39). */
export const prepareRescission = endpoint({
  method: 'POST',
  path,
  access: 'legal.aprobar',
  touches: ['precontrato', 'etapa', 'documento'],
  summary: 'Prepara la rescisión de una venta; la decide otra persona',
  params,
  body: z.object({
    motivo: z.string().trim().min(1, { error: 'Escribe el motivo.' }).max(1000),
    version: z.number().int().optional(),
  }),
  answer: record,
  status: 201,
  errors: ['STALE', 'PREPARED', 'TRANSITION'],
});

export const dropRescission = endpoint({
  method: 'DELETE',
  path,
  access: 'legal.aprobar',
  touches: ['precontrato', 'etapa', 'documento'],
  summary: 'Retira la rescisión preparada que nadie ha decidido',
  params,
  answer: record,
});

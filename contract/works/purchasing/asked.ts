import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Named } from '#contract/works/materials/model.ts';
import { RequestForm } from './model.ts';

/**
 * What a contractor asks for, for the houses of its own contracts: without prices, budgets, suppliers, orders and stock,
 * which are the office's (domain.md §2.1, §3).
 */
const AskedRequest = z.object({
  id: z.number().int(),
  code: z.string(),
  house: Named,
  project: Named,
  state: Named,
  needed_on: z.string().nullable(),
  note: z.string(),
  asked_by: z.string().nullable(),
  asked_at: z.string().nullable(),
  /** Why it was refused or voided. */
  reason: z.string().nullable(),
  lines: z.array(
    z.object({
      id: z.number().int(),
      material: z.string(),
      unit: z.string(),
      quantity: z.number(),
      /** What of it has come, as the site counted. */
      received: z.number(),
    }),
  ),
});
export type AskedRequest = z.infer<typeof AskedRequest>;

const path = '/api/works/my_material_requests';

export const listAsked = endpoint({
  method: 'GET',
  path,
  access: 'materiales.crear',
  shows: ['solicitud_material'],
  summary: 'Los materiales que pidió la empresa contratista de quien pregunta, los últimos primero',
  answer: data(z.array(AskedRequest)),
});

export const listAskedHouses = endpoint({
  method: 'GET',
  path: `${path}/houses`,
  access: 'materiales.crear',
  shows: ['contrato', 'vivienda'],
  summary: 'Las viviendas de sus contratos vigentes, para elegir',
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string(), project: z.string() }))),
});

export const AskForm = RequestForm.omit({ project_id: true, house_id: true }).extend({
  house_id: z.number({ error: 'Elige la vivienda.' }).int().min(1),
});

export const askMaterials = endpoint({
  method: 'POST',
  path,
  access: 'materiales.crear',
  touches: ['solicitud_material'],
  summary: 'Pide materiales para una vivienda de un contrato propio',
  body: AskForm,
  answer: data(z.object({ id: z.number().int(), code: z.string() })),
  status: 201,
  idempotent: true,
});

import { z } from 'zod';
import { SIGNATURE_PIXELS_MAX } from '#contract/company/files/files.ts';
import { endpoint } from '#contract/endpoint.ts';
import { SaleName } from '#contract/sales/purchase/model.ts';

const params = z.object({ codigo: SaleName });
const redirectTo = ({ redirect }: { redirect: string }) => redirect;

/** GET: the signed pre-contract with its evidence as PDF, for its buyer and in the office. */
export const SIGNED_PAPER = '/clientes/mi-compra/:id/precontrato-firmado';
export const SIGNED_PAPER_OFFICE = '/api/sale/precontracts/:id/precontrato_firmado.pdf';

/** A drawn or photographed signature. */
export const SIGNATURE_FILE = {
  maxCount: 1,
  maxSize: 2 * 1_048_576,
  types: ['image/png', 'image/jpeg'],
  maxPixels: SIGNATURE_PIXELS_MAX,
} as const;

export const signPrecontract = endpoint({
  method: 'POST',
  path: '/clientes/firma/:codigo',
  access: 'client',
  summary: 'Firma el pre-contrato con el trazo del panel',
  params,
  body: z.object({
    /** Kind of signed document (rulings.md 24). */
    origen: z
      .string()
      .max(40)
      .optional()
      .transform((text) => text?.trim() || 'precontrato'),
    /** Hash of the text on screen; when given, it must match the current text. */
    huella: z.string().max(64).optional(),
  }),
  files: { signature: SIGNATURE_FILE },
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['CODE_NEEDED', 'TEXT_CHANGED', 'NOT_COMPLETE'],
  idempotent: true,
  limit: { max: 120, seconds: 60 },
  seeOther: redirectTo,
});

export const rejectSignature = endpoint({
  method: 'POST',
  path: '/clientes/firma/:codigo/rechazar',
  access: 'client',
  summary: 'Rechaza firmar, con el motivo si lo da',
  params,
  body: z.object({
    /** The document; by default the pre-contract itself. */
    id: z.string().max(20).optional(),
    motivo: z.string().trim().max(1000).optional(),
  }),
  files: {},
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['CODE_NEEDED', 'SIGNED'],
  idempotent: true,
  limit: { max: 120, seconds: 60 },
  seeOther: redirectTo,
});

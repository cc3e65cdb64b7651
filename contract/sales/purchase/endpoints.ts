import { ConfirmedAmount } from './amount.ts';
import { z } from 'zod';
import { PAPER_FILE, paperFileOf, PROOF_FILE } from '#contract/company/files/files.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { CLAIMS_LIMIT, CONFIRM_FIRST, LOT_TAKEN } from '#contract/sales/claims/claims.ts';
import { CONSENT_KINDS } from '#contract/sales/consents/consents.ts';
import {
  BuyForm,
  DraftChange,
  DraftKept,
  NewUpload,
  PrecontractForm,
  Submitted,
  UploadState,
} from './model.ts';
import { MAX_BENEFICIARIES, PAPER_FIELDS } from './rules.ts';
import { WorkSector } from '#contract/sales/sale/form.ts';

const generous = { max: 600, seconds: 60 };
const params = z.object({ id: Id });
const uploadId = z.object({ id: z.uuid() });

export const buyModel = endpoint({
  method: 'POST',
  path: '/clientes/comprar/:modelId',
  access: ['public', 'client'],
  summary: 'Empieza la compra de un modelo: un borrador en este navegador, con el lote apartado 30 minutos',
  params: z.object({ modelId: Id }),
  body: BuyForm,
  files: {},
  answer: z.object({ success: z.string(), redirect: z.string(), precontratoId: z.number().int() }),
  errors: [LOT_TAKEN, CLAIMS_LIMIT, CONFIRM_FIRST],
  idempotent: true,
  ownTransactions: true,
  limit: generous,
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});

/** The buyer's own way from an accepted proforma to the purchase, at its price (endpoint of its link). */
export const buyQuoted = endpoint({
  method: 'POST',
  path: '/proforma/:token/comprar',
  access: ['public', 'client'],
  summary:
    'Sigue de la proforma aceptada a la compra: un borrador en este navegador, con su precio y su lote',
  params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
  body: z.object({
    /** The quoted lot is taken: the buyer chooses another in the form. */
    sin_lote: z.string().max(5).optional(),
  }),
  files: {},
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['TRANSITION', LOT_TAKEN, CLAIMS_LIMIT, CONFIRM_FIRST],
  limit: { max: 20, seconds: 60 },
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});

/** Opens its own transactions: complete files are stored even when other fields are invalid. */
export const submitPrecontract = endpoint({
  method: 'POST',
  path: '/clientes/precontrato',
  access: ['public', 'client'],
  summary:
    'Envía el pre-contrato: completo queda Recibido con su lote guardado; incompleto sigue en Borrador',
  body: PrecontractForm,
  files: Object.fromEntries(
    PAPER_FIELDS.map((name) => [
      name,
      name === 'cedula_beneficiario' ? { ...PAPER_FILE, maxCount: MAX_BENEFICIARIES } : paperFileOf(name),
    ]),
  ),
  answer: Submitted,
  errors: [LOT_TAKEN, CLAIMS_LIMIT, CONFIRM_FIRST],
  idempotent: true,
  keepsFiles: true,
  ownTransactions: true,
  limit: generous,
  seeOther: ({ redirect, precontratoCodigo, precontratoId }: Submitted) =>
    `${redirect}${precontratoCodigo ?? precontratoId}`,
});

export const keepDraft = endpoint({
  method: 'PATCH',
  path: '/clientes/precontrato/borrador/:id',
  access: 'client',
  summary: 'Guarda campos del borrador mientras se escriben',
  params,
  body: DraftChange,
  answer: data(DraftKept),
  limit: generous,
});

export const chooseDraftLot = endpoint({
  method: 'PATCH',
  path: '/clientes/precontrato/borrador/:id/lote',
  access: 'client',
  summary: 'Aparta un lote para el borrador, o lo cambia por otro',
  params,
  body: z.object({ lote_id: z.coerce.number().int().min(1) }),
  answer: data(z.object({ lote_id: z.number().int(), lote: z.string(), hasta: z.string().nullable() })),
  errors: [LOT_TAKEN, CLAIMS_LIMIT, CONFIRM_FIRST],
  limit: generous,
});

/** `mensaje` is the same for known and unknown numbers; `celular` has digits only, for wa.me (rulings.md 16). */
export const checkPhone = endpoint({
  method: 'POST',
  path: '/clientes/precontrato/verify_client_update_visibility',
  access: ['public', 'client'],
  summary: 'Al cambiar el celular: una frase general y el número del vendedor para escribirle',
  body: z.object({
    celular: z.string().max(60),
    cedula: z.string().max(60).optional(),
    precontrato_id: z.string().max(20).optional(),
  }),
  files: {},
  answer: z.object({ mensaje: z.string(), celular: z.string() }),
  limit: { max: 20, seconds: 60 },
});

export const beginUpload = endpoint({
  method: 'POST',
  path: '/clientes/precontrato/:id/archivos',
  access: 'client',
  summary:
    'Anuncia un archivo; responde desde qué byte enviarlo. El mismo archivo otra vez sigue donde quedó',
  params,
  body: NewUpload,
  answer: data(UploadState),
  errors: ['SALE_ENDED', 'CONSENT', 'PAPER_CLOSED', 'SAME_FILE'],
  ownTransactions: true,
  limit: generous,
});

/**
 * Body: the raw bytes from `desde` on, application/octet-stream, all of the rest or a part. Bytes received before a
 * broken connection are kept: getUpload returns where to continue. The last byte completes the file.
 */
export const sendPiece = endpoint({
  method: 'PATCH',
  path: '/clientes/archivos/:id',
  access: 'client',
  summary: 'Envía bytes de un archivo desde una posición',
  params: uploadId,
  query: z.object({ desde: z.coerce.number().int().min(0) }),
  body: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
    { error: 'Envía los bytes del archivo.' },
  ),
  answer: data(UploadState),
  errors: ['OFFSET', 'SALE_ENDED', 'CONSENT', 'PAPER_CLOSED', 'SAME_FILE'],
  ownTransactions: true,
  limit: { max: 3000, seconds: 60 },
});

export const getUpload = endpoint({
  method: 'GET',
  path: '/clientes/archivos/:id',
  access: 'client',
  summary: 'Cuánto de un archivo está a salvo',
  params: uploadId,
  answer: data(UploadState),
});

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/clientes/archivos/:id',
  access: 'client',
  summary: 'Descarta un archivo a medio enviar',
  params: uploadId,
  answer: z.object({ success: z.string() }),
});

export const removePaper = endpoint({
  method: 'DELETE',
  path: '/clientes/precontrato/:id/archivos/:campo/:posicion',
  access: 'client',
  summary: 'Quita un archivo del borrador',
  params: z.object({ id: Id, campo: z.enum(PAPER_FIELDS), posicion: z.coerce.number().int().min(0).max(5) }),
  answer: z.object({ success: z.string() }),
});

/** For forms without script; with script the page uses beginUpload and sendPiece. */
export const sendPaper = endpoint({
  method: 'POST',
  path: '/clientes/mi-compra/:id/archivos',
  access: 'client',
  summary: 'Carga el archivo de un documento que falta o fue rechazado',
  params,
  body: NewUpload.pick({ campo: true, posicion: true }),
  files: { archivo: PROOF_FILE },
  answer: z.object({ success: z.string(), redirect: z.string(), documento_id: z.number().int() }),
  errors: ['SALE_ENDED', 'CONSENT', 'PAPER_CLOSED', 'SAME_FILE'],
  idempotent: true,
  limit: generous,
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});

/** For consents missing in the form or withdrawn since. Has no effect on a consent already given. */
export const givePermit = endpoint({
  method: 'POST',
  path: '/clientes/mi-compra/:id/permiso',
  access: 'client',
  summary: 'Da el permiso de datos o la autorización de la APC después de enviar el formulario',
  params,
  body: z.object({ permiso: z.enum(CONSENT_KINDS) }),
  files: {},
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['SALE_ENDED'],
  idempotent: true,
  limit: generous,
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});

/** 409 LOT_TAKEN when another person has it: another of the page's lots can be requested. */
export const renewLot = endpoint({
  method: 'POST',
  path: '/clientes/mi-compra/:id/lote',
  access: 'client',
  summary: 'Aparta otra vez el lote de una compra cuyo tiempo venció, u otro',
  params,
  body: z.object({ lote_id: Id.optional() }),
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: [LOT_TAKEN, CLAIMS_LIMIT, CONFIRM_FIRST, 'NOT_EXPIRED'],
  idempotent: true,
  limit: generous,
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});

/** The form does not require it, but the list of income documents depends on it. */
export const sayWork = endpoint({
  method: 'POST',
  path: '/clientes/mi-compra/:id/trabajo',
  access: 'client',
  summary:
    'Dice el sector y el estatus laboral que el formulario dejó sin decir; con ellos se piden los documentos de ingresos',
  params,
  body: z.object({ sector_trabajo: WorkSector, estatus_laboral: z.string().max(40).default('') }),
  files: {},
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['SALE_ENDED', 'CONSENT', 'WORK_KNOWN'],
  idempotent: true,
  limit: generous,
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});

export const reportSeparation = endpoint({
  method: 'POST',
  path: '/clientes/mi-compra/:id/pago',
  access: 'client',
  summary: 'Reporta el pago de la separación con su comprobante',
  params,
  body: z.object({ monto_pagado: z.string().max(40).optional(), monto_confirmado: ConfirmedAmount }),
  files: { archivo_comprobante: PROOF_FILE },
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['TRANSITION', 'LOT_FREED'],
  idempotent: true,
  limit: generous,
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});

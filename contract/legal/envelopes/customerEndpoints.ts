import { z } from 'zod';
import { SixDigits, FORM } from '#contract/company/auth/model.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { SIGNATURE_FILE } from '#contract/legal/signing/endpoints.ts';
import { DOCUMENT_FILE } from './endpoints.ts';

const params = z.object({ id: Id });
const answer = z.object({ success: z.string(), redirect: z.string() });
const seeOther = ({ redirect }: { redirect: string }) => redirect;
const limit = { max: 120, seconds: 60 };
/** A browser's push subscription, which the request sends along: notices of the purchase reach it. */
const push_subscription = z.string().max(4000).optional();

/** GET: the document that waits for the caller's signature as PDF, and one of its pages as a picture. */
export const DOCUMENT_PDF = '/clientes/documentos/:id/documento.pdf';
export const DOCUMENT_PAGE = '/clientes/documentos/:id/paginas/:page';
/** GET: the signed and sealed copy, for its signers and for the buyers of the sale. */
export const SEALED_PDF = '/clientes/documentos/:id/firmado.pdf';

export const signOnline = endpoint({
  method: 'POST',
  path: '/clientes/documentos/:id/firmar/online',
  access: 'client',
  touches: ['sobre', 'precontrato'],
  summary: 'Firma un documento en línea, con el trazo del panel',
  params,
  body: z.object({
    push_subscription,
    /** Hash of the document on screen; when given, it must be the current one. */
    huella: z.string().max(64).optional(),
  }),
  files: { document: SIGNATURE_FILE },
  answer,
  errors: ['CODE_NEEDED', 'TEXT_CHANGED', 'NOT_YOUR_TURN', 'CLOSED', 'LINK_CLOSED', 'OFFICE_HERE'],
  idempotent: true,
  limit,
  seeOther,
});

export const signByPdf = endpoint({
  method: 'POST',
  path: '/clientes/documentos/:id/firmar/pdf',
  access: 'client',
  touches: ['sobre', 'precontrato'],
  summary: 'Firma un documento con un PDF firmado con certificado o a mano',
  params,
  body: z.object({ push_subscription }),
  files: { document: DOCUMENT_FILE },
  answer,
  errors: ['CODE_NEEDED', 'NOT_YOUR_TURN', 'CLOSED', 'LINK_CLOSED', 'OFFICE_HERE'],
  idempotent: true,
  limit,
  seeOther,
});

/** Sends six digits to the signer's own phone or mail, as it was when the document was sent. */
export const sendSignerCode = endpoint({
  method: 'POST',
  path: '/clientes/documentos/:id/codigo',
  access: 'client',
  summary: 'Envía al firmante el código de un solo uso para firmar',
  params,
  body: z.object({}),
  files: FORM,
  answer,
  errors: ['TOO_MANY', 'NOT_YOUR_TURN', 'CLOSED', 'LINK_CLOSED', 'OFFICE_HERE'],
  seeOther,
  ownTransactions: true,
  limit,
});

/** Proves who signs: the code, the number of the identity document, and the typed name. Good for 30 minutes here. */
export const confirmSigner = endpoint({
  method: 'POST',
  path: '/clientes/documentos/:id/codigo/confirmar',
  access: 'client',
  summary: 'Confirma quién firma: código, documento de identidad y nombre escrito',
  params,
  body: z.object({
    clave: SixDigits,
    cedula: z.string().trim().min(1, { error: 'Escribe el número de tu documento.' }).max(40),
    nombre: z.string().trim().min(1, { error: 'Escribe tu nombre completo.' }).max(160),
  }),
  files: FORM,
  answer: answer.extend({ hasta: z.string() }),
  errors: ['CODE', 'TOO_MANY', 'NOT_YOUR_TURN', 'CLOSED', 'LINK_CLOSED', 'OFFICE_HERE'],
  seeOther,
  ownTransactions: true,
  again: ['cedula', 'nombre'],
  limit,
});

import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import {
  Envelope,
  EnvelopeFilter,
  EnvelopeRow,
  EnvelopeStatusChange,
  SendDocument,
  SignerChoices,
} from './model.ts';
import { ENVELOPE_LABELS } from './rules.ts';

const one = '/api/sale/envelopes/:id' as const;
const signer = `${one}/firmantes/:signerId` as const;
const params = z.object({ id: Id });
const ofSigner = z.object({ id: Id, signerId: Id });
const record = data(Envelope);
const reason = z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(500);
/** Who works with signatures: lawyers, those who approve the documents of a sale, and who hands its house over with the acta. */
const WORKS = ['legal.crear', 'documentos.aprobar', 'ventas.entregar'] as const;

/** A PDF for signing. */
export const DOCUMENT_FILE = {
  maxCount: 1,
  maxSize: 20 * 1_048_576,
  types: ['application/pdf'],
} as const;

export const listEnvelopes = endpoint({
  method: 'GET',
  path: '/api/sale/envelopes',
  access: 'legal.ver',
  shows: ['sobre', 'precontrato'],
  summary: 'Documentos enviados a firmar, con su estado y a quién le toca',
  query: EnvelopeFilter,
  answer: page(EnvelopeRow),
  exports: exportsOf(EnvelopeRow, {
    title: 'Firmas',
    permission: 'legal.exportar',
    columns: [
      { key: 'titulo', of: 'id', title: 'Documento', type: 'text', width: 34, value: (row) => row.title },
      { key: 'cliente', of: 'id', title: 'Cliente', type: 'text', width: 28, value: (row) => row.name },
      {
        key: 'precontrato',
        of: 'id',
        title: 'Pre-contrato',
        type: 'text',
        width: 16,
        value: (row) => row.sale.code ?? `Venta ${row.sale.id}`,
      },
      {
        key: 'proyecto',
        of: 'id',
        title: 'Proyecto',
        type: 'text',
        width: 22,
        value: (row) => row.project.name,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 18, value: (row) => row.state.name },
      { key: 'turno', title: 'Le toca a', type: 'text', width: 28, value: (row) => row.turn },
      {
        key: 'firmas',
        title: 'Firmas',
        type: 'text',
        value: (row) => `${row.signed_count} de ${row.signers_count}`,
      },
      { key: 'enviado', of: 'id', title: 'Enviado', type: 'instant', value: (row) => row.opened_at },
      { key: 'since', title: 'Espera desde', type: 'instant', value: (row) => row.since },
      { key: 'expires_at', title: 'Vence', type: 'instant', value: (row) => row.expires_at },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      estado_id: { label: 'Estado', values: ENVELOPE_LABELS },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      tarde: { label: 'Espera más de 72 horas', values: { 1: 'Sí' } },
    },
  }),
});

export const getEnvelope = endpoint({
  method: 'GET',
  path: one,
  access: ['legal.ver', 'ventas.entregar'],
  shows: ['sobre', 'sello', 'precontrato', 'persona'],
  summary: 'Un documento enviado a firmar, con sus firmantes y sus eventos',
  params,
  answer: record,
});

export const envelopesOfSale = endpoint({
  method: 'GET',
  path: '/api/sale/precontracts/:id/envelopes',
  access: 'legal.ver',
  shows: ['sobre', 'precontrato'],
  summary: 'Documentos enviados a firmar de una venta, los más nuevos primero',
  params,
  answer: data(z.array(EnvelopeRow)),
});

export const signerChoices = endpoint({
  method: 'GET',
  path: '/api/sale/precontracts/:id/envelopes/firmantes',
  access: 'legal.crear',
  shows: ['precontrato', 'persona', 'representante'],
  summary: 'Quiénes pueden firmar un documento de la venta',
  params,
  answer: data(SignerChoices),
});

export const sendDocument = endpoint({
  method: 'POST',
  path: '/api/sale/precontracts/:id/envelopes',
  access: 'legal.crear',
  touches: ['sobre', 'precontrato'],
  summary: 'Envía un PDF a firmar a los compradores y a un representante, en orden',
  params,
  body: SendDocument,
  files: { archivo: DOCUMENT_FILE },
  answer: record,
  status: 201,
  errors: ['TRANSITION', 'ENVELOPE_OPEN'],
  idempotent: true,
  limit: { max: 60, seconds: 60 },
});

export const changeEnvelopeStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'legal.ver',
  touches: ['sobre', 'precontrato'],
  summary: 'Anula un envío, o cierra uno rechazado; cada cambio pide su propio permiso',
  params,
  body: EnvelopeStatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});

export const sendEnvelopeAgain = endpoint({
  method: 'POST',
  path: `${one}/otra_vez`,
  access: 'legal.crear',
  touches: ['sobre', 'precontrato'],
  summary: 'Envía otra vez el mismo documento a los mismos firmantes, desde el principio',
  params,
  body: z.object({
    dias: z
      .number()
      .int()
      .min(1, { error: 'Escribe de 1 a 90 días.' })
      .max(90, { error: 'Escribe de 1 a 90 días.' }),
  }),
  answer: record,
  status: 201,
  errors: ['TRANSITION', 'ENVELOPE_OPEN'],
  idempotent: true,
});

export const resendToSigner = endpoint({
  method: 'POST',
  path: `${signer}/reenviar`,
  access: WORKS,
  touches: ['sobre'],
  summary: 'Envía un enlace nuevo a quien le toca, a sus datos de ahora; el anterior deja de servir',
  params: ofSigner,
  body: z.object({}),
  answer: record,
  errors: ['TRANSITION'],
  limit: { max: 60, seconds: 60 },
});

export const handOverLink = endpoint({
  method: 'POST',
  path: `${signer}/entregar`,
  access: WORKS,
  touches: ['sobre'],
  summary: 'Da el enlace de un firmante para entregárselo a mano; la evidencia lo dice',
  params: ofSigner,
  body: z.object({ motivo: reason }),
  answer: data(z.object({ enlace: z.string() })),
  errors: ['TRANSITION'],
  limit: { max: 60, seconds: 60 },
});

export const openTablet = endpoint({
  method: 'POST',
  path: `${signer}/tableta`,
  access: WORKS,
  touches: ['sobre'],
  summary: 'Prepara la firma en una tableta de la oficina; el código le llega al firmante',
  params: ofSigner,
  body: z.object({}),
  answer: data(z.object({ enlace: z.string(), qr: z.string() })),
  errors: ['TRANSITION'],
  limit: { max: 60, seconds: 60 },
});

export const scanInk = endpoint({
  method: 'POST',
  path: `${signer}/tinta`,
  access: WORKS,
  touches: ['sobre'],
  summary: 'Guarda el documento que se firmó con tinta y lo certifica; falta otro colega',
  params: ofSigner,
  body: z.object({
    vi_firmar: z.literal('1', { error: 'Certifica que viste firmar, o que cotejaste el original.' }),
  }),
  files: { archivo: DOCUMENT_FILE },
  answer: record,
  errors: ['TRANSITION'],
  idempotent: true,
  limit: { max: 60, seconds: 60 },
});

export const certifyPaper = endpoint({
  method: 'PATCH',
  path: `${one}/papeles/:paperId`,
  access: WORKS,
  touches: ['sobre', 'precontrato'],
  summary: 'Certifica un documento firmado a mano o con tinta, o lo devuelve con su motivo',
  params: z.object({ id: Id, paperId: Id }),
  body: z.object({
    params: z.object({ certifica: z.boolean(), motivo: z.string().trim().max(500).optional() }),
  }),
  answer: record,
  errors: ['TRANSITION'],
});

import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import { Paper, PaperStatusChange } from './model.ts';

export const listPapers = endpoint({
  method: 'GET',
  path: '/api/sale/precontracts/:id/documents',
  access: 'documentos.ver',
  shows: ['documento'],
  summary: 'Documentos de una venta, con sus versiones y lo que se puede hacer con cada uno',
  params: z.object({ id: Id }),
  answer: data(z.array(Paper)),
});

export const changePaperStatus = endpoint({
  method: 'PATCH',
  path: '/api/sale/documents/:id/status',
  access: ['documentos.aprobar', 'legal.editar'],
  touches: ['documento', 'precontrato', 'etapa', 'solicitud'],
  summary: 'Cambia el estado de un documento; al aprobar lleva las fechas que muestra',
  params: z.object({ id: Id }),
  body: PaperStatusChange,
  answer: data(Paper),
});

export const uploadPaper = endpoint({
  method: 'POST',
  path: '/api/sale/documents/:id/file',
  access: 'documentos.crear',
  touches: ['documento', 'precontrato', 'etapa', 'solicitud'],
  summary: 'Carga un archivo en un documento a nombre del cliente',
  params: z.object({ id: Id }),
  body: z.object({}),
  files: { archivo: PAPER_FILE },
  answer: data(Paper),
  idempotent: true,
});

export const addPaper = endpoint({
  method: 'POST',
  path: '/api/sale/precontracts/:id/documents',
  access: 'documentos.crear',
  touches: ['documento', 'precontrato', 'etapa'],
  summary: 'Pide un documento más al cliente',
  params: z.object({ id: Id }),
  body: z.object({ type_id: z.number().int(), label: z.string().trim().min(1).max(80) }),
  answer: data(Paper),
  status: 201,
  idempotent: true,
});

export const listPaperTypes = endpoint({
  method: 'GET',
  path: '/api/sale/document_types',
  access: 'documentos.crear',
  shows: [],
  summary: 'Clases de documento que se pueden pedir',
  answer: data(z.array(z.object({ id: z.number().int(), label: z.string() }))),
});

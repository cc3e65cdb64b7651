import { z } from 'zod';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import {
  PAPER_STATE_LABELS,
  PaperForm,
  PartnerFilter,
  PartnerForm,
  PartnerKind,
  PartnerRecord,
  PartnerRow,
} from './partners.ts';

const base = '/api/administrations/partners';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(PartnerRecord);
const version = z.number().int().optional();

export const listPartners = endpoint({
  method: 'GET',
  path: base,
  access: 'administracion.ver',
  shows: ['partner'],
  summary: 'Contratistas, contratantes o proveedores, con el estado de sus documentos',
  query: PartnerFilter,
  answer: page(PartnerRow),
  exports: exportsOf(PartnerRow, {
    title: 'Contratistas, contratantes y proveedores',
    permission: 'administracion.exportar',
    columns: [
      { key: 'name', title: 'Nombre', type: 'text', width: 34, value: (row) => row.name },
      { key: 'ruc', title: 'RUC', type: 'text', width: 20, value: (row) => row.ruc },
      { key: 'dv', of: 'ruc', title: 'DV', type: 'text', width: 5, value: (row) => row.dv },
      {
        key: 'vigentes',
        of: 'papeles',
        title: 'Documentos vigentes',
        type: 'number',
        value: (row) => row.papers.vigente,
      },
      {
        key: 'por_vencer',
        of: 'papeles',
        title: 'Por vencer',
        type: 'number',
        value: (row) => row.papers.por_vencer,
      },
      {
        key: 'vencidos',
        of: 'papeles',
        title: 'Vencidos',
        type: 'number',
        value: (row) => row.papers.vencido,
      },
      { key: 'next_expiry', title: 'Próximo vencimiento', type: 'date', value: (row) => row.next_expiry },
      {
        key: 'representante',
        title: 'Representante legal',
        type: 'text',
        width: 28,
        value: (row) => row.legal_representative,
      },
      { key: 'telefono', title: 'Teléfono', type: 'text', width: 16, value: (row) => row.phone },
      { key: 'correo', of: 'telefono', title: 'Correo', type: 'text', width: 30, value: (row) => row.email },
      {
        key: 'archivado',
        of: 'name',
        title: 'Archivado',
        type: 'text',
        width: 10,
        value: (row) => row.archived,
      },
    ],
    filters: {
      kind: {
        label: 'Qué son',
        values: { contratista: 'Contratistas', contratante: 'Contratantes', proveedor: 'Proveedores' },
      },
      q: { label: 'Búsqueda' },
      papeles: { label: 'Con documentos', values: PAPER_STATE_LABELS },
      archivados: { label: 'Con los archivados', values: { 1: 'Sí', 0: 'No' } },
    },
  }),
});

export const getPartner = endpoint({
  method: 'GET',
  path: one,
  access: 'administracion.ver',
  shows: ['partner'],
  summary: 'Un contratista, contratante o proveedor con sus documentos',
  params,
  answer: record,
});

export const createPartner = endpoint({
  method: 'POST',
  path: base,
  access: 'administracion.crear',
  touches: ['partner'],
  summary: 'Agrega un contratista, un contratante o un proveedor',
  body: PartnerForm.extend({ kind: PartnerKind }),
  answer: record,
  status: 201,
  errors: ['RUC_TAKEN'],
  idempotent: true,
});

export const changePartner = endpoint({
  method: 'PUT',
  path: one,
  access: 'administracion.editar',
  touches: ['partner'],
  summary: 'Cambia los datos de un contratista, contratante o proveedor',
  params,
  body: PartnerForm.extend({ version }),
  answer: record,
  errors: ['RUC_TAKEN', 'STALE'],
});

export const archivePartner = endpoint({
  method: 'POST',
  path: `${one}/archive`,
  access: 'administracion.anular',
  touches: ['partner'],
  summary: 'Archiva un contratista, contratante o proveedor: ya no se ofrece',
  params,
  body: z.object({ version }),
  answer: record,
  errors: ['STALE', 'IN_USE'],
});

export const restorePartner = endpoint({
  method: 'POST',
  path: `${one}/restore`,
  access: 'administracion.anular',
  touches: ['partner'],
  summary: 'Vuelve a ofrecer un contratista, contratante o proveedor archivado',
  params,
  body: z.object({ version }),
  answer: record,
  errors: ['STALE', 'RUC_TAKEN'],
});

/** A new document replaces the valid one of its kind; several bonds may be valid at once. */
export const addPartnerPaper = endpoint({
  method: 'POST',
  path: `${one}/papers`,
  access: 'administracion.editar',
  touches: ['partner'],
  summary: 'Guarda un documento con su vigencia y su archivo',
  params,
  body: PaperForm,
  files: { archivo: PAPER_FILE },
  answer: record,
  status: 201,
  errors: ['PAPER_TAKEN'],
  idempotent: true,
});

export const removePartnerPaper = endpoint({
  method: 'DELETE',
  path: `${one}/papers/:paper`,
  access: 'administracion.anular',
  touches: ['partner'],
  summary: 'Quita un documento de los vigentes; queda en su historia',
  params: params.extend({ paper: Id }),
  answer: record,
});

import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { CertificateForm, Month, RetainedRow, WithheldRow } from './model.ts';

export const RetainedFilter = pageBy('id').extend({
  contratista_id: Id.optional(),
  proyecto_id: Id.optional(),
  /** 1: only with something held. */
  con_saldo: z.coerce.number().int().min(0).max(1).optional(),
});
export type RetainedFilter = z.infer<typeof RetainedFilter>;

export const listRetained = endpoint({
  method: 'GET',
  path: '/api/payables/retained',
  access: 'contabilidad.ver',
  shows: ['cuenta_obra', 'contrato'],
  summary: 'Lo retenido a contratistas, por contrato: retenido, devuelto, cargado y disponible',
  query: RetainedFilter,
  answer: page(RetainedRow),
  exports: exportsOf(RetainedRow, {
    title: 'Retenidos a contratistas',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'contrato', title: 'Contrato', type: 'text', width: 32, value: (row) => row.contract.name },
      {
        key: 'contratista',
        of: 'contrato',
        title: 'Contratista',
        type: 'text',
        width: 30,
        value: (row) => row.contractor.name,
      },
      {
        key: 'proyecto',
        of: 'contrato',
        title: 'Proyecto',
        type: 'text',
        width: 26,
        value: (row) => row.project.name,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 18, value: (row) => row.state.name },
      { key: 'retenido', title: 'Retenido', type: 'money', value: (row) => row.retained_centavos },
      { key: 'devuelto', title: 'Devuelto', type: 'money', value: (row) => row.returned_centavos },
      { key: 'cargado', title: 'Cargado', type: 'money', value: (row) => row.charged_centavos },
      { key: 'saldo', title: 'Saldo', type: 'money', value: (row) => row.held_centavos },
      { key: 'por_devolver', title: 'Por devolver', type: 'money', value: (row) => row.returnable_centavos },
    ],
    filters: {
      contratista_id: { label: 'Contratista', of: 'contratista' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      con_saldo: { label: 'Con saldo', values: { 1: 'Sí', 0: 'No' } },
    },
  }),
});

export const listWithheld = endpoint({
  method: 'GET',
  path: '/api/payables/withheld',
  access: 'contabilidad.ver',
  shows: ['lote_pago', 'cuenta_obra', 'certificado_retencion'],
  summary: 'El ITBMS retenido en un mes, por proveedor, con su certificado',
  query: z.object({ mes: Month }),
  answer: data(z.array(WithheldRow)),
});

export const issueCertificate = endpoint({
  method: 'POST',
  path: '/api/payables/certificates',
  access: 'contabilidad.aprobar',
  touches: ['certificado_retencion'],
  summary: 'Emite el certificado de retención de ITBMS de un proveedor y un mes',
  body: CertificateForm,
  answer: data(z.array(WithheldRow)),
  status: 201,
  errors: ['CERTIFICATE_ISSUED', 'TRANSITION'],
  idempotent: true,
});

/** The certificate as PDF. */
export const CERTIFICATE_PAPER = '/api/payables/certificates/:id/documento.pdf';
/** A report of the DGI for a month: ?mes=2026-11. */
export const DGI_REPORT = '/api/payables/reports/:report';

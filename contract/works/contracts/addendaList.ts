import { endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import type { z } from 'zod';
import { ContractAddendumRow } from './model.ts';

const ContractAddendumFilter = pageBy('id').extend({
  contrato_id: Id.optional(),
  proyecto_id: Id.optional(),
  contratista_id: Id.optional(),
  estado_id: Id.optional(),
});
export type ContractAddendumFilter = z.infer<typeof ContractAddendumFilter>;

export const listContractAddenda = endpoint({
  method: 'GET',
  path: '/api/works/addenda',
  access: 'contratos.ver',
  shows: ['adenda_contrato', 'contrato'],
  summary: 'Las adendas de los contratos de obra; un contratista ve las firmadas de los suyos',
  query: ContractAddendumFilter,
  answer: page(ContractAddendumRow),
  exports: exportsOf(ContractAddendumRow, {
    title: 'Adendas de obra',
    permission: 'contratos.exportar',
    columns: [
      { key: 'numero', of: 'contrato', title: 'Adenda', type: 'number', value: (row) => row.number },
      { key: 'contrato', title: 'Contrato', type: 'text', width: 30, value: (row) => row.contract.name },
      {
        key: 'referencia',
        of: 'contrato',
        title: 'Referencia',
        type: 'text',
        value: (row) => row.contract.reference,
      },
      {
        key: 'proyecto',
        of: 'contrato',
        title: 'Proyecto',
        type: 'text',
        width: 24,
        value: (row) => row.project.name,
      },
      {
        key: 'contratista',
        title: 'Contratista',
        type: 'text',
        width: 28,
        value: (row) => row.contractor.name,
      },
      { key: 'estado', title: 'Estado', type: 'text', value: (row) => row.state.name },
      { key: 'motivo', title: 'Motivo', type: 'text', width: 40, value: (row) => row.reason },
      { key: 'firmada', title: 'Firmada el', type: 'date', value: (row) => row.signed_on },
      { key: 'termina', title: 'Nuevo término', type: 'date', value: (row) => row.ends_on },
      { key: 'monto', title: 'Cambia', type: 'money', value: (row) => row.delta_centavos },
    ],
    filters: {
      contrato_id: { label: 'Contrato' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      contratista_id: { label: 'Contratista', of: 'contratista' },
      estado_id: { label: 'Estado' },
    },
  }),
});

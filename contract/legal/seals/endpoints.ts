import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { StatusChange } from '#contract/transitions.ts';
import { Seal, SealFilter } from './model.ts';
import { SEAL_LABELS } from './rules.ts';

const base = '/api/legal/seals';
const params = z.object({ id: Id });

export const listSeals = endpoint({
  method: 'GET',
  path: base,
  access: 'legal.ver',
  shows: ['sello'],
  summary: 'Documentos sellados y por sellar, los más nuevos primero',
  query: SealFilter,
  answer: page(Seal),
  exports: exportsOf(Seal, {
    title: 'Sellos',
    permission: 'legal.exportar',
    columns: [
      { key: 'documento', title: 'Documento', type: 'text', width: 36, value: (row) => row.title },
      { key: 'codigo', of: 'documento', title: 'Código', type: 'text', width: 16, value: (row) => row.code },
      {
        key: 'cliente',
        title: 'Cliente',
        type: 'text',
        width: 28,
        value: (row) => row.sale?.customer,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 14, value: (row) => row.state.name },
      {
        key: 'falla',
        of: 'estado',
        title: 'Qué falta',
        type: 'text',
        width: 40,
        value: (row) => row.fault?.text,
      },
      { key: 'firmantes', title: 'Firmantes', type: 'number', value: (row) => row.signers },
      { key: 'pedido', title: 'Pedido', type: 'instant', value: (row) => row.requested_at },
      { key: 'sellado', title: 'Sellado', type: 'instant', value: (row) => row.sealed_at },
      { key: 'nivel', of: 'sellado', title: 'Nivel', type: 'text', width: 8, value: (row) => row.level },
      {
        key: 'huella',
        of: 'documento',
        title: 'Huella de verificación',
        type: 'text',
        width: 66,
        value: (row) => row.fingerprint,
      },
    ],
    filters: { estado_id: { label: 'Estado', values: SEAL_LABELS }, q: { label: 'Búsqueda' } },
  }),
});

export const getSeal = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'legal.ver',
  shows: ['sello'],
  summary: 'Un sello con su certificado, su historia y por qué falta',
  params,
  answer: data(
    Seal.extend({
      history: z.array(
        z.object({
          at: z.string(),
          state: z.string(),
          by: z.string().nullable(),
          reason: z.string().nullable(),
        }),
      ),
      /** More about the fault, for who mends it. */
      fault_detail: z.string().nullable(),
      /** The chain of events is whole. */
      chain_whole: z.boolean(),
      signer_list: z.array(
        z.object({ name: z.string(), role: z.string(), method: z.string(), signed_at: z.string() }),
      ),
    }),
  ),
});

export const changeSealStatus = endpoint({
  method: 'PATCH',
  path: `${base}/:id/status`,
  access: 'legal.ver',
  touches: ['sello'],
  summary: 'Intenta sellar otra vez un documento cuyo sello falló',
  params,
  body: StatusChange,
  answer: data(Seal),
  errors: ['STALE', 'TRANSITION'],
});

/** GET: a ZIP with everything that a dispute needs; it verifies without this system. */
export const SEAL_BUNDLE = `${base}/:id/expediente.zip`;

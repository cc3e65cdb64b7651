import { endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { ENTRY_KINDS, ReceivedFilter, ReceivedRow } from './model.ts';

const base = '/api/accounting/received';

export const listReceived = endpoint({
  method: 'GET',
  path: base,
  access: 'pagos.ver',
  shows: ['pago', 'devolucion', 'linea_banco'],
  summary: 'Dinero recibido por día del banco: recibos, reversos y devoluciones pagadas',
  query: ReceivedFilter,
  answer: page(ReceivedRow),
  exports: exportsOf(ReceivedRow, {
    title: 'Dinero recibido',
    permission: 'pagos.exportar',
    columns: [
      { key: 'dia', title: 'Fecha del banco', type: 'date', value: (row) => row.day },
      { key: 'clase', title: 'Clase', type: 'text', width: 12, value: (row) => ENTRY_KINDS[row.kind] },
      { key: 'monto', title: 'Recibido', type: 'money', value: (row) => row.centavos },
      { key: 'banco', title: 'Banco', type: 'text', width: 20, value: (row) => row.bank.name },
      { key: 'referencia', title: 'Referencia', type: 'text', width: 18, value: (row) => row.reference },
      { key: 'cuenta', title: 'Cuenta', type: 'text', width: 24, value: (row) => row.account?.name },
      { key: 'cliente', title: 'Cliente', type: 'text', width: 28, value: (row) => row.name },
      {
        key: 'precontrato',
        of: 'cliente',
        title: 'Pre-contrato',
        type: 'text',
        width: 16,
        value: (row) => row.sale.code ?? `Venta ${row.sale.id}`,
      },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 20, value: (row) => row.project.name },
      { key: 'concepto', title: 'Concepto', type: 'text', width: 24, value: (row) => row.concept },
      { key: 'recibo', title: 'Recibo', type: 'text', width: 12, value: (row) => row.receipt },
      { key: 'quien', title: 'Quién confirmó', type: 'text', width: 22, value: (row) => row.by },
      { key: 'cuando', of: 'quien', title: 'Cuándo', type: 'instant', value: (row) => row.at },
    ],
    filters: {
      desde: { label: 'Desde' },
      hasta: { label: 'Hasta' },
      cuenta_id: { label: 'Cuenta' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      clase: { label: 'Clase', values: ENTRY_KINDS },
      q: { label: 'Búsqueda' },
    },
  }),
});

/** `monto` is what is left: `recibos` less `reversos` and `devoluciones`, which are negative. */
export const sumReceived = endpoint({
  method: 'GET',
  path: `${base}/sumas`,
  access: 'pagos.ver',
  shows: ['pago', 'devolucion', 'linea_banco'],
  summary: 'Sumas del dinero recibido, de todo lo que cumple el filtro',
  query: ReceivedFilter,
  answer: sumsOf('monto', 'recibos', 'reversos', 'devoluciones'),
});

import type { ExportColumn } from '#contract/exports.ts';

/** What promises and addenda say of their sale. */
interface OfSale {
  sale: { code: string | null };
  customer: string;
  project: { name: string };
  state: { name: string };
  state_since: string;
  lawyer: { name: string } | null;
}

const column = <const Key extends string>(one: ExportColumn<OfSale, Key>) => one;

/** Columns that the exports of promises and addenda have in common. */
export const COLUMNS = {
  sale: column({
    key: 'venta',
    of: 'cliente',
    title: 'Pre-contrato',
    type: 'text',
    width: 16,
    value: (row) => row.sale.code,
  }),
  customer: column({
    key: 'cliente',
    title: 'Cliente',
    type: 'text',
    width: 28,
    value: (row) => row.customer,
  }),
  project: column({
    key: 'proyecto',
    title: 'Proyecto',
    type: 'text',
    width: 24,
    value: (row) => row.project.name,
  }),
  state: column({ key: 'estado', title: 'Estado', type: 'text', width: 18, value: (row) => row.state.name }),
  since: column({ key: 'state_since', title: 'Desde', type: 'instant', value: (row) => row.state_since }),
  lawyer: column({
    key: 'abogado',
    title: 'Abogado',
    type: 'text',
    width: 22,
    value: (row) => row.lawyer?.name,
  }),
};

import { listBankData } from '#contract/banking/bankData/bankData.endpoints.ts';
import type { BankDataRow } from '#contract/banking/bankData/bankData.model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { customerColumn } from '#web/office/features/sales/sale/customerColumn.tsx';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { BankDataSearch } from './bankDataSearch.ts';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';

const STATUS = {
  borrador: { tone: 'neutral', label: 'En borrador' },
  enviado: { tone: 'attention', label: 'Por verificar' },
  verificado: { tone: 'positive', label: 'Verificados' },
} as const;
const nameOf = ({ sale }: BankDataRow) => sale.code ?? String(sale.id);

const columns: ColumnOf<typeof listBankData>[] = [
  { ...customerColumn, key: 'nombre' },
  { key: 'estado', title: 'Estado', width: 140, render: (one) => <StatePill {...STATUS[one.status]} /> },
  {
    key: 'paginas',
    title: 'Páginas revisadas',
    width: 150,
    align: 'right',
    render: (one) => <span className="figures">{one.pages_checked} de 5</span>,
  },
  {
    key: 'faltan',
    title: 'Datos que faltan',
    width: 150,
    align: 'right',
    render: (one) => <span className="figures">{one.gaps === 0 ? '—' : one.gaps}</span>,
  },
  { key: 'proyecto', title: 'Proyecto', width: 190, render: (one) => one.project.name },
  { key: 'procesador', title: 'Procesador', width: 170, render: (one) => one.processor ?? 'Sin asignar' },
  {
    key: 'sent_at',
    title: 'Enviados',
    sortable: true,
    width: 160,
    render: (one) => <DateText instant={one.sent_at} />,
  },
  {
    key: 'updated_at',
    title: 'Último cambio',
    sortable: true,
    width: 160,
    render: (one) => <DateText instant={one.updated_at} />,
  },
];

/** Sales with bank data, the last changed first. */
export function BankDataPage({ search }: { search: BankDataSearch }) {
  const list = useList(listBankData, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <>
      <PageHeader
        title="Datos bancarios"
        count={list.total}
        text="Lo que los clientes llenan una vez y sirve para el formulario de todos los bancos."
      />
      <DataTable
        id="datos-bancarios"
        caption="Datos bancarios"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]}
        views={[
          { label: 'Por verificar', search: { estado: 'enviado' } },
          { label: 'En borrador', search: { estado: 'borrador' } },
          { label: 'Verificados', search: { estado: 'verificado' } },
        ]}
        rowId={(one) => one.sale.id}
        rowName={(one) => `Datos bancarios de ${one.name}`}
        open={{
          link: (one) =>
            linkOptions({ to: '/oficina/datos-bancarios/$codigo', params: { codigo: nameOf(one) } }),
        }}
        searchLabel="Nombre, código, cédula o teléfono"
        empty={
          <EmptyState
            title="Nadie ha empezado sus datos bancarios"
            text="Aparecen aquí cuando un cliente llena la primera página, o cuando los empiezas desde su venta."
          />
        }
      />
    </>
  );
}

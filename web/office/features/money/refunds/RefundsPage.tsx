import { useQuery } from '@tanstack/react-query';
import { getRefund, listRefunds, sumRefunds } from '#contract/money/refunds/endpoints.ts';
import { REFUND_LABELS } from '#contract/money/refunds/rules.ts';
import { customerColumn } from '#web/office/features/sales/sale/customerColumn.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { RecordEntries } from '#web/office/features/company/comments/RecordEntries.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { besideOf, RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { RefundCard, RefundState } from './RefundCard.tsx';
import type { RefundsSearch } from './refundsSearch.ts';
import { useList, useSums } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listRefunds>[] = [
  customerColumn,
  { key: 'estado', title: 'Estado', width: 170, render: ({ state }) => <RefundState state={state} /> },
  {
    key: 'monto',
    title: 'Se devuelve',
    width: 150,
    money: ({ amount_centavos }) => amount_centavos,
    sum: true,
  },
  { key: 'limite', title: 'A más tardar', width: 130, render: ({ due_on }) => <DateText day={due_on} /> },
  {
    key: 'preparada',
    exported: false,
    title: 'Preparó',
    width: 180,
    phone: 'hidden',
    render: ({ prepared }) => prepared.by,
  },
];

/** Refunds: whose turn each one is, and what was paid. */
export function RefundsPage({ search }: { search: RefundsSearch }) {
  const patch = usePatchSearch();
  const { devolucion } = search;
  const list = useList(listRefunds, search);
  const sums = useSums(sumRefunds, list);
  return (
    <>
      <PageHeader
        title="Devoluciones"
        count={list.total}
        text="Se preparan desde la venta, las aprueban dos personas y se pagan una vez."
      />
      <DataTable
        id="devoluciones"
        caption="Devoluciones"
        list={list}
        sums={sums}
        columns={columns}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(REFUND_LABELS).map(([value, label]) => ({ value, label })),
          },
        ]}
        rowId={({ id }) => id}
        rowName={(one) => `devolución de ${saleName(one.sale)}`}
        open={{ show: ({ id }) => patch({ devolucion: id }) }}
        searchLabel="Cliente, cédula o código"
        empty={
          <EmptyState
            title="Aún no hay devoluciones"
            text="Se preparan en los pagos de una venta desistida o rescindida."
          />
        }
      />
      {devolucion !== undefined && (
        <RefundDrawer
          id={devolucion}
          onClose={() => patch({ devolucion: undefined })}
          beside={besideOf(list.rows, devolucion, (id) => patch({ devolucion: id }))}
        />
      )}
    </>
  );
}

interface RefundDrawerProps {
  id: number;
  onClose: () => void;
  beside: Beside;
}

function RefundDrawer({ id, onClose, beside }: RefundDrawerProps) {
  const { data, error } = useQuery(queryOf(getRefund, { params: { id } }));
  return (
    <RecordDrawer
      of={['devolucion', id]}
      title={data ? `Devolución a ${data.data.name}` : 'Devolución'}
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
    >
      {(refund) => (
        <>
          <PageLink to="/oficina/ventas/$id" params={{ id: refund.sale.id }} search={{ tab: 'pagos' }}>
            Ver la venta {saleName(refund.sale)}
          </PageLink>
          <RefundCard key={refund.id} refund={refund} narrow />
          <RecordEntries record="devolucion" id={refund.id} />
          <RecordTalk reference="devolucion" id={refund.id} />
        </>
      )}
    </RecordDrawer>
  );
}

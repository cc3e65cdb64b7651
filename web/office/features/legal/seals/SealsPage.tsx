import { useQuery } from '@tanstack/react-query';
import { getSeal, listSeals } from '#contract/legal/seals/endpoints.ts';
import { SEAL_LABELS } from '#contract/legal/seals/rules.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf, RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { SealCard, SealState } from './SealCard.tsx';
import type { SealsSearch } from './sealsSearch.ts';

const columns: ColumnOf<typeof listSeals>[] = [
  {
    key: 'documento',
    title: 'Documento',
    width: 260,
    phone: 'heading',
    render: (one) => <TwoLines first={one.title} second={one.code} />,
  },
  {
    key: 'cliente',
    title: 'Venta',
    width: 210,
    render: ({ sale }) => sale && <TwoLines first={sale.customer} second={saleName(sale)} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 240,
    render: (one) => (
      <TwoLines first={<SealState seal={one} />} second={one.fault ? one.fault.text : undefined} />
    ),
  },
  { key: 'firmantes', title: 'Firmantes', width: 100, render: ({ signers }) => signers },
  {
    key: 'pedido',
    title: 'Pedido',
    width: 150,
    phone: 'hidden',
    render: ({ requested_at }) => <DateText instant={requested_at} />,
  },
  {
    key: 'sellado',
    title: 'Sellado',
    width: 150,
    render: ({ sealed_at }) => sealed_at && <DateText instant={sealed_at} />,
  },
];

/** Signed documents and their seals: what waits, what failed and why. */
export function SealsPage({ search }: { search: SealsSearch }) {
  const patch = usePatchSearch();
  const { sello } = search;
  const list = useList(listSeals, search);
  return (
    <>
      <PageHeader
        title="Sellos"
        count={list.total}
        text="Cada documento firmado se sella solo con el certificado de la empresa. Nada sale sin sello."
      />
      <DataTable
        id="sellos"
        caption="Sellos"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(SEAL_LABELS).map(([value, label]) => ({ value, label })),
          },
        ]}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        open={{ show: ({ id }) => patch({ sello: id }) }}
        searchLabel="Documento, código o huella"
        empty={
          <EmptyState
            title="Aún no hay documentos sellados"
            text="Aparecen aquí cuando todos firman un documento."
          />
        }
      />
      {sello !== undefined && (
        <SealDrawer
          id={sello}
          onClose={() => patch({ sello: undefined })}
          beside={besideOf(list.rows, sello, (id) => patch({ sello: id }))}
        />
      )}
    </>
  );
}

function SealDrawer({ id, onClose, beside }: { id: number; onClose: () => void; beside: Beside }) {
  const { data, error } = useQuery(queryOf(getSeal, { params: { id } }));
  return (
    <RecordDrawer
      of={['sello', id]}
      title={data ? data.data.title : 'Sello'}
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
    >
      {(seal) => (
        <>
          <SealCard key={seal.id} seal={seal} />
          <RecordTalk reference="sello" id={seal.id} />
        </>
      )}
    </RecordDrawer>
  );
}

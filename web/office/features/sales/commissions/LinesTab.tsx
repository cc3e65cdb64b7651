import { useQuery } from '@tanstack/react-query';
import { getCommission, listCommissions, sumCommissions } from '#contract/sales/commissions/endpoints.ts';
import type { CommissionLine } from '#contract/sales/commissions/model.ts';
import { COMMISSION_EVENTS, COMMISSION_LABELS, PAYEES } from '#contract/sales/commissions/rules.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { RecordEntries } from '#web/office/features/company/comments/RecordEntries.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { besideOf, RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { useBulkForm } from '#web/office/ui/table/useBulkForm.ts';
import { CommissionCard } from './CommissionCard.tsx';
import { CommissionState } from './CommissionState.tsx';
import { lineName, useCommissionBulk } from './commissionBulk.ts';
import { PayLinesDrawer } from './PayLinesDrawer.tsx';
import type { CommissionsSearch } from './commissionsSearch.ts';
import { useList, useSums } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listCommissions>[] = [
  {
    key: 'id',
    title: 'Persona',
    width: 220,
    phone: 'heading',
    render: (one) => <TwoLines first={one.person.name} second={PAYEES[one.payee]} />,
  },
  {
    key: 'venta',
    title: 'Venta',
    width: 210,
    render: ({ sale }) => <TwoLines first={sale.customer} second={saleName(sale)} />,
  },
  {
    key: 'evento',
    title: 'Por',
    width: 200,
    render: (one) => `${one.reverse ? 'Reverso: ' : ''}${COMMISSION_EVENTS[one.event]}`,
  },
  { key: 'estado', title: 'Estado', width: 130, render: ({ state }) => <CommissionState state={state} /> },
  {
    key: 'monto',
    title: 'Monto',
    width: 130,
    money: ({ centavos }) => centavos,
    sum: true,
  },
  { key: 'neto', title: 'Neto', width: 130, money: ({ neto_centavos }) => neto_centavos },
  {
    key: 'liberada',
    title: 'Liberada',
    width: 130,
    phone: 'hidden',
    render: ({ released_at }) => released_at && <DateText instant={released_at} dayOnly />,
  },
];

interface TabProps {
  search: CommissionsSearch;
  onSearch: (patch: Record<string, unknown>) => void;
}

/** Commission lines with their states. Filtered by a person, they are that person's statement. */
export function LinesTab({ search, onSearch }: TabProps) {
  const { comision } = search;
  const list = useList(listCommissions, search);
  const sums = useSums(sumCommissions, list);
  const paying = useBulkForm<CommissionLine>();
  const bulk = useCommissionBulk(paying.run);
  return (
    <>
      <DataTable
        id="comisiones"
        caption="Comisiones"
        list={list}
        sums={sums}
        columns={columns}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(COMMISSION_LABELS).map(([value, label]) => ({ value, label })),
          },
        ]}
        rowId={({ id }) => id}
        rowName={lineName}
        {...(bulk.length > 0 && { bulk })}
        open={{ show: ({ id }) => onSearch({ comision: id }) }}
        searchLabel="Cliente, cédula o código"
        empty={
          <EmptyState
            title="Aún no hay comisiones"
            text="Nacen al recibir un pre-contrato que tiene asesor, si hay una regla vigente."
          />
        }
      />
      {paying.open && <PayLinesDrawer {...paying.open} />}
      {comision !== undefined && (
        <LineDrawer
          id={comision}
          onClose={() => onSearch({ comision: undefined })}
          beside={besideOf(list.rows, comision, (id) => onSearch({ comision: id }))}
        />
      )}
    </>
  );
}

interface LineDrawerProps {
  id: number;
  onClose: () => void;
  beside: Beside;
}

function LineDrawer({ id, onClose, beside }: LineDrawerProps) {
  const { data, error } = useQuery(queryOf(getCommission, { params: { id } }));
  return (
    <RecordDrawer
      of={['comision', id]}
      title={data ? `Comisión de ${data.data.person.name}` : 'Comisión'}
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
    >
      {(line) => (
        <>
          <CommissionCard key={line.id} line={line} />
          <RecordEntries record="comision" id={line.id} />
          <RecordTalk reference="comision" id={line.id} />
        </>
      )}
    </RecordDrawer>
  );
}

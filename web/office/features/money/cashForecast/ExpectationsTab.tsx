import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { cashExpectationTypes } from '#contract/company/catalogs/accountingLists.ts';
import { showDay } from '#contract/dates.ts';
import { findExpectation, listExpectations } from '#contract/money/cashForecast/endpoints.ts';
import { SIDES } from '#contract/money/cashForecast/rules.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { besideOf, RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { useOfFilters } from '../books/useAtFilters.ts';
import type { CashSearch } from './cashSearch.ts';
import { ExpectationDrawer } from './ExpectationDrawer.tsx';

const columns: ColumnOf<typeof listExpectations>[] = [
  {
    key: 'concepto',
    title: 'Concepto',
    width: 280,
    phone: 'heading',
    render: (row) => <TwoLines first={row.concept} second={row.archived ? 'Quitado' : row.type.name} />,
  },
  { key: 'monto', title: 'Monto', width: 140, sortable: true, money: (row) => row.centavos },
  {
    key: 'sentido',
    exported: false,
    title: 'Entra o sale',
    width: 120,
    render: (row) => SIDES[row.side],
  },
  {
    key: 'dia',
    title: 'Primer día',
    width: 130,
    sortable: true,
    render: (row) => <DateText day={row.first_on} />,
  },
  {
    key: 'mensual',
    title: 'Cada mes',
    width: 170,
    render: (row) => (row.monthly ? (row.until ? `Hasta el ${showDay(row.until)}` : 'Sí') : 'Una vez'),
  },
  { key: 'proximo', title: 'Próximo', width: 130, render: (row) => <DateText day={row.next_on} /> },
  { key: 'empresa', title: 'Empresa', width: 200, render: (row) => row.company.name },
  { key: 'proyecto', title: 'Proyecto', width: 180, render: (row) => row.project?.name ?? '' },
];

/** What no record says: payroll, loans, land, taxes. */
export function ExpectationsTab({ search }: { search: CashSearch }) {
  const patch = usePatchSearch();
  const navigate = useNavigate();
  const mayCreate = useCan('contabilidad.crear');
  const list = useList(listExpectations, search);
  const filters = useOfFilters();
  const types = useOptions(queryOf(cashExpectationTypes.list, {}));
  const { previsto } = search;
  return (
    <>
      <DataTable
        id="otros-previstos"
        caption="Otros movimientos previstos"
        list={list}
        columns={columns}
        filters={[
          ...filters,
          {
            key: 'tipo_id',
            label: 'Tipo',
            kind: 'one',
            choices: types.map(({ id, nombre }) => ({ value: id, label: nombre })),
          },
          { key: 'archivadas', label: 'Con los quitados', kind: 'flag' },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => row.concept}
        open={{ show: (row) => patch({ previsto: row.id }) }}
        searchLabel="Concepto"
        tools={
          mayCreate && (
            <Button
              variant="default"
              size="xs"
              onClick={() =>
                void navigate({ to: '/oficina/importar', search: { tipo: 'cash_expectations' } })
              }
            >
              Traer de Excel
            </Button>
          )
        }
        empty={
          <EmptyState
            title="Aún no hay otros previstos"
            text="Agrega la planilla, los préstamos, los terrenos y los impuestos, o impórtalos de Excel."
          />
        }
      />
      {previsto !== undefined && (
        <OpenExpectation
          id={previsto}
          onClose={() => patch({ previsto: undefined })}
          beside={besideOf(list.rows, previsto, (id) => patch({ previsto: id }))}
        />
      )}
    </>
  );
}

interface OpenProps {
  id: number;
  onClose: () => void;
  beside: Beside;
}

/** The open one: a form for who may correct it, else read only. */
function OpenExpectation({ id, onClose, beside }: OpenProps) {
  const mayEdit = useCan('contabilidad.editar');
  const { data, error } = useQuery(queryOf(findExpectation, { params: { id } }));
  if (data && mayEdit) return <ExpectationDrawer key={id} expectation={data.data} onClose={onClose} />;
  return (
    <RecordDrawer
      of={['movimiento_previsto', id]}
      title={data?.data.concept ?? 'Movimiento previsto'}
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
    >
      {(one) => (
        <>
          <Facts
            narrow
            rows={[
              ['Tipo', one.type.name],
              ['Empresa', one.company.name],
              ['Proyecto', one.project?.name],
              ['Primer día', <DateText key="first" day={one.first_on} />],
              ['Cada mes', one.monthly ? 'Sí' : 'No'],
              ['Lo agregó', one.made_by],
            ]}
          />
          <RecordTalk reference="movimiento_previsto" id={one.id} />
        </>
      )}
    </RecordDrawer>
  );
}

import { Button, Group } from '@mantine/core';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { monthText } from '#contract/dates.ts';
import { listReconcilable, listReconciliations } from '#contract/money/bankReconciliations/endpoints.ts';
import { RECONCILIATION_STATE, RECONCILIATION_STATES } from '#contract/money/bankReconciliations/rules.ts';
import { firstDayOf } from '#contract/money/ledger/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { OpeningDrawer } from './OpeningDrawer.tsx';
import type { ReconciliationsSearch } from './reconciliationsSearch.ts';
import { StartDrawer } from './StartDrawer.tsx';

const columns: ColumnOf<typeof listReconciliations>[] = [
  {
    key: 'cuenta',
    title: 'Cuenta',
    width: 230,
    phone: 'heading',
    render: (row) => (
      <TwoLines first={row.account.name} second={`${row.account.bank} · ${row.account.number}`} />
    ),
  },
  {
    key: 'mes',
    title: 'Mes',
    width: 170,
    sortable: true,
    render: (row) => (
      <TwoLines first={monthText(firstDayOf(row.period))} second={row.imported ? 'Punto de partida' : ''} />
    ),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 170,
    render: (row) => <StatePill catalog="reconciliation" state={row.state} />,
  },
  { key: 'saldo_banco', title: 'Según el banco', width: 140, money: (row) => row.closing_centavos },
  { key: 'saldo_libros', title: 'Según los libros', width: 140, money: (row) => row.book_centavos },
  {
    key: 'termino',
    title: 'La terminó',
    width: 190,
    render: (row) =>
      row.finished && <TwoLines first={row.finished.by} second={<DateText instant={row.finished.at} />} />,
  },
  {
    key: 'reviso',
    title: 'La revisó',
    width: 190,
    render: (row) =>
      row.reviewed && <TwoLines first={row.reviewed.by} second={<DateText instant={row.reviewed.at} />} />,
  },
];

/** The reconciliations of the bank accounts, month by month. */
export function ReconciliationsPage({ search }: { search: ReconciliationsSearch }) {
  const works = useCan('contabilidad.crear');
  const navigate = useNavigate();
  const starting = useDrawer('nueva');
  const opening = useDrawer('partida');
  const list = useList(listReconciliations, search);
  const accounts = useOptions(queryOf(listReconcilable, {}));
  const show = (id: number) => void navigate({ to: '/oficina/conciliaciones/$id', params: { id } });
  return (
    <>
      <PageHeader
        title="Conciliaciones"
        count={list.total}
        text="Cada mes de una cuenta bancaria, con el banco y los libros lado a lado. Uno la termina, otro la revisa."
        actions={
          works && (
            <Group gap="xs">
              <Button variant="default" onClick={() => opening.open()}>
                Punto de partida
              </Button>
              <Button onClick={() => starting.open()}>Conciliar una cuenta</Button>
            </Group>
          )
        }
      />
      <DataTable
        id="conciliaciones"
        caption="Conciliaciones bancarias"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'cuenta_id',
            label: 'Cuenta',
            kind: 'one',
            choices: accounts.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(RECONCILIATION_STATES).map(([id, label]) => ({
              value: Number(id),
              label,
            })),
          },
        ]}
        views={[
          { label: 'En curso', search: { estado_id: RECONCILIATION_STATE.draft } },
          { label: 'Por revisar', search: { estado_id: RECONCILIATION_STATE.finished } },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => `${row.account.name}, ${monthText(firstDayOf(row.period))}`}
        open={{
          link: (row) => linkOptions({ to: '/oficina/conciliaciones/$id', params: { id: row.id } }),
        }}
        searchLabel="Cuenta o número"
        empty={
          <EmptyState
            title="Aún no hay conciliaciones"
            text="Importa el extracto de un mes y empieza a conciliar su cuenta. Si ya la conciliabas antes, registra el punto de partida."
          />
        }
      />
      {starting.opened && <StartDrawer onClose={starting.close} onMade={show} />}
      {opening.opened && <OpeningDrawer onClose={opening.close} onMade={show} />}
    </>
  );
}

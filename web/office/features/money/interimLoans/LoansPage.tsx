import { Badge, Button, Group } from '@mantine/core';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { listLoans, sumLoans } from '#contract/money/interimLoans/endpoints.ts';
import { LOAN_STATE, LOAN_STATES } from '#contract/money/interimLoans/rules.ts';
import { formatPercent } from '#contract/money.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useList, useSums } from '#web/office/lib/list.ts';
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
import { LoanDrawer } from './LoanDrawer.tsx';
import type { LoansSearch } from './loansSearch.ts';

const columns: ColumnOf<typeof listLoans>[] = [
  {
    key: 'prestamo',
    title: 'Préstamo',
    width: 230,
    phone: 'heading',
    render: (row) => <TwoLines first={row.name} second={row.project.name} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 150,
    render: (row) => <StatePill catalog="interimLoan" state={row.state} />,
  },
  {
    key: 'ends_on',
    title: 'Vence',
    width: 200,
    sortable: true,
    render: (row) => (
      <Group gap={6} wrap="nowrap">
        <TwoLines first={<DateText day={row.ends_on} />} second={`Tasa ${formatPercent(row.rate)}`} />
        {row.expiring && (
          <Badge variant="light" color="red" tt="none">
            Por vencer
          </Badge>
        )}
      </Group>
    ),
  },
  { key: 'limite', title: 'Límite', width: 140, money: (row) => row.limit_centavos, sum: true },
  { key: 'saldo', title: 'Saldo', width: 140, money: (row) => row.balance_centavos, sum: true },
  {
    key: 'interes',
    title: 'Interés por pagar',
    width: 150,
    money: (row) => row.interest_centavos,
    sum: true,
  },
  {
    key: 'liberaciones',
    title: 'Liberaciones por pagar',
    width: 190,
    render: (row) => (
      <Group gap={6} wrap="nowrap">
        {row.releases_due > 0 ? row.releases_due : ''}
        {row.releases_late > 0 && (
          <Badge variant="light" color="red" tt="none">
            {row.releases_late === 1 ? '1 atrasada' : `${row.releases_late} atrasadas`}
          </Badge>
        )}
      </Group>
    ),
  },
];

/** The interim loans of the promotoras. */
export function LoansPage({ search }: { search: LoansSearch }) {
  const enters = useCan('contabilidad.crear');
  const navigate = useNavigate();
  const form = useDrawer('nuevo');
  const list = useList(listLoans, search);
  const sums = useSums(sumLoans, list);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <>
      <PageHeader
        title="Préstamos interinos"
        count={list.total}
        actions={enters ? <Button onClick={() => form.open()}>Registrar préstamo</Button> : null}
      />
      <DataTable
        id="prestamos-interinos"
        caption="Préstamos interinos"
        list={list}
        sums={sums}
        columns={columns}
        filters={[
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(LOAN_STATES).map(([id, label]) => ({ value: Number(id), label })),
          },
        ]}
        views={[
          { label: 'Vigentes', search: { estado_id: LOAN_STATE.inForce } },
          { label: 'Por aprobar', search: { estado_id: LOAN_STATE.toApprove } },
          { label: 'Vencen en 60 días', search: { vence: 'pronto' } },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        open={{
          link: (row) => linkOptions({ to: '/oficina/prestamos-interinos/$id', params: { id: row.id } }),
        }}
        searchLabel="Banco o número"
        empty={
          <EmptyState
            title="Aún no hay préstamos interinos"
            text="Registra el primero; o trae los que ya van a medias en Importar."
          />
        }
      />
      {form.opened && (
        <LoanDrawer
          loan={null}
          onClose={form.close}
          onMade={(id) => void navigate({ to: '/oficina/prestamos-interinos/$id', params: { id } })}
        />
      )}
    </>
  );
}

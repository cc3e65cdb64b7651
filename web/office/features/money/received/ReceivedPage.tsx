import { Group, Text } from '@mantine/core';
import { accountLabel } from '#contract/projects/bankAccounts/rules.ts';
import { listBankAccountOptions } from '#contract/projects/bankAccounts/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { addDays, addMonths } from '#contract/dates.ts';
import { listReceived, sumReceived } from '#contract/money/received/endpoints.ts';
import { ENTRY_KINDS, type ReceivedRow } from '#contract/money/received/model.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { PaymentDrawer } from '#web/office/features/money/verification/PaymentDrawer.tsx';
import { useList, useSums } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { ReceivedSearch } from './receivedSearch.ts';

const columns: ColumnOf<typeof listReceived>[] = [
  {
    key: 'dia',
    title: 'Fecha del banco',
    sortable: true,
    width: 165,
    render: (one) => <DateText day={one.day} />,
  },
  {
    key: 'cliente',
    title: 'Cliente',
    width: 220,
    phone: 'heading',
    render: (one) => <TwoLines first={one.name} second={saleName(one.sale)} />,
  },
  { key: 'clase', title: 'Clase', width: 120, render: (one) => <KindPill row={one} /> },
  {
    key: 'monto',
    title: 'Recibido',
    sortable: true,
    width: 140,
    money: (one) => one.centavos,
    sum: true,
  },
  { key: 'banco', title: 'Banco', width: 150, render: (one) => one.bank.name },
  {
    key: 'referencia',
    title: 'Referencia',
    width: 150,
    render: (one) => <span className="figures">{one.reference}</span>,
  },
  {
    key: 'cuenta',
    title: 'Cuenta',
    width: 180,
    render: (one) => one.account?.name ?? <Text c="dimmed" size="sm">Sin extracto</Text>, // prettier-ignore
  },
  { key: 'recibo', title: 'Recibo', width: 100, render: (one) => one.receipt ?? '—' },
  { key: 'concepto', title: 'Concepto', width: 180, render: (one) => one.concept },
  {
    key: 'quien',
    title: 'Quién confirmó',
    width: 180,
    render: (one) => <TwoLines first={one.by} second={<DateText instant={one.at} />} />,
  },
  { key: 'proyecto', title: 'Proyecto', width: 170, render: (one) => one.project.name },
];

function KindPill({ row }: { row: ReceivedRow }) {
  if (row.kind !== 'recibo') return <StatePill tone="negative" label={ENTRY_KINDS[row.kind]} />;
  if (row.reversed) return <StatePill tone="neutral" label="Reversado" />;
  return <StatePill tone="positive" label={row.partial ? 'En parte' : ENTRY_KINDS.recibo} />;
}

/** The money that the bank received, day by day: receipts, less reversals and refunds. */
export function ReceivedPage({ search }: { search: ReceivedSearch }) {
  const patch = usePatchSearch();
  const today = useToday();
  const { pago } = search;
  const list = useList(listReceived, search);
  const sums = useSums(sumReceived, list);
  const accounts = useOptions(queryOf(listBankAccountOptions, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const month = `${today.slice(0, 7)}-01`;
  const before = addMonths(month, -1);
  return (
    <>
      <PageHeader
        title="Dinero recibido"
        count={list.total}
        text="Lo que recibió el banco, por su fecha. Los reversos y las devoluciones restan."
      />
      {sums && sums.monto !== null && (
        <Group gap="lg" mb="md">
          <Sum label="Recibos" cents={sums.recibos} />
          <Sum label="Reversos" cents={sums.reversos} />
          <Sum label="Devoluciones" cents={sums.devoluciones} />
          <Sum label="Queda" cents={sums.monto} strong />
        </Group>
      )}
      <DataTable
        id="dinero-recibido"
        caption="Dinero recibido"
        list={list}
        sums={sums}
        columns={columns}
        filters={[
          { key: 'desde', label: 'Desde', kind: 'day' },
          { key: 'hasta', label: 'Hasta', kind: 'day' },
          {
            key: 'cuenta_id',
            label: 'Cuenta',
            kind: 'one',
            choices: accounts.map((one) => ({ value: one.id, label: accountLabel(one) })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          {
            key: 'clase',
            label: 'Clase',
            kind: 'one',
            choices: Object.entries(ENTRY_KINDS).map(([value, label]) => ({ value, label })),
          },
        ]}
        views={[
          { label: 'Este mes', search: { desde: month } },
          { label: 'Mes anterior', search: { desde: before, hasta: addDays(month, -1) } },
          { label: 'Reversos', search: { clase: 'reverso' } },
          { label: 'Devoluciones', search: { clase: 'devolucion' } },
        ]}
        rowId={(one) => one.key}
        rowName={(one) => `${ENTRY_KINDS[one.kind]} de ${one.name}`}
        open={{ show: (one) => one.payment_id !== null && patch({ pago: one.payment_id }) }}
        searchLabel="Nombre, código, cédula o referencia"
        empty={<EmptyState title="Aún no hay dinero recibido" text="Aparece cuando se confirma un pago." />}
      />
      {pago !== undefined && <PaymentDrawer id={pago} onClose={() => patch({ pago: undefined })} />}
    </>
  );
}

function Sum({ label, cents, strong = false }: { label: string; cents: number | null; strong?: boolean }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="lg" fw={strong ? 700 : 500}>
        <MoneyText centavos={cents} />
      </Text>
    </div>
  );
}

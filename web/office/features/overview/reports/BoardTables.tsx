import { Text } from '@mantine/core';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import { formatMoney } from '#web/office/lib/format.ts';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';

interface FiguresProps<Row> {
  caption: string;
  rows: readonly Row[];
  /** The first column names the row; the others are figures. */
  columns: readonly ShortColumn<Row>[];
  rowId: (row: Row) => string | number;
  empty: string;
}

/** A short table of figures. */
function Figures<Row>({ caption, columns, empty, ...rest }: FiguresProps<Row>) {
  if (rest.rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  const figures = columns.map((column, at) => (at === 0 ? column : { ...column, align: 'right' as const }));
  return <ShortTable label={caption} caption={caption} columns={figures} rowHeads {...rest} />;
}

const days = (median: number | null) => (median === null ? '—' : median.toLocaleString('es-PA'));

const late = ({ overdue }: { overdue: number }) => (
  <Text span inherit fw={overdue > 0 ? 700 : 400} {...(overdue > 0 && { c: 'var(--danger)' })}>
    {overdue}
  </Text>
);

export const StagesTable = ({ rows }: { rows: ManagementBoard['stages'] }) => (
  <Figures
    caption="Ventas por etapa abierta"
    rows={rows}
    rowId={({ stage }) => stage}
    empty="Aún no hay ventas en curso."
    columns={[
      { title: 'Etapa', render: ({ name }) => name },
      { title: 'Abiertas', render: ({ open }) => open },
      {
        title: 'Vencidas',
        render: late,
      },
      { title: 'Días normales', render: ({ median_days }) => days(median_days) },
    ]}
  />
);

export const BanksTable = ({ rows }: { rows: ManagementBoard['banks'] }) => (
  <Figures
    caption="Solicitudes por banco"
    rows={rows}
    rowId={({ bank_id }) => bank_id}
    empty="Aún no hay solicitudes enviadas."
    columns={[
      { title: 'Banco', render: ({ bank }) => bank },
      { title: 'Esperan', render: ({ waiting }) => waiting },
      { title: 'Aprobadas', render: ({ approved }) => approved },
      { title: 'Rechazadas', render: ({ rejected }) => rejected },
      { title: 'Días hábiles', render: ({ median_days }) => days(median_days) },
      { title: 'Monto en espera', money: ({ waiting_centavos }) => waiting_centavos, sum: true },
    ]}
  />
);

export const ExpectedTable = ({
  rows,
  overdue,
}: {
  rows: ManagementBoard['expected'];
  overdue: ManagementBoard['overdue_centavos'];
}) => (
  <>
    <Figures
      caption="Dinero que se espera por mes"
      rows={rows}
      rowId={({ month }) => month}
      empty="Nada por ahora."
      columns={[
        { title: 'Mes', render: ({ month }) => `${month.slice(5)}-${month.slice(0, 4)}` },
        { title: 'Cuotas', money: ({ installments_centavos }) => installments_centavos, sum: true },
        { title: 'Cartas promesa', money: ({ letters_centavos }) => letters_centavos, sum: true },
      ]}
    />
    {overdue !== null && (
      <Text size="sm" mt="xs">
        Vencido y sin pagar: <strong>{formatMoney(overdue)}</strong>
      </Text>
    )}
  </>
);

export const AdvisersTable = ({ rows }: { rows: ManagementBoard['advisers'] }) => (
  <Figures
    caption="Ventas por asesor"
    rows={rows}
    rowId={({ id }) => id}
    empty="Nada en los últimos 90 días."
    columns={[
      { title: 'Asesor', render: ({ name }) => name },
      { title: 'Recibidas', render: ({ received }) => received },
      { title: 'Con promesa', render: ({ promised }) => promised },
      { title: 'Perdidas', render: ({ lost }) => lost },
    ]}
  />
);

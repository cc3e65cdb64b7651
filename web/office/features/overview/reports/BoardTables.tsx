import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import { formatMoney } from '#web/office/lib/format.ts';

interface Column<Row> {
  title: string;
  value: (row: Row) => ReactNode;
}

interface FiguresProps<Row> {
  caption: string;
  rows: readonly Row[];
  /** The first names the row, the others are figures. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rowId: (row: Row) => string | number;
  empty: string;
}

/** A short table of figures. */
function Figures<Row>({ caption, rows, columns, rowId, empty }: FiguresProps<Row>) {
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  const [name, ...figures] = columns;
  return (
    <Table.ScrollContainer minWidth={360}>
      <Table verticalSpacing={6}>
        <Table.Caption>{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{name.title}</Table.Th>
            {figures.map(({ title }) => (
              <Table.Th key={title} scope="col" ta="end">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="figures">
          {rows.map((row) => (
            <Table.Tr key={rowId(row)}>
              <Table.Th scope="row" fw={500}>
                {name.value(row)}
              </Table.Th>
              {figures.map(({ title, value }) => (
                <Table.Td key={title} ta="end">
                  {value(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const days = (median: number | null) => (median === null ? '—' : median.toLocaleString('es-PA'));
const money = (cents: number | null) => (cents === null ? '—' : formatMoney(cents));

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
      { title: 'Etapa', value: ({ name }) => name },
      { title: 'Abiertas', value: ({ open }) => open },
      {
        title: 'Vencidas',
        value: late,
      },
      { title: 'Días normales', value: ({ median_days }) => days(median_days) },
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
      { title: 'Banco', value: ({ bank }) => bank },
      { title: 'Esperan', value: ({ waiting }) => waiting },
      { title: 'Aprobadas', value: ({ approved }) => approved },
      { title: 'Rechazadas', value: ({ rejected }) => rejected },
      { title: 'Días hábiles', value: ({ median_days }) => days(median_days) },
      { title: 'Monto en espera', value: ({ waiting_centavos }) => money(waiting_centavos) },
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
        { title: 'Mes', value: ({ month }) => `${month.slice(5)}-${month.slice(0, 4)}` },
        { title: 'Cuotas', value: ({ installments_centavos }) => money(installments_centavos) },
        { title: 'Cartas promesa', value: ({ letters_centavos }) => money(letters_centavos) },
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
      { title: 'Asesor', value: ({ name }) => name },
      { title: 'Recibidas', value: ({ received }) => received },
      { title: 'Con promesa', value: ({ promised }) => promised },
      { title: 'Perdidas', value: ({ lost }) => lost },
    ]}
  />
);

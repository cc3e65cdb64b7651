import { Text } from '@mantine/core';
import type { ConversionRow, ManagementBoard } from '#contract/overview/reports/model.ts';
import { CELL } from '#contract/sales/board/cards.ts';
import { addDays } from '#contract/dates.ts';
import { formatMoney } from '#web/office/lib/format.ts';
import { PageLink, type PageTarget } from '#web/office/ui/PageLink.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';

interface FiguresProps<Row> {
  caption: string;
  /** A heading above says the caption already. */
  headed?: boolean;
  rows: readonly Row[];
  /** The first column names the row; the others are figures. */
  columns: readonly ShortColumn<Row>[];
  rowId: (row: Row) => string | number;
  empty: string;
}

/** A short table of figures. */
export function FiguresTable<Row>({ caption, headed = false, columns, empty, ...rest }: FiguresProps<Row>) {
  if (rest.rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  const figures = columns.map((column, at) => (at === 0 ? column : { ...column, align: 'right' as const }));
  return <ShortTable label={caption} {...(!headed && { caption })} columns={figures} rowHeads {...rest} />;
}

/** `11-2026` for `2026-11`. */
const monthNumber = (month: string) => `${month.slice(5)}-${month.slice(0, 4)}`;

const days = (median: number | null) => (median === null ? '—' : median.toLocaleString('es-PA'));

const percent = (value: number | null) => (value === null ? '—' : `${value.toLocaleString('es-PA')} %`);

interface StagesProps {
  rows: ManagementBoard['stages'];
  late: number;
  projectId: number | undefined;
}

/** The sales in progress by their first open stage, and the late cards of each stage; both link to the board. */
export const StagesTable = ({ rows, late, projectId }: StagesProps) => (
  <>
    <FiguresTable
      caption="Ventas en curso por etapa abierta"
      rows={rows.filter(({ stage, open }) => stage > 0 || open > 0)}
      rowId={({ stage }) => stage}
      empty="Aún no hay ventas en curso."
      columns={[
        {
          title: 'Etapa',
          render: ({ stage, name }) =>
            stage === 0 ? (
              name
            ) : (
              <PageLink to="/oficina/tablero" search={{ etapa: stage, proyecto_id: projectId }}>
                {name}
              </PageLink>
            ),
        },
        { title: 'Ventas', render: ({ open }) => open.toLocaleString('es-PA') },
        {
          title: 'Etapas vencidas',
          render: ({ stage, overdue }) =>
            overdue === 0 ? (
              '—'
            ) : (
              <PageLink
                to="/oficina/tablero"
                search={{ etapa: stage, celda: CELL.overdue, proyecto_id: projectId }}
                fw={700}
                c="var(--danger)"
              >
                {overdue.toLocaleString('es-PA')}
              </PageLink>
            ),
        },
        { title: 'Días normales', render: ({ median_days }) => days(median_days) },
      ]}
    />
    <Text size="sm" mt="xs">
      <PageLink to="/oficina/tablero" search={{ vencidas: 1, proyecto_id: projectId }}>
        {late === 1
          ? '1 venta tiene una etapa vencida'
          : `${late.toLocaleString('es-PA')} ventas tienen alguna etapa vencida`}
      </PageLink>
    </Text>
  </>
);

export const BanksTable = ({ rows }: { rows: ManagementBoard['banks'] }) => (
  <FiguresTable
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
  today,
}: {
  rows: ManagementBoard['expected'];
  overdue: ManagementBoard['overdue_centavos'];
  /** YYYY-MM-DD */
  today: string;
}) => (
  <>
    <FiguresTable
      caption="Dinero que se espera por mes"
      rows={rows}
      rowId={({ month }) => month}
      empty="Nada por ahora."
      columns={[
        { title: 'Mes', render: ({ month }) => monthNumber(month) },
        { title: 'Cuotas', money: ({ installments_centavos }) => installments_centavos, sum: true },
        { title: 'Cartas promesa', money: ({ letters_centavos }) => letters_centavos, sum: true },
      ]}
    />
    {overdue !== null && (
      <Text size="sm" mt="xs">
        Vencido y sin pagar:{' '}
        <PageLink to="/oficina/pagos" search={{ alerta: 'cobrar', vence_hasta: addDays(today, -1) }} fw={700}>
          {formatMoney(overdue)}
        </PageLink>
      </Text>
    )}
  </>
);

interface ConversionProps {
  caption: string;
  /** Head of the first column. */
  title: string;
  rows: readonly ConversionRow[];
  all: ManagementBoard['conversion']['all'];
  /** The sales of a row, if a list can show them. */
  linkOf?: (row: ConversionRow) => PageTarget;
}

/** Received sales by adviser or source. Its rows add up to the last one. */
export const ConversionTable = ({ caption, title, rows, all, linkOf }: ConversionProps) => (
  <FiguresTable
    caption={caption}
    rows={[...rows, { ...all, id: null, name: 'Todas' }]}
    rowId={({ id, name }) => `${id} ${name}`}
    empty=""
    columns={[
      {
        title,
        render: (row, at) =>
          at < rows.length && linkOf ? <PageLink {...linkOf(row)}>{row.name}</PageLink> : row.name,
      },
      { title: 'Recibidas', render: ({ received }) => received.toLocaleString('es-PA') },
      { title: 'Con promesa', render: ({ promised }) => promised.toLocaleString('es-PA') },
      { title: 'Perdidas', render: ({ lost }) => lost.toLocaleString('es-PA') },
      { title: 'Conversión', render: ({ conversion }) => percent(conversion) },
    ]}
  />
);

/** The deeds that are expected, by month. */
export const ForecastTable = ({ rows }: { rows: ManagementBoard['forecast'] }) => (
  <FiguresTable
    caption="Escrituras que se esperan por mes"
    rows={rows}
    rowId={({ month }) => month ?? 'después'}
    empty="Ninguna venta en curso espera su escritura."
    columns={[
      { title: 'Mes', render: ({ month }) => (month ? monthNumber(month) : 'Después') },
      { title: 'Escrituras', render: ({ deeds }) => deeds.toLocaleString('es-PA') },
      { title: 'Valor', money: ({ value_centavos }) => value_centavos, sum: true },
    ]}
  />
);

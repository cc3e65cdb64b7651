import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  listHouseCosts,
  listLostCauses,
  listWorksProgress,
  type HouseCost,
  type LostCause,
  type ProgressMonth,
} from '#contract/overview/reports/works.ts';
import { STOP_LABELS } from '#contract/works/diary/model.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { ExportMenu } from '#web/office/ui/table/ExportMenu.tsx';

/** Houses and months that a page shows; the export has all. */
const HOUSES = 20;
const MONTHS = 200;

const monthText = (month: string) => `${month.slice(5)}-${month.slice(0, 4)}`;
const percentText = (value: number | null) => (value === null ? '—' : `${value} %`);

/** The works: curve of progress, cost of each house, days lost by cause. Nothing until there is a contract. */
export function WorksSections({ projectId }: { projectId: number | undefined }) {
  const query = { proyecto_id: projectId };
  const progress = useQuery(queryOf(listWorksProgress, { query: { ...query, per_page: MONTHS } }));
  const houses = useQuery(queryOf(listHouseCosts, { query: { ...query, per_page: HOUSES } }));
  const lost = useQuery(queryOf(listLostCauses, { query }));
  const months = progress.data?.data ?? [];
  if (months.length === 0) return null;
  const total = houses.data?.meta.pagination.total ?? 0;
  return (
    <>
      <Section
        title="Avance de la obra"
        text="Lo planificado según las fechas de cada contrato, y lo aprobado por inspección, por su monto."
        actions={
          <ExportMenu
            list={listWorksProgress}
            asked={{ query }}
            columns={['mes', 'planificado', 'real', 'monto_planificado', 'monto_real']}
            total={months.length}
          />
        }
      >
        <Curve months={months} />
      </Section>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Section
          title="Costo por vivienda"
          text={total > HOUSES ? `Las ${HOUSES} más caras de ${total}; Exportar las trae todas.` : 'Según sus contratos de obra, sin ITBMS.'}
          actions={
            <ExportMenu
              list={listHouseCosts}
              asked={{ query }}
              columns={['vivienda', 'proyecto', 'modelo', 'avance', 'contratado', 'aprobado', 'pagado']}
              total={total}
            />
          }
        >
          <ShortTable
            label="Costo por vivienda"
            rows={houses.data?.data ?? []}
            rowId={({ id }) => id}
            rowHeads
            columns={houseColumns}
          />
        </Section>
        {lost.data && lost.data.data.length > 0 && (
          <Section
            title="Días perdidos por causa"
            text="Los paros que cuenta la bitácora."
            actions={
              <ExportMenu
                list={listLostCauses}
                asked={{ query }}
                columns={['causa', 'dias', 'horas', 'ultimo']}
                total={lost.data.meta.pagination.total}
              />
            }
          >
            <ShortTable
              label="Días perdidos por causa"
              rows={lost.data.data}
              rowId={({ cause }) => cause}
              rowHeads
              columns={causeColumns}
            />
          </Section>
        )}
      </SimpleGrid>
    </>
  );
} // prettier-ignore

const houseColumns: ShortColumn<HouseCost>[] = [
  { title: 'Vivienda', render: ({ house }) => house },
  { title: 'Avance', align: 'right', render: ({ progress_percent }) => percentText(progress_percent) },
  { title: 'Contratado', money: ({ committed_centavos }) => committed_centavos },
  { title: 'Aprobado', money: ({ certified_centavos }) => certified_centavos },
  { title: 'Pagado', money: ({ paid_centavos }) => paid_centavos },
];

const causeColumns: ShortColumn<LostCause>[] = [
  { title: 'Causa', render: ({ cause }) => STOP_LABELS[cause] },
  { title: 'Días', align: 'right', render: ({ days }) => days },
  { title: 'Horas', align: 'right', render: ({ hours }) => hours },
  { title: 'El último', render: ({ last_on }) => <DateText day={last_on} /> },
];

/** The curve, and its figures as a table for screen readers. */
function Curve({ months }: { months: readonly ProgressMonth[] }) {
  const columns: ShortColumn<ProgressMonth>[] = [
    { title: 'Mes', render: ({ month }) => monthText(month) },
    { title: 'Planificado', align: 'right', render: (one) => percentText(one.planned_percent) },
    { title: 'Real', align: 'right', render: (one) => percentText(one.real_percent) },
    ...(months.some(({ planned_centavos }) => planned_centavos !== null)
      ? [
          { title: 'Monto planificado', money: (one: ProgressMonth) => one.planned_centavos },
          { title: 'Monto real', money: (one: ProgressMonth) => one.real_centavos },
        ]
      : []),
  ];
  return (
    <>
      <div aria-hidden>
        <LineChart
          h={240}
          data={months.map((one) => ({ ...one, month: monthText(one.month) }))}
          dataKey="month"
          series={[
            { name: 'planned_percent', label: 'Planificado', color: 'gray.6', strokeDasharray: '6 4' },
            { name: 'real_percent', label: 'Real', color: 'brand.7' },
          ]}
          withLegend
          unit=" %"
          tickLine="none"
          lineProps={{ isAnimationActive: false }}
          lineChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <ShortTable label="Avance de la obra" rows={months} rowId={({ month }) => month} rowHeads columns={columns} />
    </>
  );
} // prettier-ignore

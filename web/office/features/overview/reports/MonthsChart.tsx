import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Table } from '@mantine/core';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';

type Month = ManagementBoard['months'][number];

const SERIES = [
  { name: 'received', label: 'Recibidas', color: 'brand.7' },
  { name: 'letters', label: 'Carta promesa', color: 'blue.7' },
  { name: 'promised', label: 'Promesa firmada', color: 'violet.7' },
  { name: 'lost', label: 'Perdidas', color: 'red.7' },
] as const;

const monthText = (month: string) => `${month.slice(5)}-${month.slice(0, 4)}`;

/** The picture, and the same figures as a table: the picture alone tells nothing to who does not see it. */
export function MonthsChart({ months }: { months: readonly Month[] }) {
  return (
    <>
      <div aria-hidden>
        <BarChart
          h={260}
          data={months.map((one) => ({ ...one, month: monthText(one.month) }))}
          dataKey="month"
          series={[...SERIES]}
          withLegend
          // In the order of the bars, not of the alphabet.
          legendProps={{ itemSorter: null }}
          tickLine="none"
          barProps={{ isAnimationActive: false }}
          // Hidden from who does not see it, so nobody should stop there with the keyboard.
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <Table.ScrollContainer minWidth={640} mt="md">
        <Table withRowBorders={false} verticalSpacing={4}>
          <Table.Caption>Ventas por mes</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Mes</Table.Th>
              <Table.Th scope="col" ta="end">
                Recibidas
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Completas
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Carta promesa
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Promesa firmada
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Entregadas
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Perdidas
              </Table.Th>
              <Table.Th scope="col" ta="end">
                Cobrado
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="figures">
            {months.toReversed().map((one) => (
              <Table.Tr key={one.month}>
                <Table.Th scope="row" fw={500} style={{ whiteSpace: 'nowrap' }}>
                  {monthText(one.month)}
                </Table.Th>
                {[one.received, one.complete, one.letters, one.promised, one.delivered, one.lost].map(
                  (count, at) => (
                    // oxlint-disable-next-line react/no-array-index-key -- columns do not move
                    <Table.Td key={at} ta="end">
                      {count.toLocaleString('es-PA')}
                    </Table.Td>
                  ),
                )}
                <Table.Td ta="end">
                  <MoneyText centavos={one.collected_centavos} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

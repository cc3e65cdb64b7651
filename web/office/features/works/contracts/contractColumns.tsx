import { Stack, Text } from '@mantine/core';
import { DateText } from '#web/office/ui/DateText.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { listContracts } from '#contract/works/contracts/endpoints.ts';

const columns: ColumnOf<typeof listContracts>[] = [
  {
    key: 'name',
    title: 'Contrato',
    sortable: true,
    width: 280,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.name}
        </Text>
        <Text size="xs" c="dimmed">
          {one.project.name} · {one.type.name}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'reference',
    title: 'Referencia',
    sortable: true,
    width: 130,
    render: (one) => <span className="figures">{one.reference}</span>,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 115,
    render: (one) => <StatePill catalog="contract" state={one.state} />,
  },
  { key: 'contratista', title: 'Contratista', width: 180, render: (one) => one.contractor.name },
  {
    key: 'viviendas',
    title: 'Viviendas',
    width: 100,
    align: 'right',
    render: (one) => <span className="figures">{one.houses_count}</span>,
  },
  {
    key: 'starts_on',
    title: 'Empieza',
    sortable: true,
    width: 125,
    render: (one) => <DateText day={one.starts_on} />,
  },
  {
    key: 'ends_on',
    title: 'Termina',
    sortable: true,
    width: 125,
    render: (one) => <DateText day={one.ends_on} />,
  },
];

const amount: ColumnOf<typeof listContracts> = {
  key: 'monto',
  title: 'Monto',
  width: 140,
  money: (one) => one.amount_centavos,
  sum: true,
};

/** The list's columns; the amount needs permission to see amounts. */
export const contractColumns = (seesAmounts: boolean): ColumnOf<typeof listContracts>[] =>
  seesAmounts ? [...columns, amount] : columns;

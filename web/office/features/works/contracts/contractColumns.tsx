import { Stack, Text } from '@mantine/core';
import type { ContractRow } from '#contract/works/contracts/model.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { Column } from '#web/office/ui/table/types.ts';

const columns: Column<ContractRow>[] = [
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
    width: 110,
    render: (one) => <DateText day={one.starts_on} />,
  },
  {
    key: 'ends_on',
    title: 'Termina',
    sortable: true,
    width: 110,
    render: (one) => <DateText day={one.ends_on} />,
  },
];

const amount: Column<ContractRow> = {
  key: 'monto',
  title: 'Monto',
  width: 140,
  align: 'right',
  render: (one) => <MoneyText centavos={one.amount_centavos} />,
};

/** The columns of the list; the amount for who may see amounts. */
export const contractColumns = (seesAmounts: boolean): Column<ContractRow>[] =>
  seesAmounts ? [...columns, amount] : columns;

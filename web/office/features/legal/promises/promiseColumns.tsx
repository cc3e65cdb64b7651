import { Stack, Text } from '@mantine/core';
import type { listPromises } from '#contract/legal/promises/endpoints.ts';
import type { PromiseRow } from '#contract/legal/promises/model.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { showDay } from '#contract/dates.ts';

export const TURN_WORDS = { legal: 'Legal', firmantes: 'Firmantes' } as const;

const lines = (top: string, below: string | null) => (
  <Stack gap={0}>
    <Text size="sm">{top}</Text>
    {below && (
      <Text size="xs" c="dimmed">
        {below}
      </Text>
    )}
  </Stack>
);

export const promiseColumns: ColumnOf<typeof listPromises>[] = [
  {
    key: 'id',
    title: 'Promesa',
    sortable: true,
    width: 160,
    render: (one) => lines(one.code, one.round > 1 ? `Ronda ${one.round}` : null),
  },
  {
    key: 'cliente',
    title: 'Cliente',
    width: 220,
    phone: 'heading',
    render: (one) => lines(one.customer, one.sale.code),
  },
  {
    key: 'proyecto',
    title: 'Vivienda',
    width: 220,
    render: (one) =>
      lines(one.project.name, [one.model, one.lot && `lote ${one.lot}`].filter(Boolean).join(', ')),
  },
  { key: 'estado', title: 'Estado', width: 170, render: (one) => <PromiseState one={one} /> },
  {
    key: 'turno',
    title: 'Le toca a',
    width: 120,
    render: (one) => (one.turn ? TURN_WORDS[one.turn] : '—'),
  },
  {
    key: 'state_since',
    title: 'Desde',
    sortable: true,
    width: 130,
    render: (one) => <DateText instant={one.state_since} dayOnly />,
  },
  { key: 'abogado', title: 'Abogado', width: 160, render: (one) => one.lawyer?.name ?? 'Sin asignar' },
  {
    key: 'price_centavos',
    title: 'Precio',
    sortable: true,
    width: 140,
    render: (one) => <MoneyText centavos={one.price_centavos} />,
  },
  {
    key: 'entrega',
    title: 'Entrega',
    width: 120,
    startsHidden: true,
    render: (one) => (one.delivery_on ? showDay(one.delivery_on) : '—'),
  },
  {
    key: 'sign_by',
    title: 'Firmar hasta',
    sortable: true,
    width: 130,
    render: (one) => (one.sign_by && one.turn ? showDay(one.sign_by) : '—'),
  },
];

export const PromiseState = ({ one }: { one: Pick<PromiseRow, 'state'> }) => (
  <StatePill catalog="promise" state={one.state} />
);

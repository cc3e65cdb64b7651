import { ActionIcon, Anchor, Group, Progress, Stack, Text, Tooltip } from '@mantine/core';
import { IconLayoutSidebarRight } from '@tabler/icons-react';
import { OPEN_STATES } from '#contract/sales/sale/rules.ts';
import { daysSince } from '#web/office/lib/age.ts';
import { panamaDay, panamaTime, showDay } from '#web/office/lib/format.ts';
import { TURN_LABELS } from '#contract/sales/sale/turn.ts';
import type { SaleRow } from '#contract/sales/sale/model.ts';
import { StatePill, TurnPill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import type { listSales } from '#contract/sales/sale/endpoints.ts';

/** The end of a claim in words: the time if it ends today, else the day and time. */
export function claimEnd(until: string, now = new Date()): string {
  const [day, today] = [panamaDay(until), panamaDay(now)];
  return day === today ? `hoy ${panamaTime(until)}` : `${showDay(day)} ${panamaTime(until)}`;
}

const isOpenSale = (stateId: number) => OPEN_STATES.some((one) => one === stateId);

interface PersonProps {
  name: string | undefined;
  label: string;
  onChange: (() => void) | null;
}

/** Who works on a sale, changed in its cell. */
function Person({ name, label, onChange }: PersonProps) {
  if (!onChange) return name ?? '—';
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      c="inherit"
      underline="always"
      aria-label={`${label}: ${name ?? 'sin asignar'}. Cambiar`}
      onClick={onChange}
    >
      {name ?? 'Asignar'}
    </Anchor>
  );
}

interface SaleColumns {
  /** Whether it is the user's turn. */
  mine: (sale: SaleRow) => boolean;
  onPeek: (sale: SaleRow) => void;
  /** Gives the sale to another processor or adviser; null: the user may not. */
  onAssign: ((sale: SaleRow, kind: 'processor' | 'adviser') => void) | null;
}

/** Columns of the queue. */
export const saleColumns = ({ mine, onPeek, onAssign }: SaleColumns): ColumnOf<typeof listSales>[] => [
  {
    key: 'id',
    title: 'Pre-contrato',
    sortable: true,
    width: 230,
    phone: 'heading',
    render: (sale) => <TwoLines first={sale.name} second={saleName(sale)} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 190,
    render: (sale) => <StatePill catalog="precontract" state={sale.state} />,
  },
  {
    key: 'turno',
    title: 'Siguiente paso',
    width: 270,
    render: (sale) => (
      <Group gap="xs" justify="space-between" wrap="nowrap">
        {sale.turn === 'nadie' ? (
          <Text size="sm" c="dimmed">
            —
          </Text>
        ) : (
          <Stack gap={2} align="flex-start">
            <TurnPill who={TURN_LABELS[sale.turn]} mine={mine(sale)} />
            <Text size="xs">{sale.next}</Text>
          </Stack>
        )}
        <Tooltip label="Ver al lado">
          <ActionIcon variant="subtle" aria-label={`Ver al lado: ${sale.name}`} onClick={() => onPeek(sale)}>
            <IconLayoutSidebarRight size={18} />
          </ActionIcon>
        </Tooltip>
      </Group>
    ),
  },
  {
    key: 'papeles',
    title: 'Documentos',
    width: 120,
    render: ({ papers }) =>
      papers.required === 0 ? (
        '—'
      ) : (
        <Group gap={6} wrap="nowrap">
          <Progress.Root w={56} size="sm" aria-hidden>
            <Progress.Section value={(papers.approved / papers.required) * 100} color="brand" />
            <Progress.Section value={(papers.to_review / papers.required) * 100} color="yellow" />
          </Progress.Root>
          <Text size="xs" className="figures">
            {papers.approved}/{papers.required}
          </Text>
        </Group>
      ),
  },
  {
    key: 'vivienda',
    title: 'Vivienda',
    width: 190,
    render: (sale) => (
      <Stack gap={0}>
        <Text size="sm">
          {sale.lot ? `Lote ${sale.lot.lote} · ${sale.model.name}` : `${sale.model.name} · sin lote`}
        </Text>
        <Text size="xs" c="dimmed">
          {sale.project.name}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'claim_until',
    title: 'Lote hasta',
    sortable: true,
    width: 130,
    render: ({ claim }) => <span className="figures">{claim?.until ? claimEnd(claim.until) : '—'}</span>,
  },
  {
    key: 'procesador',
    title: 'Procesador',
    width: 150,
    render: (sale) => (
      <Person
        name={sale.processor?.name}
        label={`Procesador de ${sale.name}`}
        onChange={onAssign && isOpenSale(sale.state.id) ? () => onAssign(sale, 'processor') : null}
      />
    ),
  },
  {
    key: 'state_since',
    title: 'En este estado',
    sortable: true,
    width: 120,
    render: (sale) => <span className="figures">{daysSince(sale.state_since)}</span>,
  },
  {
    key: 'celular',
    title: 'Celular',
    width: 130,
    startsHidden: true,
    render: (sale) => <span className="figures">{sale.phone}</span>,
  },
  {
    key: 'asesor',
    title: 'Asesor',
    width: 150,
    startsHidden: true,
    render: (sale) => (
      <Person
        name={sale.adviser?.name}
        label={`Asesor de ${sale.name}`}
        onChange={onAssign && isOpenSale(sale.state.id) ? () => onAssign(sale, 'adviser') : null}
      />
    ),
  },
];

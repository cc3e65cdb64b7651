import { Stack, Text } from '@mantine/core';
import type { listTasks } from '#contract/works/schedule/endpoints.ts';
import type { TaskRow } from '#contract/works/schedule/model.ts';
import { TASK_STANDINGS } from '#contract/works/schedule/rules.ts';
import type { Tone } from '#web/design/tokens.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';

/** The tone of how an activity stands: late work is marked. */
export const standingTone = ({ standing, late }: Pick<TaskRow, 'standing' | 'late'>): Tone =>
  standing === 'terminada'
    ? 'positive'
    : late > 0
      ? 'negative'
      : standing === 'en_curso'
        ? 'progress'
        : 'neutral';

export const taskColumns: ColumnOf<typeof listTasks>[] = [
  {
    key: 'actividad',
    title: 'Actividad',
    width: 240,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.activity.name}
        </Text>
        <Text size="xs" c="dimmed">
          {one.house.name} · manzana {one.house.block}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'contrato',
    title: 'Contrato',
    width: 130,
    render: (one) => <span className="figures">{one.contract.reference}</span>,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 150,
    render: (one) => (
      <Stack gap={2}>
        <StatePill tone={standingTone(one)} label={TASK_STANDINGS[one.standing]} />
        {one.percent > 0 && one.standing === 'en_curso' && <Text size="xs">{one.percent} %</Text>}
      </Stack>
    ),
  },
  {
    key: 'start',
    title: 'Empieza',
    sortable: true,
    width: 125,
    render: (one) => <DateText day={one.start} />,
  },
  {
    key: 'finish',
    title: 'Termina',
    sortable: true,
    width: 125,
    render: (one) => <DateText day={one.finish} />,
  },
  {
    key: 'base_finish',
    title: 'Línea base',
    sortable: true,
    width: 125,
    render: (one) => <DateText day={one.base_finish} />,
  },
  {
    key: 'late',
    title: 'Atraso',
    sortable: true,
    width: 90,
    align: 'right',
    render: (one) => daysOf(one.late),
  },
  {
    key: 'float',
    title: 'Holgura',
    sortable: true,
    width: 90,
    align: 'right',
    render: (one) => (one.critical ? 'Ninguna' : daysOf(one.float)),
  },
];

const daysOf = (days: number) => (days === 0 ? '—' : `${days} d`);

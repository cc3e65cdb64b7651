import { Group, Stack, Text } from '@mantine/core';
import { origins } from '#contract/company/catalogs/salesLists.ts';
import type { ProspectRow } from '#contract/sales/prospects/model.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { listProspects } from '#contract/sales/prospects/endpoints.ts';

const WORDS = new Map<string, string>(origins.rows.map(([, label, { name_id }]) => [name_id, label]));

/** The label of an origin code such as `feria`; free text stays unchanged. */
export const originName = (origin: string | null) => (origin === null ? null : (WORDS.get(origin) ?? origin));

/** The next follow-up day, marked when it is due. */
export function DueText({ one }: { one: Pick<ProspectRow, 'next_follow_up_on' | 'due'> }) {
  return (
    <Group gap={6} wrap="nowrap">
      <DateText day={one.next_follow_up_on} />
      {one.due && <StatePill tone="attention" label="Toca" />}
    </Group>
  );
}

export const prospectColumns: ColumnOf<typeof listProspects>[] = [
  {
    key: 'id',
    title: 'Nombre',
    sortable: true,
    width: 230,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.person.name}
        </Text>
        <Text size="xs" c="dimmed" className="figures">
          {one.phone}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'etapa',
    title: 'Etapa',
    width: 140,
    render: (one) => <StatePill catalog="prospect" state={one.stage} />,
  },
  {
    key: 'next_follow_up_on',
    title: 'Próximo seguimiento',
    sortable: true,
    width: 190,
    render: (one) => <DueText one={one} />,
  },
  {
    key: 'proyecto',
    title: 'Proyecto',
    width: 210,
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm">{one.project.name}</Text>
        {one.model && (
          <Text size="xs" c="dimmed">
            {one.model.name}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'last_action_at',
    title: 'Última acción',
    sortable: true,
    width: 170,
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm">{one.last_action.name}</Text>
        <Text size="xs" c="dimmed" component="div">
          <DateText instant={one.last_action_at} />
        </Text>
      </Stack>
    ),
  },
  { key: 'asesor', title: 'Asesor', width: 160, render: (one) => one.adviser?.name ?? 'Sin asesor' },
  { key: 'origen', title: 'Origen', width: 130, render: (one) => originName(one.origin) ?? '—' },
  {
    key: 'created_at',
    title: 'Creado',
    width: 150,
    startsHidden: true,
    render: (one) => <DateText instant={one.created_at} />,
  },
];

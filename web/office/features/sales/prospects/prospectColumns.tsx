import { ActionIcon, Group, Stack, Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconNotes } from '@tabler/icons-react';
import { isOpenStage } from '#contract/sales/prospects/rules.ts';
import { useWordLabel } from '#web/office/lib/formLists.ts';
import type { ProspectRow } from '#contract/sales/prospects/model.ts';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { NextCall } from './NextCall.tsx';
import { DueText } from './DueText.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { listProspects } from '#contract/sales/prospects/endpoints.ts';

/** Where a prospect or a sale comes from, by the company's own list. */
export function OriginText({ origin }: { origin: string | null }) {
  return useWordLabel('origen')(origin) ?? '—';
}

/** The forms that a row opens for its contact and its adviser; null if the user may not use one. */
export const prospectColumns = ({
  onNote,
  onAssign,
}: Record<'onNote' | 'onAssign', ((one: ProspectRow) => void) | null>): ColumnOf<typeof listProspects>[] => [
  {
    key: 'id',
    title: 'Nombre',
    sortable: true,
    width: 230,
    phone: 'heading',
    render: (one) => (
      <Text size="sm" fw={600}>
        {one.person.name}
      </Text>
    ),
  },
  {
    key: 'contacto',
    title: 'Contacto',
    width: 290,
    render: (one) => (
      <Group gap={6} wrap="nowrap">
        {one.call ? <PhoneLinks phone={one.call} size="sm" /> : <span className="figures">{one.phone}</span>}
        {onNote && isOpenStage(one.stage.id) && (
          <Tooltip label="Anotar contacto">
            <ActionIcon
              variant="subtle"
              aria-label={`Anotar contacto con ${one.person.name}`}
              onClick={() => onNote(one)}
            >
              <IconNotes size={18} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
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
    width: 210,
    render: (one) => (onNote && isOpenStage(one.stage.id) ? <NextCall one={one} /> : <DueText one={one} />),
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
  {
    key: 'asesor',
    title: 'Asesor',
    width: 160,
    render: (one) => {
      const name = one.adviser?.name ?? 'Sin asesor';
      if (!onAssign || !isOpenStage(one.stage.id)) return name;
      return (
        <UnstyledButton onClick={() => onAssign(one)}>
          <VisuallyHidden>Cambiar el asesor de {one.person.name}: </VisuallyHidden>
          {name}
        </UnstyledButton>
      );
    },
  },
  { key: 'origen', title: 'Origen', width: 130, render: (one) => <OriginText origin={one.origin} /> },
  {
    key: 'created_at',
    title: 'Creado',
    width: 150,
    startsHidden: true,
    render: (one) => <DateText instant={one.created_at} />,
  },
];

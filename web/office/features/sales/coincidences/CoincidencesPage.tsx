import { Group, Stack, Switch, Text } from '@mantine/core';
import { listCoincidences } from '#contract/sales/coincidences/endpoints.ts';
import { COINCIDENCE_STATES, REASONS, type CoincidentPerson } from '#contract/sales/coincidences/model.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { CoincidencesSearch } from './coincidencesSearch.ts';
import { useCoincidenceSettings } from './useCoincidenceSettings.ts';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';

const toneOf = (score: number) => (score >= 60 ? 'negative' : score >= 35 ? 'attention' : 'neutral');

const columnsOf = (expanded: boolean): ColumnOf<typeof listCoincidences>[] => [
  {
    key: 'score',
    title: 'Parecido',
    sortable: true,
    width: 110,
    phone: 'heading',
    render: (one) => <StatePill tone={toneOf(one.score)} label={`${one.score} de 100`} />,
  },
  {
    key: 'izquierda',
    title: 'Persona',
    width: 260,
    render: (one) => <Side one={one.left} expanded={expanded} />,
  },
  {
    key: 'derecha',
    title: 'Otra persona',
    width: 260,
    render: (one) => <Side one={one.right} expanded={expanded} />,
  },
  {
    key: 'motivos',
    title: 'En común',
    width: 240,
    render: (one) => one.reasons.map((reason) => REASONS[reason]).join(' · '),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 150,
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm">{COINCIDENCE_STATES[one.state]}</Text>
        {one.reason && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {one.reason}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'id',
    title: 'Encontrada',
    sortable: true,
    width: 150,
    render: (one) => <DateText instant={one.found_at} />,
  },
];

/** One person of the pair: short, or with all data. */
function Side({ one, expanded }: { one: CoincidentPerson; expanded: boolean }) {
  const lines = expanded
    ? [
        one.email,
        one.cedula,
        one.adviser && `Asesor: ${one.adviser}`,
        ...one.sales.map(({ label, state }) => `${label} · ${state}`),
        ...one.prospects.map(({ label, state }) => `Prospecto ${label} · ${state}`),
        one.family.length > 0 && `Familia: ${one.family.join(', ')}`,
      ].filter(Boolean)
    : [];
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {one.nombre}
      </Text>
      <Text size="xs" c="dimmed" className="figures">
        {one.celular}
      </Text>
      {lines.map((line) => (
        <Text size="xs" c="dimmed" key={String(line)}>
          {line}
        </Text>
      ))}
    </Stack>
  );
}

/** Possible duplicate persons, the most likely first. */
export function CoincidencesPage({ search }: { search: CoincidencesSearch }) {
  const settings = useCoincidenceSettings();
  const list = useList(listCoincidences, search);
  return (
    <>
      <PageHeader
        title="Coincidencias"
        count={list.total}
        text="Personas que parecen ser la misma, o de la misma familia."
        actions={
          <Group>
            <Switch
              label="Ver detalle"
              disabled={!settings.ready}
              checked={settings.expanded}
              onChange={(event) => settings.expand(event.currentTarget.checked)}
            />
          </Group>
        }
      />
      <DataTable
        id="coincidencias"
        caption="Coincidencias"
        list={list}
        columns={columnsOf(settings.expanded)}
        widths={{ known: settings.widths, keep: settings.keepWidths }}
        filters={[
          {
            key: 'estado',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(COINCIDENCE_STATES).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'motivo',
            label: 'En común',
            kind: 'one',
            choices: Object.entries(REASONS).map(([value, label]) => ({ value, label })),
          },
        ]}
        views={[
          { label: 'Por decidir', search: {} },
          { label: 'Vinculadas', search: { estado: 'vinculada' } },
          { label: 'Ignoradas', search: { estado: 'ignorada' } },
          { label: 'Fusionadas', search: { estado: 'fusionada', order_column: 'id', order_type: 'desc' } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `${one.left.nombre} y ${one.right.nombre}`}
        open={{ link: (one) => linkOptions({ to: '/oficina/coincidencias/$id', params: { id: one.id } }) }}
        searchLabel="Nombre, celular o documento"
        empty={
          <EmptyState
            title="Nada por decidir"
            text="Cuando dos personas compartan documento, celular, correo, familiar o nombre, aparecen aquí."
          />
        }
      />
    </>
  );
}

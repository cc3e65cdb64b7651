import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '#contract/dates.ts';
import { listAsked, type AskedRequest } from '#contract/works/purchasing/asked.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { AskForm } from './AskForm.tsx';

/** What a contractor asked for and what has come of it, on a phone. */
export function AskedPage() {
  const asking = useDrawer('pedir');
  const { data } = useQuery(queryOf(listAsked, {}));
  const requests = data?.data;
  const ask = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => asking.open()}>
      Pedir materiales
    </Button>
  );
  return (
    <>
      <PageHeader title="Mis materiales" count={requests?.length ?? null} actions={ask} />
      {!requests ? (
        <PendingPage />
      ) : requests.length === 0 ? (
        <EmptyState
          title="Aún no has pedido materiales"
          text="Pide lo que falta en una vivienda de tus contratos: aquí ves si se aprobó y qué llegó."
          action={ask}
        />
      ) : (
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {requests.map((one) => (
            <Asked key={one.id} request={one} />
          ))}
        </Stack>
      )}
      {asking.opened && <AskForm onClose={asking.close} />}
    </>
  );
}

const quantity = (value: number, unit: string) => `${value.toLocaleString('es-PA')} ${unit}`.trim();

function Asked({ request }: { request: AskedRequest }) {
  const { code, house, project, state, needed_on, note, reason, lines, asked_by } = request;
  return (
    <Paper component="li" withBorder p="md" radius="md" aria-label={code}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div>
          <Text fw={600}>{house.name}</Text>
          <Text size="sm" c="dimmed">
            {[project.name, code, asked_by].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <StatePill catalog="materialRequest" state={state} />
      </Group>
      {needed_on && (
        <Text size="sm" mt="xs">
          Hace falta el {showDay(needed_on)}
        </Text>
      )}
      {reason && (
        <Text size="sm" mt="xs">
          Motivo: {reason}
        </Text>
      )}
      <ShortTable
        label={`Materiales de ${code}`}
        rows={lines}
        rowId={({ id }) => id}
        columns={[
          { title: 'Material', render: ({ material }) => material },
          { title: 'Pedido', align: 'right', render: (line) => quantity(line.quantity, line.unit) },
          { title: 'Llegó', align: 'right', render: (line) => quantity(line.received, line.unit) },
        ]}
      />
      {note && (
        <Text size="sm" mt="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Paper>
  );
}

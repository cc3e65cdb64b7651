import { Button, Text } from '@mantine/core';
import { showDay } from '#contract/dates.ts';
import { LOST_REASONS } from '#contract/works/schedule/calendar.ts';
import { removeStop } from '#contract/works/schedule/endpoints.ts';
import type { Stop } from '#contract/works/schedule/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

const SOURCES: Record<Stop['source'], string> = {
  manual: 'Anotado aquí',
  bitacora: 'Bitácora',
  permiso: 'Permisos',
};

interface StopsDrawerProps {
  stops: readonly Stop[];
  /** Null: the user may not. */
  onAdd: (() => void) | null;
  onClose: () => void;
}

/** The lost days that the schedule counts, from all sources. */
export function StopsDrawer({ stops, onAdd, onClose }: StopsDrawerProps) {
  const remove = useAction(removeStop, { success: 'Días perdidos quitados.' });
  const ask = (id: number) =>
    void askConfirm({
      title: '¿Quitar estos días perdidos?',
      text: 'El cronograma se calcula otra vez sin ellos. Quedan en la auditoría.',
      confirm: 'Quitar',
      danger: true,
    }).then((sure) => sure && remove.mutate({ params: { id } }));
  return (
    <RecordDrawer title="Días perdidos" record={stops} onClose={onClose} size="lg">
      {onAdd && <Button onClick={onAdd}>Anotar días perdidos</Button>}
      {stops.length === 0 ? (
        <Text size="sm" c="dimmed">
          No hay días perdidos desde que empezó la obra.
        </Text>
      ) : (
        <ShortTable
          label="Días perdidos"
          rows={stops}
          rowId={(one, at) => `${one.source} ${one.id ?? at}`}
          columns={[
            {
              title: 'Días',
              render: ({ from, to }) => (from === to ? showDay(from) : `${showDay(from)} al ${showDay(to)}`),
            },
            { title: 'Qué pasó', render: ({ reason }) => LOST_REASONS[reason] },
            {
              title: 'Dónde',
              render: ({ house, contract }) => house?.name ?? contract?.reference ?? 'Todo el proyecto',
            },
            { title: 'Motivo', render: ({ note }) => note },
            { title: 'De', render: ({ source, by }) => by ?? SOURCES[source] },
            {
              title: 'Quitar',
              quiet: true,
              render: ({ id, removable }) =>
                id !== null && removable ? (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    loading={remove.isPending}
                    onClick={() => ask(id)}
                  >
                    Quitar
                  </Button>
                ) : null,
            },
          ]}
        />
      )}
    </RecordDrawer>
  );
}

import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listQuickAnswers, removeQuickAnswer } from '#contract/care/inbox/endpoints.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { QuickDrawer } from './QuickDrawer.tsx';

/** Answers given often: in the chat they come by a slash. */
export function QuickTab() {
  const mayEdit = useCan('chat.editar');
  const drawer = useDrawer('respuesta');
  const { data, error } = useQuery(queryOf(listQuickAnswers));
  const remove = useAction(removeQuickAnswer, { success: 'Respuesta quitada.' });
  if (error) throw error;
  const answers = data?.data;
  if (!answers) return <PendingPage />;
  const open = answers.find(({ id }) => id === drawer.id);
  return (
    <>
      {mayEdit && (
        <Group justify="flex-end" mb="xs">
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => drawer.open()}>
            Agregar respuesta
          </Button>
        </Group>
      )}
      {answers.length === 0 ? (
        <EmptyState
          title="No hay respuestas rápidas"
          text="Agrega las que el equipo escribe a diario. En el chat se eligen con una barra: /"
        />
      ) : (
        <ShortTable
          label="Respuestas rápidas"
          rows={answers}
          rowId={({ id }) => id}
          columns={[
            { title: 'Atajo', render: ({ shortcut }) => `/${shortcut}` },
            {
              title: 'Respuesta',
              render: ({ text }) => <span style={{ whiteSpace: 'pre-wrap' }}>{text}</span>,
            },
            { title: 'Para', render: ({ role }) => role?.name ?? 'Todo el equipo' },
            ...(mayEdit
              ? [
                  {
                    title: 'Acciones',
                    quiet: true,
                    render: ({ id, shortcut }: (typeof answers)[number]) => (
                      <Group gap="xs" wrap="nowrap">
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={`Editar ${shortcut}`}
                          onClick={() => drawer.open(id)}
                        >
                          Editar
                        </Button>
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={`Quitar ${shortcut}`}
                          onClick={() =>
                            void askConfirm({
                              title: `¿Quitar /${shortcut}?`,
                              text: 'El equipo ya no la verá en el chat.',
                              confirm: 'Quitar',
                            }).then((sure) => sure && remove.mutate({ params: { id } }))
                          }
                        >
                          Quitar
                        </Button>
                      </Group>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {drawer.opened && (drawer.id === null || open) && (
        <QuickDrawer key={open?.id ?? 'nueva'} answer={open ?? null} onClose={drawer.close} />
      )}
    </>
  );
}

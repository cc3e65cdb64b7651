import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listVersions, restoreVersion } from '#contract/care/chatbot/endpoints.ts';
import type { BotVersion } from '#contract/care/chatbot/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { PublishDrawer } from './PublishDrawer.tsx';

const many = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`);

/** The published versions, and what publishing now would change. */
export function VersionsTab() {
  const publishes = useCan('chatbot.aprobar');
  const publishing = useDrawer('publicar');
  const found = useQuery(queryOf(listVersions)).data?.data;
  if (!found) return <PendingPage />;
  const { versions, draft } = found;
  const changes = draft.added + draft.removed;
  return (
    <Stack gap="md">
      <Alert
        color={changes > 0 ? 'yellow' : 'green'}
        variant="light"
        title={
          changes > 0 ? 'El borrador tiene cambios sin publicar' : 'El público tiene todo lo del borrador'
        }
      >
        <List size="sm">
          <List.Item>
            {many(draft.sources, 'fuente lista', 'fuentes listas')}: {many(draft.added, 'nueva', 'nuevas')} y{' '}
            {many(draft.removed, 'que sale', 'que salen')}.
          </List.Item>
          {draft.waiting > 0 && (
            <List.Item>
              {many(draft.waiting, 'fuente no está lista', 'fuentes no están listas')}: se publica sin su
              contenido nuevo.
            </List.Item>
          )}
          <List.Item>
            {draft.tests === 0
              ? 'Agrega al menos una prueba: sin pruebas no se publica.'
              : `${many(draft.tests, 'prueba corre', 'pruebas corren')} antes de publicar.`}
          </List.Item>
        </List>
        {publishes && (
          <Button mt="sm" disabled={changes === 0} onClick={() => publishing.open()}>
            Publicar
          </Button>
        )}
      </Alert>
      {versions.length > 0 && (
        <ShortTable
          label="Versiones publicadas"
          rows={versions}
          rowId={({ id }) => id}
          columns={[
            {
              title: 'Versión',
              render: ({ id, current, note }) => (
                <>
                  <Text size="sm" fw={600}>
                    Versión {id}
                  </Text>
                  {current && <StatePill tone="positive" label="La tiene el público" />}
                  {note && <Text size="xs">{note}</Text>}
                </>
              ),
            },
            {
              title: 'Contenido',
              render: ({ sources, passages }) => (
                <TwoLines
                  first={many(sources, 'fuente', 'fuentes')}
                  second={many(passages, 'pasaje', 'pasajes')}
                />
              ),
            },
            { title: 'Pruebas', align: 'right', render: ({ tests }) => tests },
            {
              title: 'Publicada',
              render: ({ by, published_at }) => (
                <TwoLines first={by.name} second={<DateText instant={published_at} />} />
              ),
            },
            {
              title: 'Acciones',
              quiet: true,
              align: 'right',
              render: (one) => publishes && !one.current && <Restore version={one} />,
            },
          ]}
        />
      )}
      {publishes && publishing.opened && <PublishDrawer onClose={publishing.close} />}
    </Stack>
  );
}

function Restore({ version }: { version: BotVersion }) {
  const restore = useAction(restoreVersion, { success: ({ success }) => success });
  const ask = async () => {
    const sure = await askConfirm({
      title: `Volver a la versión ${version.id}`,
      text: 'El público la tiene enseguida. El borrador no cambia.',
      confirm: 'Volver a esta versión',
    });
    if (sure) restore.mutate({ params: { id: version.id } });
  };
  return (
    <Group justify="flex-end">
      <Button size="compact-sm" variant="default" loading={restore.isPending} onClick={() => void ask()}>
        Volver a esta
      </Button>
    </Group>
  );
}

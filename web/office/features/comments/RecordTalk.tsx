import { Anchor, List, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listFiles } from '#contract/files/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { useComments } from './useComments.ts';

/** Files and comments of a record that has no page with its own activity. */
export function RecordTalk({ reference, id }: { reference: string; id: number }) {
  const comments = useComments(reference, id);
  const files = useQuery(queryOf(listFiles, { params: { id, reference } })).data?.data ?? [];
  return (
    <Stack gap="md" mt="lg">
      {files.length > 0 && (
        <section>
          <Title order={2} size="h3" mb="sm">
            Archivos
          </Title>
          <List size="sm">
            {files.map((file) => (
              <List.Item key={file.id}>
                <Anchor href={file.url} target="_blank" rel="noopener noreferrer" size="sm">
                  {file.name}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </section>
      )}
      <ActivityStream title="Comentarios" {...comments} />
    </Stack>
  );
}

import { Anchor, List, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addComment, listComments } from '#contract/comments/endpoints.ts';
import { listFiles } from '#contract/files/endpoints.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';

/** Files and comments of a record that has no page with its own activity. */
export function RecordTalk({ reference, id }: { reference: string; id: number }) {
  const about = { reference, reference_id: id };
  const comments = useQuery(queryOf(listComments, { query: about }));
  const files = useQuery(queryOf(listFiles, { params: { id, reference } })).data?.data ?? [];
  const comment = useAction(addComment, { invalidates: [listComments] });
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
      <ActivityStream
        title="Comentarios"
        items={comments.data?.data.map(({ id, user, body, created_at }) => ({
          id,
          kind: 'comment',
          who: user.name,
          at: created_at,
          text: body,
        }))}
        error={comments.error}
        onComment={(body) => comment.mutateAsync({ body: { ...about, body } })}
      />
    </Stack>
  );
}

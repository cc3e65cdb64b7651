import { Stack } from '@mantine/core';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { RecordFiles } from './RecordFiles.tsx';
import { useComments } from './useComments.ts';

/** Files and comments of a record whose page has no activity stream. */
export function RecordTalk({ reference, id }: { reference: string; id: number }) {
  const comments = useComments(reference, id);
  return (
    <Stack gap="md" mt="lg">
      <RecordFiles reference={reference} id={id} />
      <ActivityStream title="Comentarios" empty="Todavía no hay comentarios." {...comments} />
    </Stack>
  );
}

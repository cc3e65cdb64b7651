import { Stack } from '@mantine/core';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { RecordFiles } from './RecordFiles.tsx';
import { useComments } from './useComments.ts';

/** Tasks, files and comments of a record whose page has no activity stream. */
export function RecordTalk({ reference, id }: { reference: string; id: number }) {
  const comments = useComments(reference, id);
  return (
    <Stack gap="md" mt="lg">
      <RecordTasks reference={reference} id={id} />
      <RecordFiles reference={reference} id={id} />
      <ActivityStream title="Comentarios" empty="Todavía no hay comentarios." {...comments} />
    </Stack>
  );
}

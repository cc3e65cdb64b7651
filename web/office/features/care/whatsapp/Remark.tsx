import { Button, Group, Text } from '@mantine/core';
import { fetchMedia, sendAgain } from '#contract/care/whatsapp/endpoints.ts';
import type { Message } from '#contract/care/chat/model.ts';
import { useAction } from '#web/office/lib/query.ts';

/** What went wrong with a message, and the way on. */
export function Remark({ message, mayWrite }: { message: Message; mayWrite: boolean }) {
  const again = useAction(sendAgain, { success: 'El mensaje sale otra vez.' });
  const fetchAgain = useAction(fetchMedia, { success: 'Se pidió el archivo.' });
  if (!message.remark || message.deleted) return null;
  const theirs = message.sender.kind === 'cliente';
  const args = { params: { sid: message.roomId, messageId: message._id }, body: {} };
  return (
    <Group gap="xs">
      <Text size="xs" fw={600}>
        {message.remark}
      </Text>
      {mayWrite && message.channel === 'whatsapp' && theirs && message.files.length === 0 && (
        <Button
          size="compact-xs"
          variant="default"
          loading={fetchAgain.isPending}
          onClick={() => fetchAgain.mutate(args)}
        >
          Pedir el archivo
        </Button>
      )}
      {mayWrite && message.channel === 'whatsapp' && !theirs && message.state === 'failed' && (
        <Button
          size="compact-xs"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate(args)}
        >
          Enviar otra vez
        </Button>
      )}
    </Group>
  );
}

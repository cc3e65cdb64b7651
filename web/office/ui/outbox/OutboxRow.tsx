import { Badge, Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OutboxItem } from '#web/office/lib/outbox/database.ts';
import { dependentsOf, dropItem, retryItem } from '#web/office/lib/outbox/outbox.ts';
import { askConfirm } from '../ask.tsx';

interface OutboxRowProps {
  item: OutboxItem;
  /** It is on its way. */
  sending: boolean;
  /** More about the item, below its title. */
  detail?: ReactNode;
  /** What its kind offers when it was refused: the way to correct it, an answer to what was asked. */
  actions: ReactNode;
}

/** Something that waits to be sent, or came back with a question. */
export function OutboxRow({ item, sending, detail, actions }: OutboxRowProps) {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>{item.title}</Text>
          {detail}
        </div>
        <ItemState item={item} sending={sending} />
      </Group>
      {item.refusal && (
        <>
          <Text size="sm" c="var(--danger)" mt={6} role="alert">
            {item.refusal.message}
          </Text>
          <Group gap="xs" mt="xs">
            {actions}
            {!correctable(item) && (
              <Button size="sm" variant="default" onClick={() => void retryItem(item)}>
                Enviar otra vez
              </Button>
            )}
            <Button size="sm" variant="subtle" color="red" onClick={() => void drop(item)}>
              Descartar
            </Button>
          </Group>
        </>
      )}
    </Paper>
  );
}

/** The server said no, so it has not been done: other contents may go in its place. */
export const correctable = ({ refusal }: OutboxItem): boolean =>
  refusal !== null && (refusal.code === 'UNREADABLE' || (refusal.status >= 400 && refusal.status < 500));

function ItemState({ item, sending }: { item: OutboxItem; sending: boolean }) {
  if (item.refusal)
    return (
      <Badge variant="light" color="red" flex="none">
        Revisar
      </Badge>
    );
  return (
    <Badge variant="light" color={sending ? 'brand' : 'gray'} flex="none">
      {sending ? 'Enviando' : 'Por enviar'}
    </Badge>
  );
}

async function drop(item: OutboxItem): Promise<void> {
  const { length: dependents } = await dependentsOf(item);
  const along = dependents === 0 ? '' : ` También se descarta lo que depende de esto (${dependents}).`;
  const yes = await askConfirm({
    title: `¿Descartar ${item.title}?`,
    text: `No se envía, y no se puede recuperar.${along}`,
    confirm: 'Descartar',
    danger: true,
  });
  if (yes) await dropItem(item);
}

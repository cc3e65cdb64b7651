import { Badge, Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OutboxItem } from '#web/office/lib/outbox/database.ts';
import { dependentsOf, dropItem, retryItem } from '#web/office/lib/outbox/outbox.ts';
import { askConfirm } from '../ask.tsx';

interface OutboxRowProps {
  item: OutboxItem;
  /** It is being sent. */
  sending: boolean;
  /** More about the item, below its title. */
  detail?: ReactNode;
  /** Actions of the kind for a refused item: a correction, or an answer to the server's question. */
  actions: ReactNode;
}

/** An item that waits to be sent or that the server refused. */
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

/** True if the server certainly did not save the item, so the user may replace its contents. */
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

interface CorrectButtonProps {
  item: OutboxItem;
  /** Said when what it was for waits no more. */
  gone?: string;
  /** Null: what it was for waits no more. */
  onCorrect: (() => void) | null;
}

/** Opens a refused item again. */
export function CorrectButton({ item, gone, onCorrect }: CorrectButtonProps) {
  if (!correctable(item)) return null;
  if (!onCorrect) return <Text size="sm">{gone}</Text>;
  return (
    <Button size="sm" variant="default" onClick={onCorrect}>
      Corregir
    </Button>
  );
}

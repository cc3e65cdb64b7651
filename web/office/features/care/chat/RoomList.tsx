import { Alert, Avatar, Badge, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BOXES, type Conversation } from '#contract/care/chat/model.ts';
import { listConversations } from '#contract/care/chat/endpoints.ts';
import { initialsOf } from '#web/office/lib/format.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import styles from './chat.module.css';
import { roomsAsked, type ChatSearch } from './chatSearch.ts';
import { threadQuery } from './useThread.ts';

const lastOf = ({ lastMessage: last }: Conversation): string => {
  if (!last) return 'Sin mensajes';
  const said =
    last.content ||
    (last.files === 0 ? 'Mensaje sin texto' : last.files === 1 ? 'Un archivo' : `${last.files} archivos`);
  return last.sender === 'cliente' ? said : `Tú o el equipo: ${said}`;
};

interface RoomListProps {
  search: ChatSearch;
  open: string | undefined;
  onOpen: (sid: string) => void;
}

/** The rooms of a box, those who wait longest first, else the latest. */
export function RoomList({ search, open, onOpen }: RoomListProps) {
  const asked = roomsAsked(search);
  const client = useQueryClient();
  const preload = (room: Conversation) => void client.prefetchQuery(threadQuery(client, room));
  const { data, error } = useQuery(queryOf(listConversations, { query: asked }));
  if (error && !data) return <Alert color="red" variant="light" title={sentence(error)} />;
  if (!data)
    return (
      <Stack gap="sm" p="sm">
        <Skeleton height={52} />
        <Skeleton height={52} />
        <Skeleton height={52} />
      </Stack>
    );
  if (data.data.length === 0)
    return (
      <EmptyState
        title={search.q ? 'Nadie con ese nombre' : 'Nada en esta bandeja'}
        text={
          search.q
            ? 'Prueba con otro nombre, celular o documento.'
            : asked.bandeja === 'sin_responder'
              ? 'Todos los que escribieron tienen respuesta.'
              : `«${BOXES[asked.bandeja]}» está vacía.`
        }
      />
    );
  return (
    <ul className={styles.rooms} aria-label="Conversaciones">
      {data.data.map((room) => (
        <li key={room.sid}>
          <UnstyledButton
            className={styles.room}
            aria-current={room.sid === open || String(room.id) === open || undefined}
            onPointerEnter={() => preload(room)}
            onFocus={() => preload(room)}
            onClick={() => {
              // Whoever neither pointed nor tabbed here waits for the messages and the page at once, not one after the other.
              preload(room);
              onOpen(room.sid);
            }}
          >
            <Avatar radius="xl" size={36} aria-hidden>
              {initialsOf(room.person.name)}
            </Avatar>
            <span className={styles.roomText}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Text size="sm" fw={room.unread > 0 ? 700 : 500} truncate>
                  {room.person.name}
                </Text>
                <Text size="xs" c="dimmed" className={styles.when}>
                  <DateText instant={room.lastMessage?.creation_date ?? null} />
                </Text>
              </Group>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Text size="sm" c="dimmed" truncate>
                  {lastOf(room)}
                </Text>
                {room.unread > 0 && (
                  <Badge
                    size="sm"
                    flex="none"
                    circle={room.unread < 10}
                    aria-label={`${room.unread} sin leer`}
                  >
                    {room.unread}
                  </Badge>
                )}
              </Group>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

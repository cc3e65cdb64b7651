import { ActionIcon, Alert, Chip, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getConversation, listConversations, readRoom } from '#contract/care/chat/endpoints.ts';
import type { Answer } from '#contract/endpoint.ts';
import { BOXES, type Conversation } from '#contract/care/chat/model.ts';
import { CONVERSATIONS_CHANNEL } from '#contract/realtime.ts';
import { usePresence } from '#web/office/lib/live/usePresence.ts';
import { keyOf, queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { usePermissions } from '#web/office/lib/session.ts';
import { People } from '#web/office/ui/AlsoHere.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { AnswerTimes } from '#web/office/features/care/inbox/AnswerTimes.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { SearchInput } from '#web/office/ui/SearchInput.tsx';
import styles from './chat.module.css';
import { roomsAsked, type ChatSearch } from './chatSearch.ts';
import { RoomList } from './RoomList.tsx';
import { RoomSearch } from './RoomSearch.tsx';
import { RoomSide } from './RoomSide.tsx';
import { Thread } from './Thread.tsx';

const PRESENCE = { active: 'En línea', inactive: 'Hace poco en línea', offline: 'Sin conexión' } as const;

/** The inbox in three panes: rooms, messages, the sale. On a phone, one after the other. */
export function ChatPage({ search }: { search: ChatSearch }) {
  const navigate = useNavigate();
  const attending = usePresence(CONVERSATIONS_CHANNEL.replace('presence-', ''));
  const go = (change: ChatSearch) =>
    void navigate({
      to: '/oficina/chat',
      search: { ...search, ...change },
      replace: change.sala === undefined,
    });
  return (
    <>
      <PageHeader
        title="Chat"
        count={null}
        actions={
          <>
            <People people={attending} does="también atiende el chat ahora" />
            <PageLink {...linkOptions({ to: '/oficina/chat/respuestas' })}>Respuestas y plantillas</PageLink>
          </>
        }
      />
      <AnswerTimes />
      <div className={styles.panes} data-open={search.sala !== undefined || undefined}>
        <section className={styles.list} aria-label="Bandejas">
          <div className={styles.listHead}>
            <SearchInput
              key={search.bandeja}
              label="Nombre, celular o documento"
              value={search.q ?? ''}
              onChange={(q) => go({ q })}
            />
            <Chip.Group
              value={roomsAsked(search).bandeja}
              onChange={(chosen) => go({ bandeja: chosen, q: undefined })}
            >
              <Group gap={6} role="radiogroup" aria-label="Bandeja">
                {Object.entries(BOXES).map(([value, label]) => (
                  <Chip key={value} value={value} size="xs">
                    {label}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </div>
          <RoomList search={search} open={search.sala} onOpen={(sala) => go({ sala, mensaje: undefined })} />
        </section>
        {search.sala === undefined ? (
          <div className={styles.nothing}>
            <EmptyState title="Elige una conversación" text="Los mensajes y la venta aparecen aquí." />
          </div>
        ) : (
          <Room
            key={search.sala}
            name={search.sala}
            around={search.mensaje}
            onFind={(mensaje) => go({ mensaje })}
            onBack={() => go({ sala: undefined, mensaje: undefined })}
            onMoved={(sala) => go({ sala, mensaje: undefined })}
          />
        )}
      </div>
    </>
  );
}

interface RoomProps {
  name: string;
  /** The number of the message to show; undefined: the newest. */
  around: number | undefined;
  onFind: (seq: number | undefined) => void;
  onBack: () => void;
  onMoved: (sid: string) => void;
}

function Room({ name, around, onFind, onBack, onMoved }: RoomProps) {
  const client = useQueryClient();
  const { data, error } = useQuery({
    ...queryOf(getConversation, { params: { id: name } }),
    // The list knows it: its messages need not wait for it.
    placeholderData: () => {
      const lists = client.getQueriesData<Answer<typeof listConversations>>({
        queryKey: keyOf(listConversations),
      });
      const known = lists.flatMap(([, list]) => list?.data ?? []).find(({ sid }) => sid === name);
      return known && { data: known };
    },
  });
  const mayWrite = usePermissions().has('chat.crear');
  const room = data?.data;
  if (error && !room)
    return (
      <div className={styles.nothing}>
        <Alert color="red" variant="light" title={sentence(error)} />
      </div>
    );
  if (!room)
    return (
      <div className={styles.nothing}>
        <Skeleton height={240} />
      </div>
    );
  return (
    <>
      <section className={styles.thread} aria-label={`Conversación con ${room.person.name}`}>
        <Group gap="xs" className={styles.threadHead} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            className={styles.back}
            aria-label="Volver a las conversaciones"
            onClick={onBack}
          >
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
          <div>
            <Title order={2} size="h4">
              {room.person.name}
            </Title>
            <Text size="xs" c="dimmed">
              {PRESENCE[room.users[0]!.status.state]}
            </Text>
          </div>
          <RoomSearch sid={room.sid} onFind={onFind} />
        </Group>
        <Thread
          room={room}
          mayWrite={mayWrite}
          around={around !== undefined && around <= room.last_seq ? around : undefined}
          onNewest={() => onFind(undefined)}
        />
        {mayWrite && <MarkRead room={room} />}
      </section>
      <aside className={styles.side} aria-label="Persona y ventas">
        <RoomSide room={room} mayWrite={mayWrite} onMoved={onMoved} />
      </aside>
    </>
  );
}

/** Says that the open room was read, while its page is in sight. */
function MarkRead({ room: { sid, unread } }: { room: Conversation }) {
  const { mutate } = useAction(readRoom, { inline: true });
  useEffect(() => {
    if (unread > 0 && document.visibilityState === 'visible') mutate({ params: { sid }, body: {} });
  }, [sid, unread, mutate]);
  return null;
}

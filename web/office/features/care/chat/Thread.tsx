import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Group,
  Menu,
  Progress,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { IconMoodPlus, IconTicket } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { ticketFromMessage } from '#contract/care/tickets/endpoints.ts';
import { updateReactions } from '#contract/care/chat/endpoints.ts';
import type { Conversation, Message } from '#contract/care/chat/model.ts';
import { MESSAGE_STATES } from '#contract/care/chat/rules.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { Remark } from '#web/office/features/care/whatsapp/Remark.tsx';
import { WhatsappBar } from '#web/office/features/care/whatsapp/WhatsappBar.tsx';
import { AssignFile } from './AssignFile.tsx';
import { Composer } from './Composer.tsx';
import { TeachFromReply } from '#web/office/features/care/chatbot/TeachFromReply.tsx';
import { draftOf } from './drafts.ts';
import styles from './chat.module.css';
import { useSending, type Outgoing } from './useSending.ts';
import { useThread } from './useThread.ts';
import { isVoice, VoicePlayer } from '#web/shared/voice/VoicePlayer.tsx';

const EMOJIS = ['👍', '❤️', '😂', '🙏', '✅'];
/** Pixels from the upper end at which older messages are fetched. */
const NEAR = 400;
/** From the lower end, where a list still counts as standing at it. */
const AT_END = 40;

const nameOf = (one: Message | Outgoing | undefined) => one && ('_id' in one ? one._id : one.clientId);

interface ThreadProps {
  room: Conversation;
  mayWrite: boolean;
  /** The number of the message to show and mark; undefined: the newest. */
  around: number | undefined;
  onNewest: () => void;
}

/** The messages of one room and the place to write. Only the visible ones are in the page. */
export function Thread({ room, mayWrite, around, onNewest }: ThreadProps) {
  const { messages, error, arrived, ...more } = useThread(room, around);
  const sending = useSending(room.sid, arrived);
  const list = useRef<VListHandle>(null);
  const shown = messages && [...messages.toReversed(), ...sending.outgoing];
  const count = shown?.length ?? 0;
  const [first, last] = [nameOf(shown?.[0]), nameOf(shown?.at(-1))];
  // Older messages at the upper end leave what is in sight where it is; in the same render, or the list jumps.
  const [ends, setEnds] = useState({ first, last, older: false });
  if (ends.first !== first || ends.last !== last) setEnds({ first, last, older: ends.last === last });

  // A new message at the end moves the list to it; others only a list that stands at its end, as what was missed offline.
  const atEnd = useRef(true);
  useEffect(() => {
    atEnd.current = true;
  }, [last]);
  useEffect(() => {
    if (count > 0 && around === undefined && atEnd.current)
      list.current?.scrollToIndex(count - 1, { align: 'end' });
  }, [last, count, around]);
  const sought = shown?.findIndex((one) => 'seq' in one && one.seq === around) ?? -1;
  const isThere = sought >= 0;
  useEffect(() => {
    if (isThere) list.current?.scrollToIndex(sought, { align: 'center' });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- older messages move it, and it is not sought again
  }, [around, isThere]);

  const onScroll = (offset: number) => {
    const { scrollSize = 0, viewportSize = 0 } = list.current ?? {};
    atEnd.current = offset > scrollSize - viewportSize - AT_END;
    if (more.hasNewer && offset > scrollSize - viewportSize - NEAR) void more.newer();
    if (offset <= NEAR && more.hasOlder) void more.older();
  };
  return (
    <>
      {error && !messages ? (
        <Alert color="red" variant="light" title={sentence(error)} />
      ) : !shown ? (
        <Stack gap="sm" p="md" className={styles.messages}>
          <Skeleton height={44} width="60%" />
          <Skeleton height={44} width="50%" ml="auto" />
          <Skeleton height={44} width="65%" />
        </Stack>
      ) : count === 0 ? (
        <div className={styles.messages}>
          <EmptyState title="Aún no hay mensajes" text="Escribe el primero." />
        </div>
      ) : (
        <VList
          ref={list}
          data={shown}
          shift={ends.older}
          onScroll={onScroll}
          className={styles.messages}
          role="log"
          aria-label={`Mensajes con ${room.person.name}`}
          tabIndex={0}
        >
          {(one) =>
            '_id' in one ? (
              <Bubble
                key={one._id}
                message={one}
                room={room}
                mayWrite={mayWrite}
                sought={one.seq === around}
                onChanged={arrived}
              />
            ) : (
              <Pending
                key={one.clientId}
                one={one}
                onAgain={() => sending.again(one)}
                onDrop={() => sending.drop(one.clientId)}
              />
            )
          }
        </VList>
      )}
      {around !== undefined && (
        <Group justify="center" p={4}>
          <Button size="compact-sm" variant="default" onClick={onNewest}>
            Ir a lo último
          </Button>
        </Group>
      )}
      {mayWrite && (
        <>
          <WhatsappBar room={room} typed={() => draftOf(room.sid)} onSent={arrived} />
          <Composer
            key={room.sid}
            sid={room.sid}
            onSend={(message) => {
              if (around !== undefined) onNewest();
              sending.send(message);
            }}
          />
        </>
      )}
    </>
  );
}

interface BubbleProps {
  message: Message;
  room: Conversation;
  mayWrite: boolean;
  /** A search led here. */
  sought: boolean;
  onChanged: (message: Message) => void;
}

function Bubble({ message, room, mayWrite, sought, onChanged }: BubbleProps) {
  const theirs = message.sender.kind === 'cliente';
  const makesTickets = useCan('tickets.crear') && theirs && !message.deleted;
  const react = useAction(updateReactions);
  const ticket = useAction(ticketFromMessage);
  const navigate = useNavigate();
  const toTicket = () =>
    ticket.mutate(
      { body: { mensaje_id: message._id } },
      {
        onSuccess: ({ data }) => void navigate({ to: '/oficina/tickets/$id', params: { id: data.id } }),
      },
    );
  const toggle = (reaction: string) => {
    const mine = message.reactions.some((one) => one.mine && one.reaction === reaction);
    const body = new FormData();
    body.set('reaction', reaction);
    if (mine) body.set('remove', '1');
    react.mutate(
      { params: { sid: room.sid, messageId: message._id }, body },
      { onSuccess: ({ data }) => onChanged(data) },
    );
  };
  return (
    <div className={styles.line} data-theirs={theirs || undefined} aria-current={sought || undefined}>
      <div className={styles.bubble} data-theirs={theirs || undefined} data-note={message.note || undefined}>
        {!theirs && (
          <Text size="xs" fw={600}>
            {message.note ? `Nota de ${message.sender.name}` : message.sender.name}
          </Text>
        )}
        {message.deleted ? (
          <Text size="sm" c="dimmed" fs="italic">
            Quien lo escribió borró este mensaje.
          </Text>
        ) : (
          message.content && <p className={styles.content}>{message.content}</p>
        )}
        {message.files.map((file) => (
          <MessageFile key={file.id} file={file} message={message} room={room} mayFile={mayWrite && theirs} />
        ))}
        <Remark message={message} mayWrite={mayWrite} />
        <Group gap={6} justify="flex-end" className={styles.foot}>
          {message.reactions.map(({ reaction, by }) => (
            <span key={by}>{reaction}</span>
          ))}
          {message.sender.kind === 'equipo' && !message.note && message.content && (
            <TeachFromReply messageId={message._id} />
          )}
          <Text size="xs" c="dimmed">
            <DateText instant={message.creation_date} />
            {message.channel === 'whatsapp' && ' · WhatsApp'}
            {message.edited && ' · Editado'}
            {!theirs && !message.note && ` · ${MESSAGE_STATES[message.state]}`}
          </Text>
        </Group>
      </div>
      {mayWrite && (
        <Menu position="top" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              size="sm"
              className={styles.react}
              aria-label={makesTickets ? 'Reaccionar o hacer un ticket' : 'Reaccionar'}
            >
              <IconMoodPlus size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Group gap={0} p={4} wrap="nowrap">
              {EMOJIS.map((emoji) => (
                <Menu.Item
                  key={emoji}
                  w={40}
                  p={6}
                  onClick={() => toggle(emoji)}
                  aria-label={`Reaccionar con ${emoji}`}
                >
                  {emoji}
                </Menu.Item>
              ))}
            </Group>
            {makesTickets && (
              <Menu.Item leftSection={<IconTicket size={16} aria-hidden />} onClick={toTicket}>
                Hacer un ticket
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

interface MessageFileProps {
  file: Message['files'][number];
  message: Message;
  room: Conversation;
  mayFile: boolean;
}

function MessageFile({ file, message, room, mayFile }: MessageFileProps) {
  const [filing, setFiling] = useState(false);
  return (
    <div className={styles.file}>
      {file.mime.startsWith('image/') ? (
        <a href={file.url} target="_blank" rel="noopener noreferrer">
          <img src={file.url} alt={file.name} className={styles.picture} loading="lazy" />
        </a>
      ) : isVoice(file) ? (
        <VoicePlayer {...file} />
      ) : (
        <Anchor href={file.url} target="_blank" rel="noopener noreferrer" size="sm">
          {file.name}
        </Anchor>
      )}
      {file.paper ? (
        <Text size="xs" c="dimmed">
          Archivado como {file.paper.label}
        </Text>
      ) : (
        mayFile && (
          <Button size="compact-xs" variant="default" onClick={() => setFiling(true)}>
            Archivar como documento
          </Button>
        )
      )}
      {filing && (
        <AssignFile sid={room.sid} messageId={message._id} file={file} onClose={() => setFiling(false)} />
      )}
    </div>
  );
}

function Pending({ one, onAgain, onDrop }: { one: Outgoing; onAgain: () => void; onDrop: () => void }) {
  return (
    <div className={styles.line}>
      <div className={styles.bubble} data-note={one.note || undefined} data-pending>
        {one.content && <p className={styles.content}>{one.content}</p>}
        {one.files.map((file) => (
          <Text size="sm" key={file.name}>
            {file.name}
          </Text>
        ))}
        {one.fault ? (
          <>
            <Text size="xs" role="alert">
              No se envió. {one.fault}
            </Text>
            <Group gap="xs">
              <Button size="compact-xs" onClick={onAgain}>
                Reintentar
              </Button>
              <Button size="compact-xs" variant="default" onClick={onDrop}>
                Descartar
              </Button>
            </Group>
          </>
        ) : one.files.length > 0 ? (
          <Progress value={one.share * 100} size="xs" aria-label="Enviando" />
        ) : (
          <Text size="xs" c="dimmed">
            Enviando…
          </Text>
        )}
      </div>
    </div>
  );
}

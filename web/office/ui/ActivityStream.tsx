import { Alert, Button, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconArrowRight, IconFile, IconHistory, IconMessage, IconMessageCircle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { sentence } from '../lib/refusal.ts';
import styles from './ActivityStream.module.css';
import { useUnsavedGuard } from '../lib/useUnsavedGuard.ts';
import { DateText } from './DateText.tsx';

export interface ActivityItem {
  id: string | number;
  kind: 'change' | 'comment' | 'message' | 'file';
  /** The author: a person, "Cliente" or "Sistema". */
  who: string;
  /** The action, if the text does not begin with it: "aprobó". */
  verb?: string;
  /** ISO instant. */
  at: string;
  text: ReactNode;
  /** Labels of the state before and after. */
  from?: string | null;
  to?: string | null;
  reason?: string | null;
}

interface ActivityStreamProps {
  /** Newest first; undefined while loading. */
  items: readonly ActivityItem[] | undefined;
  error: Error | null;
  /** Saves a comment and resolves when it is saved; null if the user may not comment. */
  onComment: ((text: string) => Promise<unknown>) | null;
  title?: string;
  /** The text for an empty list. */
  empty?: string;
}

const ICONS = { change: IconHistory, comment: IconMessage, message: IconMessageCircle, file: IconFile };

/** The history of a record as one list. */
export function ActivityStream({
  items,
  error,
  onComment,
  title = 'Actividad',
  empty = 'Todavía no hay movimientos.',
}: ActivityStreamProps) {
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      {onComment && <CommentForm onComment={onComment} />}
      {error && <Alert color="red" variant="light" title={sentence(error)} />}
      {!items && !error && (
        <Stack gap="sm">
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      )}
      {items?.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <ol className={styles.stream}>
        {items?.map((item) => {
          const Icon = ICONS[item.kind];
          return (
            <li key={item.id} className={styles.item}>
              <span className={styles.icon} aria-hidden>
                <Icon size={16} />
              </span>
              <div className={styles.body}>
                <div className={styles.head}>
                  <span>
                    <strong>{item.who}</strong> {item.verb}
                  </span>
                  <DateText instant={item.at} size="xs" c="dimmed" />
                </div>
                {item.to && (
                  <div className={styles.change}>
                    {item.from && (
                      <>
                        {item.from} <IconArrowRight size={12} aria-label="a" />{' '}
                      </>
                    )}
                    <b>{item.to}</b>
                  </div>
                )}
                <div className={item.kind === 'comment' ? styles.comment : undefined}>{item.text}</div>
                {item.reason && <div className={styles.reason}>Motivo: {item.reason}</div>}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function CommentForm({ onComment }: { onComment: (text: string) => Promise<unknown> }) {
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  useUnsavedGuard(text.trim() !== '' && !sending);
  const send = async () => {
    if (!text.trim() || sending) return;
    setSending(true);
    try {
      await onComment(text.trim());
      setText('');
    } catch {
      // The call has already shown the error. The text stays for a retry.
    } finally {
      setSending(false);
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        aria-label="Comentario"
        placeholder="Escribe un comentario para tus compañeros"
        autosize
        minRows={2}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      {text.trim() !== '' && (
        <Button type="submit" size="compact-sm" loading={sending}>
          Comentar
        </Button>
      )}
    </form>
  );
}

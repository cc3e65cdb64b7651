import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight, IconFile, IconHistory, IconMessage, IconMessageCircle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { sentence } from '../lib/refusal.ts';
import styles from './ActivityStream.module.css';
import { useUnsavedGuard } from '../lib/useUnsavedGuard.ts';
import { DateText } from './DateText.tsx';
import { MentionText, type Named } from './MentionText.tsx';

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

interface CommentProps {
  onComment: (text: string, mentions: number[]) => Promise<unknown>;
  people: (q: string) => Promise<readonly Named[]>;
}

interface ActivityStreamProps {
  /** Newest first; undefined while loading. */
  items: readonly ActivityItem[] | undefined;
  error: Error | null;
  /** Saves a comment and resolves when it is saved; null if the user may not comment. */
  onComment: CommentProps['onComment'] | null;
  /** Who may be mentioned after "@": colleagues who may see the record. */
  people?: CommentProps['people'];
  title?: string;
  /** The text for an empty list. */
  empty?: string;
}

const nobody: CommentProps['people'] = () => Promise.resolve([]);

const ICONS = { change: IconHistory, comment: IconMessage, message: IconMessageCircle, file: IconFile };

/** The history of a record as one list. */
export function ActivityStream({
  items,
  error,
  onComment,
  people = nobody,
  title = 'Actividad',
  empty = 'Todavía no hay movimientos.',
}: ActivityStreamProps) {
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      {onComment && <CommentForm onComment={onComment} people={people} />}
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

function CommentForm({ onComment, people }: CommentProps) {
  const [text, setText] = useState('');
  const [named, setNamed] = useState<readonly Named[]>([]);
  const [sending, setSending] = useState(false);
  useUnsavedGuard(text.trim() !== '' && !sending);
  const send = async () => {
    if (!text.trim() || sending) return;
    setSending(true);
    try {
      const mentioned = named.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
      await onComment(text.trim(), [...new Set(mentioned)]);
      setText('');
      setNamed([]);
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
      <MentionText
        value={text}
        onChange={setText}
        onMention={(person) => setNamed((before) => [...before, person])}
        find={people}
        onSubmit={() => void send()}
      />
      {text.trim() !== '' && (
        <Button type="submit" size="compact-sm" loading={sending}>
          Comentar
        </Button>
      )}
    </form>
  );
}

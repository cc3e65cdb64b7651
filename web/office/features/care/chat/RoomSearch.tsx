import { ActionIcon, Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listRoomMessages } from '#contract/care/chat/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { SearchInput } from '#web/office/ui/SearchInput.tsx';
import styles from './chat.module.css';

const SHOWN = 20;

interface RoomSearchProps {
  sid: string;
  /** Shows a message in its place, by its number. */
  onFind: (seq: number) => void;
}

/** Looks for words in one conversation; accents do not matter. A hit leads to its message. */
export function RoomSearch({ sid, onFind }: RoomSearchProps) {
  const [opened, setOpened] = useState(false);
  const [q, setQ] = useState('');
  const { data } = useQuery({
    ...queryOf(listRoomMessages, { params: { sid }, query: { q, per_page: SHOWN } }),
    enabled: opened && q.length > 1,
  });
  return (
    <Popover opened={opened} onChange={setOpened} width={320} position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          ml="auto"
          aria-label="Buscar en la conversación"
          onClick={() => setOpened((before) => !before)}
        >
          <IconSearch size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Buscar en la conversación">
        <Stack gap="xs">
          <SearchInput label="Palabras de un mensaje" value={q} onChange={(text) => setQ(text ?? '')} />
          <Stack gap="xs" mah={320} style={{ overflowY: 'auto' }} aria-live="polite">
            {q.length > 1 && data?.data.length === 0 && <Text size="sm">Nada con esas palabras.</Text>}
            {q.length > 1 &&
              data?.data.map((message) => (
                <UnstyledButton
                  key={message._id}
                  className={styles.hit}
                  onClick={() => {
                    setOpened(false);
                    onFind(message.seq);
                  }}
                >
                  <Text size="xs" c="dimmed">
                    {message.sender.name} · <DateText instant={message.creation_date} />
                  </Text>
                  <Text size="sm" lineClamp={3}>
                    {message.content}
                  </Text>
                </UnstyledButton>
              ))}
          </Stack>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

import { ActionIcon, Button, Group, Indicator, Popover, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countNotices, listNotices, selectAllNotices } from '#contract/company/notifications/endpoints.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { NoticeLink } from './NoticeLink.tsx';
import styles from './notifications.module.css';

const LATEST = 10;

/** The unread count and the latest notifications, on every page. */
export function NoticesBell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { data: counted } = useQuery(queryOf(countNotices));
  const unread = counted?.data.unread ?? 0;
  const { data: latest } = useQuery({
    ...queryOf(listNotices, { query: { per_page: LATEST } }),
    enabled: opened,
    staleTime: 0,
  });
  const readAll = useAction(selectAllNotices);
  const number = unread >= 100 ? '99+' : String(unread);
  return (
    <Popover position="bottom-end" width={340} trapFocus returnFocus opened={opened} onDismiss={close}>
      <Indicator label={number} size={16} disabled={unread === 0} offset={6} color="red.8">
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={unread === 0 ? 'Avisos' : `Avisos: ${number} sin leer`}
            onClick={toggle}
          >
            <IconBell size={20} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label="Avisos">
        <Group justify="space-between" p="sm" wrap="nowrap">
          <Text fw={600}>Avisos</Text>
          {unread > 0 && (
            <Button
              size="compact-xs"
              variant="subtle"
              loading={readAll.isPending}
              onClick={() => readAll.mutate({})}
            >
              Marcar todos como leídos
            </Button>
          )}
        </Group>
        {latest?.data.length === 0 && (
          <Text size="sm" c="dimmed" p="sm">
            Aquí llega lo que pasa en tus ventas y tareas.
          </Text>
        )}
        <ScrollArea.Autosize mah={360}>
          <ul className={styles.list} aria-label="Últimos avisos">
            {latest?.data.map((notice) => (
              <li key={notice.id}>
                <NoticeLink notice={notice} onOpen={close} />
              </li>
            ))}
          </ul>
        </ScrollArea.Autosize>
        <Button component={Link} to="/oficina/avisos" variant="subtle" fullWidth radius={0} onClick={close}>
          Ver todos
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

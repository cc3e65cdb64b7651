import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { NOTICE_KINDS } from '#contract/company/notifications/kinds.ts';
import { selectNotice } from '#contract/company/notifications/endpoints.ts';
import type { Notice } from '#contract/company/notifications/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import styles from './notifications.module.css';

/** A notification that links to its subject; opening it marks it as read. */
export function NoticeLink({ notice, onOpen }: { notice: Notice; onOpen?: () => void }) {
  const select = useAction(selectNotice);
  const unread = notice.selected_at === null;
  return (
    <Link
      to={notice.url}
      className={styles.notice}
      data-unread={unread || undefined}
      onClick={() => {
        if (unread) select.mutate({ params: { id: notice.id } });
        onOpen?.();
      }}
    >
      <Text size="sm" fw={unread ? 600 : 400}>
        {notice.text}
      </Text>
      <Text size="xs" c="dimmed">
        {NOTICE_KINDS[notice.kind]} · <DateText instant={notice.at} />
        {unread && ' · sin leer'}
      </Text>
    </Link>
  );
}

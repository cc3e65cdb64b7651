import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { homeContacts } from '#contract/overview/home/blocks.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { Rows } from './Rows.tsx';

/** People to ask: the teams of the user's projects, and the coordinators. */
export function Contacts() {
  const query = useQuery(queryOf(homeContacts));
  return (
    <Rows
      title="Con quién hablar"
      rows={query.data?.data}
      error={query.error}
      rowId={({ id }) => id}
      render={({ name, roles, email }) => (
        <>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {roles}
          </Text>
          <Anchor size="sm" href={`mailto:${email}`}>
            {email}
          </Anchor>
        </>
      )}
      renderWhen={({ phone }) => phone && <Anchor href={`tel:${phone}`}>{showPhone(phone)}</Anchor>}
      empty={null}
    />
  );
}

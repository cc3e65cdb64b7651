import { Center, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../lib/session.ts';

/** Shown while a page loads. Says so if the server cannot be reached. */
export function PendingPage() {
  const { failureCount } = useQuery({ ...sessionQuery, enabled: false });
  return (
    <Center mih="60vh" component="output">
      <Stack align="center" gap="sm">
        <Loader aria-label="Cargando" />
        {failureCount > 0 && <Text c="dimmed">Sin conexión con el servidor. Lo intentamos de nuevo…</Text>}
      </Stack>
    </Center>
  );
}

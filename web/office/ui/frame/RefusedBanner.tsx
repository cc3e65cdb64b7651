import { Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { holdRefused, useRefusedAction } from '../../lib/refused.ts';
import { toast } from '../toast.tsx';

/** The last change that failed: send it again, or discard it and show the server's state (spec §2.9). */
export function RefusedBanner() {
  const refused = useRefusedAction();
  const client = useQueryClient();
  const router = useRouter();
  const [sending, setSending] = useState(false);
  if (!refused?.repeatable) return null;

  const repeat = async () => {
    setSending(true);
    try {
      await refused.repeat();
      holdRefused(null);
      toast.success();
      await client.invalidateQueries();
    } catch {
      // It failed again and is kept with its new message.
    } finally {
      setSending(false);
    }
  };
  const revert = async () => {
    holdRefused(null);
    router.history.push(refused.alternativeUrl);
    await client.invalidateQueries();
  };
  return (
    <Alert
      color="brand"
      variant="light"
      mb="md"
      icon={<IconArrowBackUp aria-hidden />}
      title="Un cambio no se guardó"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{refused.message}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => void revert()} disabled={sending}>
            Descartarlo
          </Button>
          <Button size="compact-sm" onClick={() => void repeat()} loading={sending}>
            Intentar de nuevo
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

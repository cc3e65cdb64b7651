import { Group, Paper, Text } from '@mantine/core';
import type { Passage } from '#contract/care/chatbot/model.ts';

/** A passage as it is quoted, with its place. */
export function PassageCard({ passage, score }: { passage: Passage; score?: string }) {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={600}>
          {passage.heading || passage.source}
        </Text>
        {score && (
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {score}
          </Text>
        )}
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {passage.content}
      </Text>
      {passage.page !== null && (
        <Text size="xs" c="dimmed">
          Página {passage.page}
        </Text>
      )}
    </Paper>
  );
}

import { Text } from '@mantine/core';
import type { TicketRow } from '#contract/care/tickets/model.ts';
import { DateText } from '#web/office/ui/DateText.tsx';

/** The deadline that counts now; late in red, none while it stands still. */
export function DeadlineText({ one }: { one: Pick<TicketRow, 'due' | 'late' | 'paused'> }) {
  if (one.due === null)
    return (
      <Text size="sm" c="dimmed">
        {one.paused ? 'En pausa' : 'Sin plazo'}
      </Text>
    );
  return (
    <Text size="sm" component="div" {...(one.late && { c: 'var(--danger)', fw: 600 })}>
      {one.late && 'Venció '}
      <DateText instant={one.due} />
    </Text>
  );
}

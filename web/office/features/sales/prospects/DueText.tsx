import { Group } from '@mantine/core';
import { daysBetween } from '#contract/dates.ts';
import type { ProspectRow } from '#contract/sales/prospects/model.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';

/** The next follow-up day, and how late it is, in words and colour. */
export function DueText({ one }: { one: Pick<ProspectRow, 'next_follow_up_on' | 'due'> }) {
  const today = useToday();
  const day = one.next_follow_up_on;
  const late = one.due && day ? daysBetween(day, today) : 0;
  return (
    <Group gap={6} style={{ whiteSpace: 'nowrap' }}>
      <DateText day={day} />
      {one.due && (
        <StatePill
          tone={late > 0 ? 'negative' : 'attention'}
          label={late > 1 ? `${late} días tarde` : late === 1 ? '1 día tarde' : 'Toca hoy'}
        />
      )}
    </Group>
  );
}

import { Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import type { AppointmentRow, Calendar } from '#contract/sales/appointments/model.ts';
import { addDays, longDay, panamaDay, panamaTime } from '#contract/dates.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from './CalendarGrid.module.css';

interface Props {
  calendar: Calendar;
  from: string;
  to: string;
  onOpen: (row: AppointmentRow) => void;
}

/** The calendar as a list by day, for phones. */
export function Agenda({ calendar, from, to, onOpen }: Props) {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days.map((day) => {
    const closed = calendar.closed.find((one) => one.day === day);
    const rows = calendar.appointments.filter((row) => panamaDay(row.starts_at) === day);
    return (
      <section key={day} className={styles.day} aria-label={longDay(day)}>
        <Text fw={600} size="sm">
          {longDay(day)}
          {closed && (
            <Text span c="dimmed" size="sm">
              {' '}
              · {closed.name}
            </Text>
          )}
        </Text>
        {rows.length === 0 && !closed && (
          <Text size="sm" c="dimmed">
            Sin citas.
          </Text>
        )}
        {rows.map((row) => (
          <UnstyledButton key={row.id} onClick={() => onOpen(row)}>
            <Paper withBorder p="sm" radius="md">
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <Stack gap={0}>
                  <Text fw={600} size="sm">
                    {panamaTime(row.starts_at)} · {row.name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {row.project.name} · {row.agent.name}
                  </Text>
                </Stack>
                <StatePill catalog="appointment" state={row.state} />
              </Group>
            </Paper>
          </UnstyledButton>
        ))}
      </section>
    );
  });
}

import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Answer } from '#contract/endpoint.ts';
import { changeWeek, getAgentTime } from '#contract/sales/appointments/endpoints.ts';
import { WeekChange, type AgentTime } from '#contract/sales/appointments/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { FormBody } from '#web/office/ui/form/FormBody.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import styles from './CalendarGrid.module.css';

const WEEK = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'];
const DAYS = WEEK.map((label, at) => ({ value: at + 1, label }));

interface Props {
  agentId: number;
  week: AgentTime['weeks'][number];
  editable: boolean;
}

const Week = WeekChange.omit({ version: true });

/** A week's hours in one project. A day may have several ranges. */
export function WeekForm({ agentId, week, editable }: Props) {
  const weekIn = ({ data }: Answer<typeof getAgentTime>) =>
    data.weeks.find(({ project }) => project.id === week.project.id) ?? week;
  const form = useRecordForm({
    schema: Week,
    initial: week,
    reread: async () => weekIn(await call(getAgentTime, { params: { agenteId: agentId } })),
    send: ({ hours }, as, version = week.version) =>
      call(
        changeWeek,
        { params: { agenteId: agentId, proyectoId: week.project.id }, body: { hours, version } },
        as,
      ),
    success: 'Horario guardado. Las citas ya agendadas siguen igual.',
    onDone: (answer) => form.fill(weekIn(answer)),
  });
  useUnsavedGuard(form.form.isDirty() && !form.loading);
  const { rows, add, remove } = rowsOf(form, 'hours');
  const last = rows.at(-1)?.values;

  return (
    <FormBody {...form.frame} foot={null}>
      <Stack gap="xs">
        {rows.length === 0 && (
          <Text size="sm" c="dimmed">
            No atiende este proyecto.
          </Text>
        )}
        {rows.map((one, at) => {
          const day = DAYS[(one.values.weekday ?? 0) - 1]?.label ?? '';
          return (
            <div key={one.at} className={styles.hoursRow}>
              <OptionField
                of={one}
                name="weekday"
                aria-label={`Día ${at + 1}`}
                options={DAYS}
                disabled={!editable}
              />
              <TextField of={one} name="from" aria-label={`Desde, ${day}`} type="time" disabled={!editable} />
              <TextField of={one} name="to" aria-label={`Hasta, ${day}`} type="time" disabled={!editable} />
              {editable && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={`Quitar ${day}`}
                  onClick={() => remove(at)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </div>
          );
        })}
        {editable && (
          <Group gap="xs" justify="space-between">
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() =>
                  add({
                    weekday: Math.min(6, (last?.weekday ?? 0) + 1),
                    from: last?.from ?? '09:00',
                    to: last?.to ?? '17:00',
                  })
                }
              >
                Agregar un día
              </Button>
              {rows.length === 0 && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() =>
                    [1, 2, 3, 4, 5].forEach((weekday) => add({ weekday, from: '09:00', to: '17:00' }))
                  }
                >
                  Lunes a viernes, 9 a 5
                </Button>
              )}
            </Group>
            {form.form.isDirty() && (
              <Button type="submit" loading={form.loading}>
                Guardar horario
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </FormBody>
  );
}

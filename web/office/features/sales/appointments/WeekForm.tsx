import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { changeWeek } from '#contract/sales/appointments/endpoints.ts';
import { WeekChange, type AgentTime } from '#contract/sales/appointments/model.ts';
import { applyServerErrors, zodErrors } from '#web/office/lib/formErrors.ts';
import { useAction } from '#web/office/lib/query.ts';
import styles from './CalendarGrid.module.css';

const WEEK = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'];
const DAYS = WEEK.map((label, at) => ({ value: String(at + 1), label }));

interface Props {
  agentId: number;
  week: AgentTime['weeks'][number];
  editable: boolean;
}

/** The hours of a week in one project; a day may have several. */
export function WeekForm({ agentId, week, editable }: Props) {
  const save = useAction(changeWeek, {
    success: 'Horario guardado. Las citas ya agendadas siguen igual.',
  });
  const form = useForm({
    initialValues: { hours: week.hours.map((one) => ({ ...one, weekday: String(one.weekday) })) },
    validate: ({ hours }) =>
      zodErrors(WeekChange)({
        hours: hours.map((one) => ({ ...one, weekday: Number(one.weekday) })),
        version: week.version,
      }) as never,
  });
  const place = useEffectEvent((error: Error) => applyServerErrors(form as never, error));
  useEffect(() => {
    if (save.error) place(save.error);
  }, [save.error]);
  const { hours } = form.values;
  const last = hours.at(-1);

  const submit = form.onSubmit((values) =>
    save.mutate({
      params: { agenteId: agentId, proyectoId: week.project.id },
      body: {
        version: week.version,
        hours: values.hours.map((one) => ({ ...one, weekday: Number(one.weekday) })),
      },
    }),
  );
  const add = (more: { weekday: string; from: string; to: string }[]) =>
    form.setFieldValue('hours', [...hours, ...more]);

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        {hours.length === 0 && (
          <Text size="sm" c="dimmed">
            No atiende este proyecto.
          </Text>
        )}
        {hours.map((one, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows of a form go by their place
          <div key={at} className={styles.hoursRow}>
            <NativeSelect
              aria-label={`Día ${at + 1}`}
              data={DAYS}
              disabled={!editable}
              {...form.getInputProps(`hours.${at}.weekday`)}
            />
            <TextInput
              aria-label={`Desde, ${DAYS[Number(one.weekday) - 1]?.label ?? ''}`}
              type="time"
              disabled={!editable}
              {...form.getInputProps(`hours.${at}.from`)}
            />
            <TextInput
              aria-label={`Hasta, ${DAYS[Number(one.weekday) - 1]?.label ?? ''}`}
              type="time"
              disabled={!editable}
              {...form.getInputProps(`hours.${at}.to`)}
            />
            {editable && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Quitar ${DAYS[Number(one.weekday) - 1]?.label ?? ''}`}
                onClick={() => form.removeListItem('hours', at)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </div>
        ))}
        {editable && (
          <Group gap="xs" justify="space-between">
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() =>
                  add([
                    {
                      weekday: last ? String(Math.min(6, Number(last.weekday) + 1)) : '1',
                      from: last?.from ?? '09:00',
                      to: last?.to ?? '17:00',
                    },
                  ])
                }
              >
                Agregar un día
              </Button>
              {hours.length === 0 && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() =>
                    add(['1', '2', '3', '4', '5'].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })))
                  }
                >
                  Lunes a viernes, 9 a 5
                </Button>
              )}
            </Group>
            {form.isDirty() && (
              <Button type="submit" loading={save.isPending}>
                Guardar horario
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

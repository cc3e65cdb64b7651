import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { addException, removeException } from '#contract/sales/appointments/endpoints.ts';
import type { AgentTime } from '#contract/sales/appointments/model.ts';
import { longDay } from '#contract/dates.ts';
import { applyServerErrors } from '#web/office/lib/formErrors.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';

type Exception = AgentTime['exceptions'][number];

const textOf = ({ kind, project, from, to, reason }: Exception) =>
  [
    kind === 'libre' ? 'Libre' : `Extra en ${project?.name ?? ''}`,
    from === null ? 'todo el día' : `de ${from} a ${to}`,
    reason,
  ]
    .filter(Boolean)
    .join(', ');

/** Days off and extra hours still to come. */
export function ExceptionList({ time }: { time: AgentTime }) {
  const remove = useAction(removeException, { success: 'Quitado.' });
  return (
    <Stack gap="sm">
      {time.exceptions.length === 0 && (
        <Text size="sm" c="dimmed">
          No hay días libres ni horas extra por venir.
        </Text>
      )}
      {time.exceptions.map((one) => (
        <Group key={one.id} justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" fw={600}>
              {longDay(one.day)}
            </Text>
            <Text size="sm" c="dimmed">
              {textOf(one)}
            </Text>
          </div>
          {time.editable && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Quitar ${longDay(one.day)}`}
              loading={remove.isPending}
              onClick={() => remove.mutate({ params: { agenteId: time.agent.id, id: one.id } })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      {time.editable && <NewExceptionForm time={time} />}
    </Stack>
  );
}

function NewExceptionForm({ time }: { time: AgentTime }) {
  const today = useToday();
  const add = useAction(addException, { success: 'Agregado.' });
  const form = useForm({
    initialValues: { kind: 'libre', day: '', from: '', to: '', proyecto_id: '', reason: '' },
    validate: { day: (day: string) => (day ? null : 'Elige el día.') },
  });
  const { values, errors } = form;
  const extra = values.kind === 'extra';
  const place = useEffectEvent((error: Error) => applyServerErrors(form as never, error));
  useEffect(() => {
    if (add.error) place(add.error);
  }, [add.error]);
  const submit = form.onSubmit(({ kind, day, from, to, proyecto_id, reason }) =>
    add.mutate(
      {
        params: { agenteId: time.agent.id },
        body: {
          kind: kind === 'extra' ? 'extra' : 'libre',
          day,
          from: from || null,
          to: to || null,
          ...(kind === 'extra' && proyecto_id && { proyecto_id: Number(proyecto_id) }),
          reason,
        },
      },
      { onSuccess: () => form.reset() },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <SegmentedControl
          aria-label="Qué se agrega"
          data={[
            { value: 'libre', label: 'Día u horas libres' },
            { value: 'extra', label: 'Horas extra' },
          ]}
          {...form.getInputProps('kind')}
        />
        <Group grow align="flex-start">
          <DayInput
            label="Día"
            required
            minDate={today}
            value={values.day}
            onChange={(day) => form.setFieldValue('day', day)}
            error={errors['day']}
          />
          <TextInput label="Desde" type="time" required={extra} {...form.getInputProps('from')} />
          <TextInput label="Hasta" type="time" required={extra} {...form.getInputProps('to')} />
        </Group>
        {extra && (
          <NativeSelect
            label="Proyecto"
            required
            data={[
              { value: '', label: 'Elige el proyecto' },
              ...time.weeks
                .filter(({ editable }) => editable)
                .map(({ project }) => ({ value: String(project.id), label: project.name })),
            ]}
            {...form.getInputProps('proyecto_id')}
          />
        )}
        <TextInput label="Motivo" maxLength={120} {...form.getInputProps('reason')} />
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {extra ? '' : 'Sin horas es el día entero.'}
          </Text>
          <Button type="submit" variant="default" loading={add.isPending}>
            Agregar
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

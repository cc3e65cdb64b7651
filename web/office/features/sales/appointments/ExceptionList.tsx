import { ActionIcon, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { z } from 'zod';
import { addException, removeException } from '#contract/sales/appointments/endpoints.ts';
import { NewException, type AgentTime } from '#contract/sales/appointments/model.ts';
import { longDay } from '#contract/dates.ts';
import { call } from '#web/office/lib/call.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { bound, DayField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

type Exception = AgentTime['exceptions'][number];

const textOf = ({ kind, project, from, to, reason }: Exception) =>
  [
    kind === 'libre' ? 'Libre' : `Extra en ${project?.name ?? ''}`,
    from === null ? 'todo el día' : `de ${from} a ${to}`,
    reason,
  ]
    .filter(Boolean)
    .join(', ');

/** Future days off and extra hours. */
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

const wireOf = ({ proyecto_id, ...body }: z.input<typeof NewException>) => ({
  ...body,
  ...(body.kind === 'extra' && { proyecto_id }),
});

export function NewExceptionForm({ time }: { time: AgentTime }) {
  const today = useToday();
  const form = useRecordForm<typeof NewException, object>({
    schema: NewException,
    initial: { kind: 'libre' },
    check: ({ day }) => ({ day: day ? null : 'Elige el día.' }),
    send: (body, as) => call(addException, { params: { agenteId: time.agent.id }, body: wireOf(body) }, as),
    success: 'Agregado.',
    onDone: () => form.clear(),
  });
  const kind = bound(form, 'kind');
  const extra = kind.value === 'extra';
  return (
    <RecordForm
      {...form.frame}
      submitLabel="Agregar"
      beside={
        <Text size="xs" c="dimmed" mr="auto">
          {extra ? '' : 'Sin horas es el día entero.'}
        </Text>
      }
    >
      <SegmentedControl
        aria-label="Qué se agrega"
        data={[
          { value: 'libre', label: 'Día u horas libres' },
          { value: 'extra', label: 'Horas extra' },
        ]}
        value={kind.value ?? 'libre'}
        onChange={kind.set}
      />
      <Group grow align="flex-start">
        <DayField of={form} name="day" label="Día" minDate={today} />
        <TextField of={form} name="from" label="Desde" type="time" required={extra} />
        <TextField of={form} name="to" label="Hasta" type="time" required={extra} />
      </Group>
      {extra && (
        <OptionField
          of={form}
          name="proyecto_id"
          label="Proyecto"
          required
          nothing="Elige el proyecto"
          options={time.weeks
            .filter(({ editable }) => editable)
            .map(({ project }) => ({ value: project.id, label: project.name }))}
        />
      )}
      <TextField of={form} name="reason" label="Motivo" maxLength={120} />
    </RecordForm>
  );
}

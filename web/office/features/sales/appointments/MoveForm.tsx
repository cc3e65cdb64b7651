import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { changeAppointmentStatus } from '#contract/sales/appointments/endpoints.ts';
import type { Appointment } from '#contract/sales/appointments/model.ts';
import { APPOINTMENT } from '#contract/sales/appointments/rules.ts';
import { panamaDay, panamaTime } from '#contract/dates.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { useAction } from '#web/office/lib/query.ts';
import { TimeFields } from './TimeFields.tsx';

interface Props {
  one: Appointment;
  onDone: () => void;
}

/** The new time of an appointment: what dragging does, by form. */
export function MoveForm({ one, onDone }: Props) {
  const save = useAction(changeAppointmentStatus, {
    success: 'Cita movida. Se avisó al cliente.',
  });
  const form = useForm({
    initialValues: {
      fecha: panamaDay(one.starts_at),
      hora_inicio: panamaTime(one.starts_at),
      agente_id: String(one.agent.id),
      motivo: '',
    },
    validate: {
      fecha: (day: string) => (day ? null : 'Elige el día.'),
      hora_inicio: (time: string) => (time ? null : 'Elige la hora.'),
    },
  });
  const { values, errors } = form;
  const place = useEffectEvent((error: Error) => {
    if (!(error instanceof Refusal)) return;
    form.setErrors(
      Object.fromEntries(
        error.fields.map(({ field, message }) => [field.replace(/^params\[(\w+)\]$/, '$1'), message]),
      ),
    );
  });
  useEffect(() => {
    if (save.error) place(save.error);
  }, [save.error]);

  const submit = form.onSubmit(({ fecha, hora_inicio, agente_id, motivo }) =>
    save.mutate(
      {
        params: { id: one.id },
        body: {
          params: {
            estado_id: APPOINTMENT.moved,
            version: one.version,
            fecha,
            hora_inicio,
            agente_id: Number(agente_id),
            ...(motivo && { motivo }),
          },
        },
      },
      { onSuccess: onDone },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TimeFields
          projectId={one.project.id}
          values={values}
          errors={errors}
          onChange={(field, value) => form.setFieldValue(field, value)}
          anybody={null}
        />
        <TextInput label="Motivo" maxLength={200} {...form.getInputProps('motivo')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancelar
          </Button>
          <Button type="submit" loading={save.isPending}>
            Mover cita
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

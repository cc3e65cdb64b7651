import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { listAgents, listFreeTimes } from '#contract/sales/appointments/endpoints.ts';
import type { NewAppointment } from '#contract/sales/appointments/model.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { bound, DayField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';

type Time = z.ZodObject<Pick<typeof NewAppointment.shape, 'fecha' | 'hora_inicio' | 'agente_id'>>;

interface Props {
  of: RecordFormOf<Time>;
  projectId: number | null;
  /** Label of the empty choice (the first free person); null: a person is required. */
  anybody: string | null;
}

/** Day, hour and person. Free hours of the week's schedule are one click away; the user may type any other hour. */
export function TimeFields({ of, projectId, anybody }: Props) {
  const today = useToday();
  const agents = useOptions(queryOf(listAgents));
  const { fecha, hora_inicio, agente_id } = of.values;
  const hour = bound(of, 'hora_inicio');
  const free = useQuery({
    ...queryOf(listFreeTimes, {
      query: { proyecto_id: projectId ?? 0, fecha: fecha ?? '', ...(agente_id !== null && { agente_id }) },
    }),
    enabled: projectId !== null && fecha !== null,
  });
  const times = free.data?.data ?? [];
  return (
    <>
      <OptionField
        of={of}
        name="agente_id"
        label="Atiende"
        options={agents.map(({ id, text }) => ({ value: id, label: text }))}
        {...(anybody !== null && { nothing: anybody })}
      />
      <Group grow align="flex-start">
        <DayField of={of} name="fecha" label="Día" required minDate={today} />
        <TextField of={of} name="hora_inicio" label="Hora" type="time" required />
      </Group>
      {projectId !== null && fecha !== null && free.isSuccess && (
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            {times.length > 0 ? 'Horas libres ese día:' : 'Ese día no quedan horas libres del horario.'}
          </Text>
          <Group gap={6}>
            {times.map(({ hora_inicio: hora }) => (
              <Button
                key={hora}
                size="compact-sm"
                variant={hora === hora_inicio ? 'filled' : 'default'}
                onClick={() => hour.set(hora)}
              >
                {hora}
              </Button>
            ))}
          </Group>
        </div>
      )}
    </>
  );
}

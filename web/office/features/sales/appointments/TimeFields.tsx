import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listAgents, listFreeTimes } from '#contract/sales/appointments/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';

/** The fields of a time, by the names that the server gives their faults. */
export interface TimeValues {
  fecha: string;
  hora_inicio: string;
  agente_id: string;
}

interface Props {
  projectId: number | null;
  values: TimeValues;
  errors: Partial<Record<keyof TimeValues, React.ReactNode>>;
  onChange: (field: keyof TimeValues, value: string) => void;
  /** What no choice of a person means: the first who is free; null when somebody must be chosen. */
  anybody: string | null;
}

/** Day, hour and who attends; the free hours of the week's plan are one press away, any other may be typed. */
export function TimeFields({ projectId, values, errors, onChange, anybody }: Props) {
  const today = useToday();
  const agents = useOptions(queryOf(listAgents));
  const { fecha, hora_inicio, agente_id } = values;
  const free = useQuery({
    ...queryOf(listFreeTimes, {
      query: { proyecto_id: projectId ?? 0, fecha, ...(agente_id && { agente_id: Number(agente_id) }) },
    }),
    enabled: projectId !== null && fecha !== '',
  });
  const times = free.data?.data ?? [];
  return (
    <>
      <NativeSelect
        label="Atiende"
        data-path="agente_id"
        value={agente_id}
        onChange={({ currentTarget }) => onChange('agente_id', currentTarget.value)}
        error={errors.agente_id}
        data={[
          ...(anybody === null ? [] : [{ value: '', label: anybody }]),
          ...agents.map(({ id, text }) => ({ value: String(id), label: text })),
        ]}
      />
      <Group grow align="flex-start">
        <DayInput
          label="Día"
          required
          minDate={today}
          value={fecha}
          onChange={(day) => onChange('fecha', day)}
          error={errors.fecha}
        />
        <TextInput
          label="Hora"
          type="time"
          required
          data-path="hora_inicio"
          value={hora_inicio}
          onChange={({ currentTarget }) => onChange('hora_inicio', currentTarget.value)}
          error={errors.hora_inicio}
        />
      </Group>
      {projectId !== null && fecha !== '' && free.isSuccess && (
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
                onClick={() => onChange('hora_inicio', hora)}
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

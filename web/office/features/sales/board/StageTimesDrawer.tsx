import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listStageTimes, setStageTime } from '#contract/sales/board/boardEndpoints.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';

/** How many days each stage normally takes: the company's, with what each project's past says beneath. */
export function StageTimesDrawer({ mayEdit, onClose }: { mayEdit: boolean; onClose: () => void }) {
  const { data } = useQuery(queryOf(listStageTimes));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title="Tiempos normales"
      closeButtonProps={{ 'aria-label': 'Cerrar' }}
    >
      <Text size="sm" c="dimmed" mb="md">
        Valen para las etapas que empiezan desde ahora. Donde un proyecto tiene 10 ventas o más en el último
        año, vale la mediana de su pasado.
      </Text>
      <Stack gap="md">
        {data?.data.map((time) => (
          <StageTimeRow key={`${time.stage}-${time.days}`} time={time} mayEdit={mayEdit} />
        ))}
      </Stack>
    </Drawer>
  );
}

interface Time {
  stage: number;
  name: string;
  days: number;
  medians: { project: { id: number; name: string }; days: number; sample: number }[];
}

function StageTimeRow({ time, mayEdit }: { time: Time; mayEdit: boolean }) {
  const [days, setDays] = useState<number | string>(time.days);
  const save = useAction(setStageTime, {
    success: 'Tiempo guardado.',
  });
  const past = time.medians
    .map(({ project, days: median, sample }) => `${project.name}: ${median} días (${sample} ventas)`)
    .join(' · ');
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <NumberField
        label={`${time.stage}. ${time.name}`}
        {...(past && { description: past })}
        suffix=" días"
        min={1}
        max={1500}
        allowDecimal={false}
        value={days}
        onChange={setDays}
        readOnly={!mayEdit}
        style={{ flex: 1 }}
      />
      {mayEdit && (
        <Button
          variant="default"
          disabled={days === time.days || typeof days !== 'number'}
          loading={save.isPending}
          aria-label={`Guardar ${time.name}`}
          onClick={() => save.mutate({ params: { etapa: time.stage }, body: { dias: Number(days) } })}
        >
          Guardar
        </Button>
      )}
    </Group>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listStageTimes, setStageTime } from '#contract/sales/board/boardEndpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { NumberField } from '#web/office/ui/form/fields.tsx';
import { FormBody } from '#web/office/ui/form/FormBody.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';

/** Normal days per stage: the company's value, and below it each project's median. */
export function StageTimesDrawer({ mayEdit, onClose }: { mayEdit: boolean; onClose: () => void }) {
  const { data, error } = useQuery(queryOf(listStageTimes));
  return (
    <RecordDrawer title="Tiempos normales" onClose={onClose} record={data} error={error}>
      <Text size="sm" c="dimmed">
        Valen para las etapas que empiezan desde ahora. Donde un proyecto tiene 10 ventas o más en el último
        año, vale la mediana de su pasado.
      </Text>
      <Stack gap="md">
        {data?.data.map((time) => (
          <StageTimeRow key={time.stage} time={time} mayEdit={mayEdit} />
        ))}
      </Stack>
    </RecordDrawer>
  );
}

interface Time {
  stage: number;
  name: string;
  days: number;
  medians: { project: { id: number; name: string }; days: number; sample: number }[];
}

function StageTimeRow({ time, mayEdit }: { time: Time; mayEdit: boolean }) {
  const form = useRecordForm({
    schema: setStageTime.body,
    initial: { dias: time.days },
    send: (body, as) => call(setStageTime, { params: { etapa: time.stage }, body }, as),
    success: 'Tiempo guardado.',
  });
  useUnsavedGuard(form.form.isDirty() && !form.loading);
  const past = time.medians
    .map(({ project, days: median, sample }) => `${project.name}: ${median} días (${sample} ventas)`)
    .join(' · ');
  return (
    <FormBody {...form.frame} foot={null}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <NumberField
          of={form}
          name="dias"
          label={`${time.stage}. ${time.name}`}
          {...(past && { description: past })}
          suffix=" días"
          required={false}
          min={1}
          max={1500}
          allowDecimal={false}
          readOnly={!mayEdit}
          style={{ flex: 1 }}
        />
        {mayEdit && (
          <Button
            type="submit"
            variant="default"
            disabled={!form.form.isDirty()}
            loading={form.loading}
            aria-label={`Guardar ${time.name}`}
          >
            Guardar
          </Button>
        )}
      </Group>
    </FormBody>
  );
}

import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '#contract/dates.ts';
import { previewStamp, stampSchedule } from '#contract/works/schedule/endpoints.ts';
import { StampForm, type SchedulableContract } from '#contract/works/schedule/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, NumberField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

const Asked = StampForm.pick({ inicio: true, ritmo: true, motivo: true });
/** A house every five working days, until somebody says otherwise. */
const USUAL_PACE = 5;

/** Start and pace of a contract's houses, with what they would give before they are saved. */
export function StampDrawer({ contract, onClose }: { contract: SchedulableContract; onClose: () => void }) {
  const today = useToday();
  const known = contract.schedule;
  const params = { id: contract.id };
  const form = useRecordForm({
    schema: Asked,
    initial: {
      inicio: known?.starts_on ?? contract.starts_on ?? today,
      ritmo: known?.pace ?? USUAL_PACE,
      motivo: null,
    },
    send: (body, as) =>
      call(stampSchedule, { params, body: { ...body, ...(known && { version: known.version }) } }, as),
    success: 'Contrato programado.',
    onDone: onClose,
  });
  const { inicio, ritmo } = form.form.getValues();
  const tries = Asked.pick({ inicio: true, ritmo: true }).safeParse({ inicio, ritmo });
  const preview = useQuery({
    ...queryOf(previewStamp, {
      params,
      query: tries.success ? tries.data : { inicio: today, ritmo: USUAL_PACE },
    }),
    enabled: tries.success,
  });
  const told = preview.data?.data;
  return (
    <FormDrawer
      title={`${known ? 'Programar de nuevo' : 'Programar'} · ${contract.reference}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={known ? 'Programar de nuevo' : 'Programar'}
    >
      <Text size="sm">
        Cada casa toma las actividades del plan de acción de su modelo que construye este contrato, una casa
        tras otra.
      </Text>
      <DayField of={form} name="inicio" label="Empieza la primera casa" />
      <NumberField
        of={form}
        name="ritmo"
        label="Una casa cada cuántos días hábiles"
        description="De ahí salen las cuadrillas de cada actividad."
      />
      {known && (
        <LongTextField
          of={form}
          name="motivo"
          label="Por qué se programa de nuevo"
          description="Se dibuja otra línea base y los movimientos terminan; lo que ya pasó queda."
          maxLength={500}
        />
      )}
      {told?.why_not && <Alert color="red" variant="light" role="alert" title={told.why_not} />}
      {told && !told.why_not && (
        <Stack gap="xs">
          <Text size="sm" fw={600} aria-live="polite">
            {told.houses} {told.houses === 1 ? 'casa' : 'casas'}, {told.tasks} actividades: termina el{' '}
            {told.finish ? showDay(told.finish) : '—'}.
          </Text>
          {told.outside.length > 0 && (
            <Text size="sm" c="dimmed">
              Quedan fuera, porque ningún plan las tiene: {told.outside.join(', ')}.
            </Text>
          )}
          <ShortTable
            label="Cuadrillas"
            rows={told.crews}
            rowId={({ activity }) => activity.id}
            columns={[
              { title: 'Actividad', render: ({ activity }) => activity.name },
              { title: 'Días', align: 'right', render: ({ days }) => days },
              { title: 'Cuadrillas', align: 'right', render: ({ count }) => count },
            ]}
          />
        </Stack>
      )}
    </FormDrawer>
  );
}

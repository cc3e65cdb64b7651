import { Text } from '@mantine/core';
import { showDay } from '#contract/dates.ts';
import { moveTask } from '#contract/works/schedule/endpoints.ts';
import { MoveForm } from '#contract/works/schedule/model.ts';
import { call } from '#web/office/lib/call.ts';
import { DayField, LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Asked = MoveForm.pick({ inicio: true, motivo: true });

interface MoveDrawerProps {
  scheduleId: number;
  houseId: number;
  /** Null: the whole house. */
  activityId: number | null;
  name: string;
  /** The first day as it stands. */
  from: string;
  /** The day that was chosen by hand. */
  to: string;
  onClose: () => void;
  onMoved: (moveId: number) => void;
}

/** The new first day of an activity or a house, with its reason. */
export function MoveDrawer({
  scheduleId,
  houseId,
  activityId,
  name,
  from,
  to,
  onClose,
  onMoved,
}: MoveDrawerProps) {
  const form = useRecordForm({
    schema: Asked,
    initial: { inicio: to, motivo: '' },
    send: async (body, as) => {
      const answer = await call(
        moveTask,
        {
          params: { id: scheduleId },
          body: { ...body, vivienda_id: houseId, actividad_id: activityId, desde: from },
        },
        as,
      );
      onMoved(answer.data.move_id);
      return answer;
    },
    success: 'Movido. Lo que espera se movió también.',
    onDone: onClose,
  });
  return (
    <FormDrawer title={`Mover · ${name}`} opened onClose={onClose} {...form.frame} submitLabel="Mover">
      <Text size="sm">
        Hoy empieza el {showDay(from)}. La línea base queda como está, para ver el atraso.
      </Text>
      <DayField of={form} name="inicio" label="Empieza el" />
      <LongTextField of={form} name="motivo" label="Motivo" maxLength={500} />
    </FormDrawer>
  );
}

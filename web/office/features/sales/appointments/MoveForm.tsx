import { z } from 'zod';
import { changeAppointmentStatus, getAppointment } from '#contract/sales/appointments/endpoints.ts';
import {
  AppointmentStatusChange,
  NewAppointment,
  type Appointment,
} from '#contract/sales/appointments/model.ts';
import { APPOINTMENT } from '#contract/sales/appointments/rules.ts';
import { panamaDay, panamaTime } from '#contract/dates.ts';
import { call } from '#web/office/lib/call.ts';
import { TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { TimeFields } from './TimeFields.tsx';

const Moved = z.object({
  params: NewAppointment.pick({ fecha: true, hora_inicio: true, agente_id: true }).extend({
    motivo: AppointmentStatusChange.shape.params.shape.motivo,
  }),
});
const valuesOf = ({ starts_at, agent, version }: Appointment) => ({
  params: { fecha: panamaDay(starts_at), hora_inicio: panamaTime(starts_at), agente_id: agent.id },
  version,
});

interface Props {
  one: Appointment;
  onDone: () => void;
}

/** Moves an appointment to a new time: the same as dragging it, with the keyboard. */
export function MoveForm({ one, onDone }: Props) {
  const params = { id: one.id };
  const form = useRecordForm({
    schema: Moved,
    initial: valuesOf(one),
    check: ({ params: time }) => ({
      'params.fecha': time?.fecha ? null : 'Elige el día.',
      'params.hora_inicio': time?.hora_inicio ? null : 'Elige la hora.',
    }),
    reread: async () => valuesOf((await call(getAppointment, { params })).data),
    send: ({ params: { motivo, ...time } }, as, version) =>
      call(
        changeAppointmentStatus,
        {
          params,
          body: {
            params: { ...time, ...(motivo && { motivo }), estado_id: APPOINTMENT.moved, version },
          },
        },
        as,
      ),
    success: 'Cita movida. El cliente recibe el aviso en unos minutos.',
    onDone,
  });
  const time = within(form, 'params');
  return (
    <RecordForm {...form.frame} submitLabel="Mover cita" onCancel={onDone}>
      <TimeFields of={time} projectId={one.project.id} anybody={null} />
      <TextField of={time} name="motivo" label="Motivo" maxLength={200} />
    </RecordForm>
  );
}

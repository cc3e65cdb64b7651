import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createAppointment, listFreeTimes } from '#contract/sales/appointments/endpoints.ts';
import { NewAppointment } from '#contract/sales/appointments/model.ts';
import { showPhone } from '#contract/phone.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { getSale } from '#contract/sales/sale/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { keyOf, queryOf, useOptions } from '#web/office/lib/query.ts';
import { ContactFields } from '#web/office/ui/ContactFields.tsx';
import { LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import type { AppointmentsSearch } from './appointmentsSearch.ts';
import { TimeFields } from './TimeFields.tsx';

interface Props {
  search: AppointmentsSearch;
  onClose: () => void;
}

/** Creates an appointment for a caller, a visitor or the buyer of a sale. */
export function NewAppointmentDrawer({ search, onClose }: Props) {
  const client = useQueryClient();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const sale = useQuery({
    ...queryOf(getSale, { params: { id: search.venta ?? 0 } }),
    enabled: search.venta !== undefined,
  }).data?.data;
  const form = useRecordForm({
    schema: NewAppointment,
    initial: {
      proyecto_id: search.proyecto_id ?? null,
      agente_id: search.con ?? search.agente_id ?? null,
      precontrato_id: search.venta ?? null,
      fecha: search.fecha ?? null,
      hora_inicio: search.hora ?? null,
    },
    proposed: sale && {
      proyecto_id: sale.project.id,
      nombre: sale.form.nombre,
      celular: sale.form.celular ? showPhone(sale.form.celular) : null,
      email: sale.form.email ?? null,
    },
    check: ({ proyecto_id, fecha, hora_inicio }) => ({
      proyecto_id: proyecto_id === null ? 'Elige el proyecto.' : null,
      fecha: fecha ? null : 'Elige el día.',
      hora_inicio: hora_inicio ? null : 'Elige la hora.',
    }),
    send: async (body, as) => {
      try {
        return await call(createAppointment, { body }, as);
      } catch (error) {
        // Another user may have taken the time: reload the free hours.
        void client.invalidateQueries({ queryKey: keyOf(listFreeTimes) });
        throw error;
      }
    },
    success: 'Cita agendada. Se avisó al cliente.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={sale ? `Cita de ${sale.code ?? 'la venta'}` : 'Agendar cita'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Agendar cita"
    >
      <OptionField
        of={form}
        name="proyecto_id"
        label="Proyecto"
        required
        disabled={search.venta !== undefined}
        nothing="Elige el proyecto"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <TimeFields of={form} projectId={form.values.proyecto_id} anybody="Quien esté libre" />
      <ContactFields
        of={form}
        nameLabel="Nombre"
        emailHint="Con él recibe la cita para su calendario y su enlace para cambiarla."
      />
      <LongTextField of={form} name="comentario" label="Comentario" maxLength={500} />
    </FormDrawer>
  );
}

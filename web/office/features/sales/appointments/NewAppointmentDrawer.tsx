import { NativeSelect, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { createAppointment, listFreeTimes } from '#contract/sales/appointments/endpoints.ts';
import { PHONE_ERROR, normalizePhone, showPhone } from '#contract/phone.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { getSale } from '#contract/sales/sale/endpoints.ts';
import { keyOf, queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { ContactFields } from '#web/office/ui/ContactFields.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import type { AppointmentsSearch } from './appointmentsSearch.ts';
import { TimeFields } from './TimeFields.tsx';

interface Props {
  search: AppointmentsSearch;
  onClose: () => void;
}

/** A new appointment, for somebody who called or stands at the desk, or for the buyer of a sale. */
export function NewAppointmentDrawer({ search, onClose }: Props) {
  const client = useQueryClient();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const sale = useQuery({
    ...queryOf(getSale, { params: { id: search.venta ?? 0 } }),
    enabled: search.venta !== undefined,
  }).data?.data;
  const save = useAction(createAppointment, {
    success: 'Cita agendada. Se avisó al cliente.',
    inline: true,
  });
  const form = useForm({
    initialValues: {
      proyecto_id: String(search.proyecto_id ?? ''),
      agente_id: String(search.con ?? search.agente_id ?? ''),
      fecha: search.fecha ?? '',
      hora_inicio: search.hora ?? '',
      nombre: '',
      celular: '',
      email: '',
      comentario: '',
    },
    validateInputOnBlur: true,
    validate: {
      proyecto_id: (id: string) => (id ? null : 'Elige el proyecto.'),
      fecha: (day: string) => (day ? null : 'Elige el día.'),
      hora_inicio: (time: string) => (time ? null : 'Elige la hora.'),
      nombre: (text: string) => (text.trim().length >= 2 ? null : 'Escribe el nombre.'),
      celular: (text: string) => (normalizePhone(text) ? null : PHONE_ERROR),
    },
  });
  const { values, errors } = form;
  const fill = useEffectEvent((found: NonNullable<typeof sale>) =>
    form.setValues({
      proyecto_id: String(found.project.id),
      nombre: found.form.nombre,
      celular: found.form.celular ? showPhone(found.form.celular) : '',
      email: found.form.email ?? '',
    }),
  );
  useEffect(() => {
    if (sale) fill(sale);
  }, [sale]);
  return (
    <FormDrawer
      title={sale ? `Cita de ${sale.code ?? 'la venta'}` : 'Agendar cita'}
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ proyecto_id, agente_id, ...rest }) =>
        save.mutate(
          {
            body: {
              ...rest,
              proyecto_id: Number(proyecto_id),
              ...(agente_id && { agente_id: Number(agente_id) }),
              ...(search.venta !== undefined && { precontrato_id: search.venta }),
            },
          },
          {
            onSuccess: onClose,
            // Somebody was quicker: the hours are looked at anew.
            onError: () => void client.invalidateQueries({ queryKey: keyOf(listFreeTimes) }),
          },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Agendar cita"
    >
      <NativeSelect
        label="Proyecto"
        required
        disabled={search.venta !== undefined}
        data={[
          { value: '', label: 'Elige el proyecto' },
          ...projects.map(({ id, text }) => ({ value: String(id), label: text })),
        ]}
        {...form.getInputProps('proyecto_id')}
      />
      <TimeFields
        projectId={Number(values.proyecto_id) || null}
        values={values}
        errors={errors}
        onChange={(field, value) => form.setFieldValue(field, value)}
        anybody="Quien esté libre"
      />
      <ContactFields
        form={form}
        nameLabel="Nombre"
        emailHint="Con él recibe la cita para su calendario y su enlace para cambiarla."
      />
      <Textarea
        label="Comentario"
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('comentario')}
      />
    </FormDrawer>
  );
}

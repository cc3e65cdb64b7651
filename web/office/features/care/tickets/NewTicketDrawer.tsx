import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { openTicket } from '#contract/care/tickets/endpoints.ts';
import { TICKET_PHOTOS } from '#contract/care/tickets/photos.ts';
import { listHouseOptions } from '#contract/projects/houses/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { Photos } from '#web/office/features/works/jobs/Photos.tsx';
import { formOf } from '#web/office/features/works/jobs/sending.ts';
import { OptionField, SearchField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { TicketFields, ticketShape } from './TicketFields.tsx';

const AFTER_SALES = 9;
const OTHER = 11;
const MEDIUM = 2;

const Form = z.object({
  venta: z.string().max(20).nullable(),
  proyecto_id: z.number().int().nullable(),
  vivienda_id: z.number().int().nullable(),
  area_comun: z.string().max(120).nullable(),
  ...ticketShape,
});

/** Opens a ticket: of a sale, a house or a common area. */
export function NewTicketDrawer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const [photos, setPhotos] = useState<File[]>([]);
  const form = useRecordForm({
    schema: Form,
    initial: {
      venta: '',
      departamento_id: AFTER_SALES,
      categoria_id: OTHER,
      prioridad_id: MEDIUM,
      garantia: false,
    },
    send: (values, as) => call(openTicket, { body: formOf(values, photos) }, as),
    success: ({ data }) => `${data.code} abierto.`,
    onDone: ({ data }) => {
      onClose();
      void navigate({ to: '/oficina/tickets/$id', params: { id: data.id } });
    },
  });
  const projectId = Number(form.form.values.proyecto_id) || 0;
  return (
    <FormDrawer title="Nuevo ticket" opened onClose={onClose} {...form.frame} submitLabel="Abrir ticket">
      <TextField
        of={form}
        name="venta"
        label="Código de la venta"
        placeholder="PC-2026-00012"
        description="O elige abajo el proyecto con la vivienda o el área común."
        maxLength={20}
      />
      <OptionField
        of={form}
        name="proyecto_id"
        label="Proyecto"
        nothing="Sin elegir"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      {projectId > 0 && <HouseField of={form} projectId={projectId} />}
      {projectId > 0 && <TextField of={form} name="area_comun" label="Área común" maxLength={120} />}
      <TicketFields of={form} />
      <Photos files={photos} most={TICKET_PHOTOS.maxCount} error={null} onChange={setPhotos} />
    </FormDrawer>
  );
}

function HouseField({
  of,
  projectId,
}: {
  of: Parameters<typeof SearchField<typeof Form>>[0]['of'];
  projectId: number;
}) {
  const houses = useOptions(queryOf(listHouseOptions, { params: { projectId } }));
  return (
    <SearchField
      of={of}
      name="vivienda_id"
      label="Vivienda"
      clearable
      options={houses.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countGroup, createCampaign } from '#contract/care/campaigns/endpoints.ts';
import { CampaignForm, type Group } from '#contract/care/campaigns/model.ts';
import { listTemplates } from '#contract/care/whatsapp/endpoints.ts';
import { PLACEHOLDERS } from '#contract/care/whatsapp/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { LongTextField, ManyField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { useGroupOptions } from './groupOptions.ts';

/** The filters that were chosen. */
const groupOf = ({ etapa_id, proyecto_id, origen }: { [K in keyof Group]?: unknown }): Group => ({
  ...(Array.isArray(etapa_id) && etapa_id.length > 0 && { etapa_id: etapa_id as number[] }),
  ...(typeof proyecto_id === 'number' && { proyecto_id }),
  ...(typeof origen === 'string' && origen !== '' && { origen }),
});

/** A new campaign: the count of people stands on the button that sends, and is sent with it. */
export function CampaignDrawer({ onClose }: { onClose: () => void }) {
  const templates = useOptions(queryOf(listTemplates)).filter(
    ({ status, hindrance }) => status === 'APPROVED' && hindrance === null,
  );
  const { stages, projects, origins } = useGroupOptions();
  const form = useRecordForm({
    schema: CampaignForm,
    initial: { texto: '' },
    send: ({ nombre, plantilla_id, texto = '', ...filters }, as) =>
      call(
        createCampaign,
        {
          body: {
            nombre,
            plantilla_id,
            texto,
            grupo: groupOf(filters),
            personas: people,
          },
        },
        as,
      ),
    success: 'El envío empezó.',
    onDone: onClose,
  });
  const group = groupOf(form.values);
  const count = useQuery({
    queryKey: [countGroup.path, group],
    queryFn: ({ signal }) => call(countGroup, { body: group }, { signal }),
  });
  const people = count.data?.data.personas ?? 0;
  const template = templates.find(({ id }) => id === form.values.plantilla_id);
  return (
    <FormDrawer
      title="Nuevo envío"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={`Enviar a ${people} personas`}
    >
      <TextField of={form} name="nombre" label="Nombre del envío" />
      <OptionField
        of={form}
        name="plantilla_id"
        label="Plantilla"
        nothing="Elige una aprobada"
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        {...(template && { description: template.body })}
      />
      {template?.placeholders.includes('texto') && (
        <LongTextField of={form} name="texto" label={PLACEHOLDERS.texto} />
      )}
      <ManyField of={form} name="etapa_id" label="Etapa" placeholder="Todas" options={stages} />
      <OptionField of={form} name="proyecto_id" label="Proyecto" nothing="Todos" options={projects} />
      <OptionField of={form} name="origen" label="Origen" nothing="Todos" options={origins} />
      <Alert color="gray" variant="light" title={`${people} personas lo reciben`}>
        {count.data &&
          `Quedan fuera ${count.data.data.baja} que escribieron BAJA y ${count.data.data.sin_numero} sin un celular propio.`}
      </Alert>
    </FormDrawer>
  );
}

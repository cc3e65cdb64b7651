import { z } from 'zod';
import { addGiven } from '#contract/care/handover/endpoints.ts';
import { GIVEN_KINDS, MANUAL_FILE } from '#contract/care/handover/model.ts';
import { listProjectModels, listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { upload } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { FileField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const WithFile = z.object({
  tipo: addGiven.body.shape.tipo,
  proyecto_id: z.number({ error: 'Elige el proyecto.' }).int(),
  modelo_id: z.number().int().nullable(),
  archivo: z.file({ error: 'Elige el PDF.' }),
});

/** Uploads the manual or the rules that families get; the one before is replaced. */
export function GivenDrawer({ onClose }: { onClose: () => void }) {
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const form = useRecordForm({
    schema: WithFile,
    initial: { tipo: 'manual' },
    send: ({ modelo_id, ...body }, as) =>
      upload(addGiven, { body: formDataOf({ ...body, modelo_id: modelo_id ?? undefined }) }, as),
    success: 'Documento guardado.',
    onDone: onClose,
  });
  const projectId = form.values.proyecto_id;
  const models = useOptions(
    queryOf(listProjectModels, { query: projectId === null ? {} : { proyecto_id: projectId } }),
  );
  return (
    <FormDrawer
      title="Subir documento"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Subir documento"
    >
      <OptionField
        of={form}
        name="tipo"
        label="Qué es"
        options={Object.entries(GIVEN_KINDS).map(([value, label]) => ({ value, label }))}
      />
      <OptionField
        of={form}
        name="proyecto_id"
        label="Proyecto"
        nothing="Elige el proyecto"
        options={projects.map(({ id, text }) => ({ value: Number(id), label: text }))}
      />
      <OptionField
        of={form}
        name="modelo_id"
        label="Modelo"
        nothing="Todos los del proyecto"
        options={models.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FileField of={form} name="archivo" label="PDF" hint="Hasta 20 MB." field={MANUAL_FILE} />
    </FormDrawer>
  );
}

import { useNavigate } from '@tanstack/react-router';
import {
  changeTemplate,
  createTemplate,
  getTemplate,
  listTemplates,
} from '#contract/legal/contractTemplates/endpoints.ts';
import { TEMPLATE_KIND_NAMES, TEMPLATE_KINDS } from '#contract/legal/contractTemplates/fields.ts';
import { NewTemplate, TemplateChange, type TemplateRow } from '#contract/legal/contractTemplates/model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const PAYMENT_FORMS = [
  { value: 'hipoteca', label: 'Hipoteca' },
  { value: 'contado', label: 'Contado' },
] as const;

const Changed = TemplateChange.omit({ version: true });

/** A new template: it opens on its first draft. */
export function NewTemplateDrawer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const others = useOptions(queryOf(listTemplates, { query: { per_page: 200 } }));
  const form = useRecordForm({
    schema: NewTemplate,
    initial: { tipo: 'promesa' },
    send: (body, as) => call(createTemplate, { body }, as),
    success: 'Plantilla creada.',
    onDone: ({ data }) => void navigate({ to: '/oficina/plantillas-contratos/$id', params: { id: data.id } }),
  });
  return (
    <FormDrawer
      title="Nueva plantilla"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Crear plantilla"
    >
      <OptionField
        of={form}
        name="tipo"
        label="Tipo de contrato"
        options={TEMPLATE_KIND_NAMES.map((value) => ({ value, label: TEMPLATE_KINDS[value] }))}
      />
      <ForFields of={form} />
      <OptionField
        of={form}
        name="copia_de"
        label="Empezar con el texto de"
        nothing="El texto de partida de su tipo"
        options={others
          .filter(({ kind }) => kind === form.values.tipo)
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDrawer>
  );
}

/** Renames a template or changes the sales it is for. */
export function TemplateDrawer({ template, onClose }: { template: TemplateRow; onClose: () => void }) {
  const params = { id: template.id };
  const form = useRecordForm({
    schema: Changed,
    initial: valuesOf(template),
    reread: async () => valuesOf((await call(getTemplate, { params })).data),
    send: (body, as, version) => call(changeTemplate, { params, body: { ...body, version } }, as),
    success: 'Plantilla guardada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Editar ${template.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar plantilla"
    >
      <ForFields of={form} />
    </FormDrawer>
  );
}

const valuesOf = ({ name, project, payment_form, version }: TemplateRow) => ({
  nombre: name,
  proyecto_id: project?.id ?? null,
  forma_pago: payment_form,
  version,
});

function ForFields({ of }: { of: RecordFormOf<typeof Changed> }) {
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <>
      <TextField of={of} name="nombre" label="Nombre" maxLength={120} />
      <OptionField
        of={of}
        name="proyecto_id"
        label="Proyecto"
        nothing="Todos los proyectos"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <OptionField
        of={of}
        name="forma_pago"
        label="Forma de pago"
        nothing="Hipoteca y contado"
        options={PAYMENT_FORMS}
      />
    </>
  );
}

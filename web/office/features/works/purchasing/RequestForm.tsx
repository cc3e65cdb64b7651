import { listHouseOptions } from '#contract/projects/houses/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { changeRequest, createRequest, findRequest } from '#contract/works/purchasing/endpoints.ts';
import { RequestForm as Body, type MaterialRequest } from '#contract/works/purchasing/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { EMPTY_LINE, MaterialLines } from '../materials/MaterialLines.tsx';

const valuesOf = (one: MaterialRequest) => ({
  project_id: one.project.id,
  house_id: one.house?.id ?? null,
  needed_on: one.needed_on,
  note: one.note,
  lines: one.lines.map(({ material, quantity }) => ({ material_id: material.id, quantity })),
  version: one.version,
});

interface RequestFormProps {
  /** The draft to edit; null: a new one. */
  request: MaterialRequest | null;
  projectId?: number | undefined;
  onClose: () => void;
  onMade?: (id: number) => void;
}

/** Asks for materials, for a house or for works of the whole project. */
export function RequestForm({ request, projectId, onClose, onMade }: RequestFormProps) {
  const today = useToday();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const only = projects.length === 1 ? Number(projects[0]!.id) : null;
  const params = { id: request?.id ?? 0 };
  const form = useRecordForm({
    schema: Body,
    initial: request ? valuesOf(request) : { project_id: projectId ?? null, lines: [EMPTY_LINE] },
    proposed: { project_id: only },
    onChange: (now, before) => (now.project_id === before.project_id ? {} : { house_id: null }),
    reread: request ? async () => valuesOf((await call(findRequest, { params })).data) : undefined,
    send: async (body, as, version) => {
      const { data } = request
        ? await call(changeRequest, { params, body: { ...body, version } }, as)
        : await call(createRequest, { body }, as);
      if (!request) onMade?.(data.id);
      return data;
    },
    success: request ? 'Solicitud guardada.' : 'Borrador guardado. Revísalo y solicítalo.',
    onDone: onClose,
  });
  const { project_id } = form.values;
  const houses = useOptions({
    ...queryOf(listHouseOptions, { params: { projectId: project_id ?? 0 } }),
    enabled: project_id !== null,
  });
  return (
    <FormDrawer
      title={request ? request.code : 'Pedir materiales'}
      size="lg"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={request ? 'Guardar solicitud' : 'Guardar borrador'}
    >
      <OptionField
        of={form}
        name="project_id"
        label="Proyecto"
        nothing="Elige el proyecto"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <OptionField
        of={form}
        name="house_id"
        label="Vivienda"
        nothing="Obras de todo el proyecto"
        options={houses.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <DayField of={form} name="needed_on" label="Hace falta el" minDate={today} />
      <MaterialLines of={form} />
      <LongTextField of={form} name="note" label="Nota" maxLength={1000} />
    </FormDrawer>
  );
}

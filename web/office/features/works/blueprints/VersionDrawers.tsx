import { z } from 'zod';
import { planDisciplines } from '#contract/company/catalogs/permitLists.ts';
import {
  addPlanSheet,
  changePlanVersion,
  createPlanVersion,
  NewPlanVersion,
  SHEET_FILE,
  type Plan,
  type PlanVersion,
} from '#contract/works/blueprints/endpoints.ts';
import { call, upload } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { CheckField, FileField, LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface NewVersionDrawerProps {
  plan: Pick<Plan, 'id' | 'vigente'>;
  onClose: () => void;
}

/** Begins the next version of a plan. */
export function NewVersionDrawer({ plan, onClose }: NewVersionDrawerProps) {
  const form = useRecordForm({
    schema: NewPlanVersion,
    initial: { copiar: plan.vigente !== null },
    send: (body, as) => call(createPlanVersion, { params: { id: plan.id }, body }, as),
    success: 'Borrador creado.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Nueva versión" opened onClose={onClose} {...form.frame} submitLabel="Crear borrador">
      <LongTextField of={form} name="nota" label="Qué cambia" maxLength={500} />
      {plan.vigente && (
        <CheckField
          of={form}
          name="copiar"
          label="Empezar con las láminas en vigor"
          description="Después cambias solo las que son otras."
        />
      )}
    </FormDrawer>
  );
}

interface EditVersionDrawerProps {
  version: Pick<PlanVersion, 'id' | 'version' | 'nota'>;
  onClose: () => void;
}

/** Corrects what changes in a draft. */
export function EditVersionDrawer({ version, onClose }: EditVersionDrawerProps) {
  const form = useRecordForm({
    schema: NewPlanVersion.pick({ nota: true }),
    initial: version,
    send: (body, as, seen) =>
      call(changePlanVersion, { params: { id: version.id }, body: { ...body, version: seen } }, as),
    success: 'Versión guardada.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Editar versión" opened onClose={onClose} {...form.frame} submitLabel="Guardar versión">
      <LongTextField of={form} name="nota" label="Qué cambia" maxLength={500} />
    </FormDrawer>
  );
}

const WithFile = z.object({ disciplina_id: z.number(), archivo: z.file().nullish() });

/** Adds a sheet to a draft. */
export function SheetDrawer({ versionId, onClose }: { versionId: number; onClose: () => void }) {
  const disciplines = useOptions(queryOf(planDisciplines.list, {}));
  const form = useRecordForm({
    schema: WithFile,
    initial: {},
    check: ({ disciplina_id, archivo }) => ({
      disciplina_id: disciplina_id === null ? 'Elige la disciplina.' : null,
      archivo: archivo === null ? 'Adjunta la lámina.' : null,
    }),
    send: (body, as) => upload(addPlanSheet, { params: { id: versionId }, body: formDataOf(body) }, as),
    success: 'Lámina agregada.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Agregar lámina" opened onClose={onClose} {...form.frame} submitLabel="Agregar lámina">
      <OptionField
        of={form}
        name="disciplina_id"
        label="Disciplina"
        nothing="Elige la disciplina"
        options={disciplines.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FileField
        of={form}
        name="archivo"
        label="Lámina"
        hint="PDF o imagen, hasta 25 MB. Si ya hay una con este nombre, la reemplaza."
        required
        field={SHEET_FILE}
      />
    </FormDrawer>
  );
}

import { changeProspect, getProspect } from '#contract/sales/prospects/endpoints.ts';
import type { Prospect } from '#contract/sales/prospects/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { Interest, InterestFields, interestOf, modelOfProject } from './ProspectFields.tsx';

const valuesOf = (prospect: Prospect) => ({
  proyecto_id: prospect.project.id,
  modelo_id: prospect.model?.id ?? null,
  interes: prospect.interest,
  origen: prospect.origin,
  numero_camp: prospect.campaign,
  ingreso_id: prospect.income_range?.id ?? null,
  proximo_seguimiento: prospect.due ? null : prospect.next_follow_up_on,
  consentimiento_datos: prospect.consent_at !== null,
  version: prospect.version,
});

/** Edits a prospect's interest. Identity is edited on the person's page. */
export function EditProspectDrawer({ prospect, onClose }: { prospect: Prospect; onClose: () => void }) {
  const params = { id: prospect.id };
  const form = useRecordForm({
    schema: Interest,
    initial: valuesOf(prospect),
    onChange: modelOfProject,
    reread: async () => valuesOf((await call(getProspect, { params })).data),
    send: (body, as, version) =>
      call(changeProspect, { params, body: { ...interestOf(body, prospect.income_hidden), version } }, as),
    success: 'Cambios guardados.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Editar a ${prospect.person.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar cambios"
    >
      <InterestFields of={form} incomeHidden={prospect.income_hidden} />
    </FormDrawer>
  );
}

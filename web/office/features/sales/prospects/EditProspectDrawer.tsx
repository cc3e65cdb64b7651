import { useForm } from '@mantine/form';
import { changeProspect } from '#contract/sales/prospects/endpoints.ts';
import type { Prospect } from '#contract/sales/prospects/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { InterestFields, interestOf, type InterestValues } from './ProspectFields.tsx';

/** What is known of a prospect; who it is, is changed on the person's page. */
export function EditProspectDrawer({ prospect, onClose }: { prospect: Prospect; onClose: () => void }) {
  const save = useAction(changeProspect, {
    success: 'Cambios guardados.',
    inline: true,
  });
  const form = useForm<InterestValues>({
    initialValues: {
      proyecto_id: String(prospect.project.id),
      modelo_id: prospect.model ? String(prospect.model.id) : '',
      interes: prospect.interest ?? '',
      origen: prospect.origin ?? '',
      numero_camp: prospect.campaign ?? '',
      ingreso_id: prospect.income_range ? String(prospect.income_range.id) : '',
      proximo_seguimiento: prospect.due ? '' : (prospect.next_follow_up_on ?? ''),
      consentimiento_datos: prospect.consent_at !== null,
    },
  });
  return (
    <FormDrawer
      title={`Editar a ${prospect.person.name}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={(values) =>
        save.mutate(
          {
            params: { id: prospect.id },
            body: { ...interestOf(values, prospect.income_hidden), version: prospect.version },
          },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Guardar cambios"
    >
      <InterestFields form={form} incomeHidden={prospect.income_hidden} />
    </FormDrawer>
  );
}

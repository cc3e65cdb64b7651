import { Text } from '@mantine/core';
import { findActionPlan, publishActionPlan } from '#contract/works/actionPlans/endpoints.ts';
import { PublishForm, type ActionPlan } from '#contract/works/actionPlans/model.ts';
import { call } from '#web/office/lib/call.ts';
import { LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Note = PublishForm.pick({ nota: true });

/** Puts a plan's changes in force, with a note for its history. */
export function PublishDrawer({ plan, onClose }: { plan: ActionPlan; onClose: () => void }) {
  const params = { modelId: plan.model_id };
  const form = useRecordForm({
    schema: Note,
    initial: { nota: null, version: plan.version },
    reread: async () => ({ nota: null, version: (await call(findActionPlan, { params })).data.version }),
    send: (body, as, version) => call(publishActionPlan, { params, body: { ...body, version } }, as),
    success: 'Plan publicado.',
    onDone: onClose,
  });
  const { draft, in_force } = plan;
  return (
    <FormDrawer
      title={`Publicar el plan de ${plan.modelo}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Publicar"
    >
      <Text size="sm">
        {in_force && draft
          ? `La versión ${draft.number} toma ${draft.days} días hábiles; la ${in_force.number}, en vigor, ${in_force.days}. Lo que ya está programado queda con la suya.`
          : `El plan toma ${draft?.days ?? 0} días hábiles. Desde ahora las obras se programan con él.`}
      </Text>
      <LongTextField of={form} name="nota" label="Qué cambió" maxLength={300} />
    </FormDrawer>
  );
}

import { Text } from '@mantine/core';
import { addWarrantyRule } from '#contract/care/warranty/endpoints.ts';
import { NewWarrantyRule } from '#contract/care/warranty/model.ts';
import { COVERS } from '#contract/care/covers/parts.ts';
import { MONTHS_MOST } from '#contract/care/covers/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, NumberField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Another length of a cover, for deliveries from a day on. */
export function WarrantyRuleDrawer({ onClose }: { onClose: () => void }) {
  const today = useToday();
  const form = useRecordForm({
    schema: NewWarrantyRule,
    initial: { cobertura: 'acabados', desde: today },
    send: (body, as) => call(addWarrantyRule, { body }, as),
    success: 'Plazo guardado.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Nuevo plazo" opened onClose={onClose} {...form.frame} submitLabel="Guardar plazo">
      <Text size="sm">Vale para lo que se entregue desde ese día; lo ya entregado conserva su plazo.</Text>
      <OptionField
        of={form}
        name="cobertura"
        label="Cobertura"
        options={Object.entries(COVERS).map(([value, label]) => ({ value, label }))}
      />
      <NumberField of={form} name="meses" label="Meses" min={1} max={MONTHS_MOST} />
      <DayField of={form} name="desde" label="Entregas desde" minDate={today} />
      <LongTextField of={form} name="fuente" label="De dónde sale" maxLength={300} />
    </FormDrawer>
  );
}

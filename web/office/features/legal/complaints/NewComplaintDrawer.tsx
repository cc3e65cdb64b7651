import { createComplaint, NewComplaint } from '#contract/legal/complaints/endpoints.ts';
import { COMPLAINT_KINDS } from '#contract/legal/complaints/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Notes a complaint before ACODECO; its clock begins. */
export function NewComplaintDrawer({ onClose }: { onClose: () => void }) {
  const today = useToday();
  const form = useRecordForm({
    schema: NewComplaint,
    initial: { tipo: 'aumento', presentado: today },
    send: (body, as) => call(createComplaint, { body }, as),
    success: 'Reclamo anotado.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Nuevo reclamo" opened onClose={onClose} {...form.frame} submitLabel="Anotar reclamo">
      <TextField
        of={form}
        name="venta"
        label="Código de la venta"
        placeholder="PC-2026-00012"
        maxLength={20}
      />
      <OptionField
        of={form}
        name="tipo"
        label="Qué reclama"
        options={Object.entries(COMPLAINT_KINDS).map(([value, label]) => ({ value, label }))}
      />
      <DayField of={form} name="presentado" label="Presentado ante ACODECO" maxDate={today} />
      <TextField of={form} name="numero" label="Expediente de ACODECO" maxLength={40} />
      <LongTextField of={form} name="detalle" label="Qué dice" maxLength={2000} />
    </FormDrawer>
  );
}

import {
  changeComplaint,
  ComplaintForm,
  getComplaint,
  type Complaint,
} from '#contract/legal/complaints/endpoints.ts';
import { COMPLAINT_KINDS } from '#contract/legal/complaints/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const valuesOf = (one: Complaint) => ({
  tipo: one.kind,
  numero: one.number ?? '',
  presentado: one.filed_on,
  detalle: one.detail,
  version: one.version,
});

/** Corrects a complaint; its clocks follow. */
export function EditComplaintDrawer({ complaint, onClose }: { complaint: Complaint; onClose: () => void }) {
  const today = useToday();
  const params = { id: complaint.id };
  const form = useRecordForm({
    schema: ComplaintForm,
    initial: valuesOf(complaint),
    reread: async () => valuesOf((await call(getComplaint, { params })).data),
    send: (body, as, version) => call(changeComplaint, { params, body: { ...body, version } }, as),
    success: 'Reclamo guardado.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Editar reclamo" opened onClose={onClose} {...form.frame} submitLabel="Guardar reclamo">
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

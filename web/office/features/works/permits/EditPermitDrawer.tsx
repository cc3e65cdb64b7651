import { changePermit, getPermit } from '#contract/works/permits/endpoints.ts';
import { PermitChange, type PermitRecord } from '#contract/works/permits/model.ts';
import { PERMIT } from '#contract/works/permits/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, MoneyField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface EditPermitDrawerProps {
  permit: PermitRecord;
  onClose: () => void;
}

/** Corrects a permit; the days and the number appear once a step wrote them. */
export function EditPermitDrawer({ permit, onClose }: EditPermitDrawerProps) {
  const today = useToday();
  const params = { id: permit.id };
  const begun = permit.estado.id !== PERMIT.toDo && permit.estado.id !== PERMIT.notNeeded;
  const decided = permit.estado.id === PERMIT.approved || permit.estado.id === PERMIT.expired;
  const fixed = decided && !permit.may_correct;
  const form = useRecordForm({
    schema: PermitChange,
    initial: permit,
    reread: async () => (await call(getPermit, { params })).data,
    send: (body, as, version) => call(changePermit, { params, body: { ...body, version } }, as),
    success: 'Permiso guardado.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Editar permiso" opened onClose={onClose} {...form.frame} submitLabel="Guardar permiso">
      <TextField of={form} name="entidad" label="Entidad" maxLength={120} />
      <MoneyField of={form} name="costo" label="Costo" />
      <DayField of={form} name="previsto" label="Aprobación prevista" />
      {begun && !fixed && (
        <>
          <TextField of={form} name="numero" label="Número" maxLength={40} />
          <DayField of={form} name="ingreso" label="Ingreso" maxDate={today} />
        </>
      )}
      {decided && !fixed && (
        <>
          <DayField of={form} name="aprobacion" label="Aprobación" maxDate={today} />
          <DayField of={form} name="vence" label="Vence" />
        </>
      )}
      <LongTextField of={form} name="nota" label="Nota" maxLength={2000} />
    </FormDrawer>
  );
}

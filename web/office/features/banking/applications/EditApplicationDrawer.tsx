import { useQuery } from '@tanstack/react-query';
import {
  changeApplication,
  getApplication,
  type Application,
} from '#contract/banking/applications/applications.ts';
import { getSaleBanks } from '#contract/banking/requirements/requirements.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { MoneyField, NumberField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Terms = changeApplication.body.omit({ version: true });
const valuesOf = (one: Application) => ({
  ejecutivo_id: one.executive?.id ?? null,
  monto_centavos: one.requested_centavos,
  plazo_meses: one.term_months,
  referencia: one.bank_reference,
  version: one.version,
});

interface EditApplicationDrawerProps {
  application: Application;
  onClose: () => void;
}

/** Edits an application's executive, amount and bank number. */
export function EditApplicationDrawer({ application: one, onClose }: EditApplicationDrawerProps) {
  const query = useQuery(queryOf(getSaleBanks, { params: { id: one.sale.id }, query: {} }));
  const people = query.data?.data.offered.find(({ id }) => id === one.bank.id)?.executives ?? [];
  const params = { id: one.id };
  const form = useRecordForm({
    schema: Terms,
    initial: valuesOf(one),
    reread: async () => valuesOf((await call(getApplication, { params })).data),
    send: (body, as, version) => call(changeApplication, { params, body: { ...body, version } }, as),
    success: 'Solicitud guardada.',
    onDone: onClose,
  });
  const known = one.executive && !people.some(({ id }) => id === one.executive?.id) ? [one.executive] : [];
  return (
    <FormDrawer
      title={`Solicitud a ${one.bank.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar"
    >
      <OptionField
        of={form}
        name="ejecutivo_id"
        label="Ejecutivo del banco"
        nothing="Sin ejecutivo"
        options={[...known, ...people].map(({ id, name }) => ({ value: id, label: name }))}
      />
      <MoneyField of={form} name="monto_centavos" label="Monto solicitado" />
      <NumberField of={form} name="plazo_meses" label="Plazo (meses)" min={1} max={480} hideControls />
      <TextField of={form} name="referencia" label="Número que dio el banco" maxLength={60} />
    </FormDrawer>
  );
}

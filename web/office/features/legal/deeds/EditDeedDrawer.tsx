import { changeDeed, getDeed } from '#contract/legal/deeds/endpoints.ts';
import { DeedChange, type Deed } from '#contract/legal/deeds/model.ts';
import { DEED } from '#contract/company/catalogs/states.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { CheckField, DayField, LongTextField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Fields = DeedChange.required();
const valuesOf = (deed: Deed) => ({
  notaria: deed.notary,
  fecha_notaria: deed.notary_on,
  firma_comprador: deed.buyer_signed_on,
  firma_promotora: deed.company_signed_on,
  firma_banco: deed.bank_signed_on,
  numero: deed.number,
  folio: deed.folio,
  ph: deed.ph,
  notas: deed.notes,
  version: deed.version,
});

/** Corrects the data of a deed, or notes one signature while they are collected. Only what has its step shows. */
export function EditDeedDrawer({ deed, onClose }: { deed: Deed; onClose: () => void }) {
  const today = useToday();
  const params = { id: deed.id };
  const form = useRecordForm({
    schema: Fields,
    initial: valuesOf(deed),
    reread: async () => valuesOf((await call(getDeed, { params })).data),
    send: (body, as, version) => call(changeDeed, { params, body: { ...body, version } }, as),
    success: 'Escritura guardada.',
    onDone: onClose,
  });
  const reached = (state: number) => deed.state.id >= state;
  return (
    <FormDrawer
      title={`Datos de la escritura · ${deed.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar"
    >
      {reached(DEED.signing) && (
        <>
          <TextField of={form} name="notaria" label="Notaría" maxLength={80} />
          <DayField of={form} name="fecha_notaria" label="Día de la firma en la notaría" />
          <DayField of={form} name="firma_comprador" label="Firmó el comprador" maxDate={today} />
          <DayField of={form} name="firma_promotora" label="Firmó la promotora" maxDate={today} />
          {deed.mortgage && <DayField of={form} name="firma_banco" label="Firmó el banco" maxDate={today} />}
        </>
      )}
      {reached(DEED.closed) && (
        <TextField of={form} name="numero" label="Número de la escritura" maxLength={20} />
      )}
      {reached(DEED.registered) && (
        <TextField of={form} name="folio" label="Folio de la inscripción" maxLength={40} />
      )}
      <CheckField
        of={form}
        name="ph"
        label="Está en propiedad horizontal (PH)"
        description="Entonces hace falta el paz y salvo de sus cuotas."
      />
      <LongTextField of={form} name="notas" label="Notas" maxLength={1000} />
    </FormDrawer>
  );
}

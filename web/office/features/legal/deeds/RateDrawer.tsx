import { addDeedRate, changeDeedRate, listDeedRates } from '#contract/legal/deeds/endpoints.ts';
import { DeedRateForm, type DeedRate } from '#contract/legal/deeds/model.ts';
import { RATE_KINDS } from '#contract/legal/deeds/taxes.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, MoneyField, NumberField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const valuesOf = (rate: DeedRate) => ({
  tipo: rate.kind,
  hasta_centavos: rate.up_to_centavos,
  porcentaje: rate.percent,
  desde: rate.valid_from,
  hasta: rate.valid_to,
  version: rate.version,
});

/** A rate with its days; null: a new one. */
export function RateDrawer({ rate, onClose }: { rate: DeedRate | null; onClose: () => void }) {
  const today = useToday();
  const form = useRecordForm({
    schema: DeedRateForm,
    initial: rate ? valuesOf(rate) : { tipo: 'itbi', desde: today },
    reread: rate
      ? async () => {
          const { data } = await call(listDeedRates, {});
          return valuesOf(data.find(({ id }) => id === rate.id) ?? rate);
        }
      : undefined,
    send: (body, as, version) =>
      rate
        ? call(changeDeedRate, { params: { id: rate.id }, body: { ...body, version } }, as)
        : call(addDeedRate, { body }, as),
    success: 'Tasa guardada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={rate ? 'Cambiar tasa' : 'Nueva tasa'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar tasa"
    >
      <OptionField
        of={form}
        name="tipo"
        label="Impuesto"
        options={Object.entries(RATE_KINDS).map(([value, label]) => ({ value, label }))}
      />
      <MoneyField
        of={form}
        name="hasta_centavos"
        label="Para precios hasta"
        description="Vacío: para cualquier precio."
      />
      <NumberField
        of={form}
        name="porcentaje"
        label="Tasa (%)"
        min={0}
        max={100}
        decimalScale={3}
        hideControls
      />
      <DayField of={form} name="desde" label="Rige desde" />
      <DayField of={form} name="hasta" label="Rige hasta" description="Vacío: sin fin." />
    </FormDrawer>
  );
}

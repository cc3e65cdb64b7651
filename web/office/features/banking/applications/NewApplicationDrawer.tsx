import { createApplication } from '#contract/banking/applications/applications.ts';
import type { SaleBanks } from '#contract/banking/requirements/requirements.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { call } from '#web/office/lib/call.ts';
import { MoneyField, NumberField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const TERMS_OF: Readonly<Record<SaleBanks['terms_of'], string>> = {
  plan: 'del plan de pagos',
  proforma: 'de la proforma aceptada',
  proyecto: 'usual del proyecto',
};
const ENDED: readonly number[] = [APPLICATION.rejected, APPLICATION.withdrawn];

interface NewApplicationDrawerProps {
  saleId: number;
  banks: SaleBanks;
  onClose: () => void;
}

/** Applies to one more bank for a sale. */
export function NewApplicationDrawer({ saleId, banks, onClose }: NewApplicationDrawerProps) {
  const busy = new Set(
    banks.applications.filter(({ state }) => !ENDED.includes(state.id)).map(({ bank }) => bank.id),
  );
  const form = useRecordForm({
    schema: createApplication.body,
    initial: { monto_centavos: banks.to_finance_centavos, plazo_meses: banks.term_months },
    check: ({ banco_id }) => ({ banco_id: banco_id === null ? 'Elige el banco.' : null }),
    onChange: (now, before) => (now.banco_id === before.banco_id ? undefined : { ejecutivo_id: null }),
    send: (body, as) => call(createApplication, { params: { id: saleId }, body }, as),
    success: 'Solicitud preparada.',
    onDone: onClose,
  });
  const executives = banks.offered.find(({ id }) => id === form.values.banco_id)?.executives ?? [];
  return (
    <FormDrawer
      title="Nueva solicitud"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Preparar solicitud"
    >
      <OptionField
        of={form}
        name="banco_id"
        label="Banco"
        description="Los que financian el proyecto."
        nothing="Elige el banco"
        options={banks.offered
          .filter(({ id }) => !busy.has(id))
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
      {executives.length > 0 && (
        <OptionField
          of={form}
          name="ejecutivo_id"
          label="Ejecutivo"
          nothing="El principal"
          options={executives.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <MoneyField
        of={form}
        name="monto_centavos"
        label="Monto a solicitar"
        description={`Precio menos el abono ${TERMS_OF[banks.terms_of]}.`}
      />
      <NumberField of={form} name="plazo_meses" label="Plazo (meses)" min={1} max={480} hideControls />
    </FormDrawer>
  );
}

import { NativeSelect } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { createApplication } from '#contract/banking/applications/applications.ts';
import type { SaleBanks } from '#contract/banking/requirements/requirements.ts';
import { useAction } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

const TERMS_OF: Readonly<Record<SaleBanks['terms_of'], string>> = {
  plan: 'del plan de pagos',
  proforma: 'de la proforma aceptada',
  proyecto: 'usual del proyecto',
};

/** One more bank for a sale. */
export function NewApplicationDrawer({
  saleId,
  banks,
  onClose,
}: {
  saleId: number;
  banks: SaleBanks;
  onClose: () => void;
}) {
  const busy = new Set(
    banks.applications.filter(({ state }) => state.id !== 9 && state.id !== 10).map(({ bank }) => bank.id),
  );
  const save = useAction(createApplication, {
    success: 'Solicitud preparada.',
    inline: true,
  });
  const form = useForm({
    initialValues: {
      banco_id: '',
      ejecutivo_id: '',
      monto_centavos: banks.to_finance_centavos,
      plazo_meses: banks.term_months as number | string,
    },
    validate: { banco_id: (id: string) => (id ? null : 'Elige el banco.') },
  });
  const executives = banks.offered.find(({ id }) => String(id) === form.values.banco_id)?.executives ?? [];
  return (
    <FormDrawer
      title="Nueva solicitud"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Preparar solicitud"
      loading={save.isPending}
      submitError={save.error}
      onSubmit={({ banco_id, ejecutivo_id, monto_centavos, plazo_meses }) =>
        save.mutate(
          {
            params: { id: saleId },
            body: {
              banco_id: Number(banco_id),
              ejecutivo_id: ejecutivo_id ? Number(ejecutivo_id) : null,
              monto_centavos,
              plazo_meses: plazo_meses === '' ? null : Number(plazo_meses),
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <NativeSelect
        label="Banco"
        description="Los que financian el proyecto."
        required
        data={[
          { value: '', label: 'Elige el banco' },
          ...banks.offered
            .filter(({ id }) => !busy.has(id))
            .map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('banco_id')}
      />
      {executives.length > 0 && (
        <NativeSelect
          label="Ejecutivo"
          data={[
            { value: '', label: 'El principal' },
            ...executives.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.getInputProps('ejecutivo_id')}
        />
      )}
      <MoneyInput
        label="Monto a solicitar"
        description={`Precio menos el abono ${TERMS_OF[banks.terms_of]}.`}
        required
        centavos={form.values.monto_centavos}
        onCentavos={(cents) => form.setFieldValue('monto_centavos', cents ?? 0)}
        error={form.errors['monto_centavos']}
      />
      <NumberField
        label="Plazo (meses)"
        min={1}
        max={480}
        hideControls
        {...form.getInputProps('plazo_meses')}
      />
    </FormDrawer>
  );
}

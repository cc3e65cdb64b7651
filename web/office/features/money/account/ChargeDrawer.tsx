import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import { moneyText } from '#contract/money.ts';
import { CHARGE_TYPES } from '#contract/money/payments/plan.ts';
import { addCharge } from '#contract/money/account/endpoints.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

interface ChargeDrawerProps {
  saleId: number;
  onClose: () => void;
}

/** Something beside the plan that the customer is asked for. */
export function ChargeDrawer({ saleId, onClose }: ChargeDrawerProps) {
  const types = useOptions(queryOf(paymentTypes.list, {}));
  const save = useAction(addCharge, { success: 'Cobro agregado.', inline: true });
  const form = useForm({
    initialValues: { tipo_id: '4', concepto: '', monto: null as number | null, vence: '' },
    validate: { monto: (cents: number | null) => (cents ? null : 'Escribe el monto.') },
  });
  return (
    <FormDrawer
      title="Agregar un cobro"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Agregar"
      loading={save.isPending}
      submitError={save.error}
      onSubmit={({ tipo_id, concepto, monto, vence }) =>
        save.mutate(
          {
            params: { id: saleId },
            body: { tipo_id: Number(tipo_id), concepto, monto: moneyText(monto ?? 0), vence: vence || null },
          },
          { onSuccess: onClose },
        )
      }
    >
      <NativeSelect
        label="Concepto"
        required
        data={types
          .filter(({ id }) => CHARGE_TYPES.some((one) => one === id))
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('tipo_id')}
      />
      <TextInput label="Detalle" maxLength={120} {...form.getInputProps('concepto')} />
      <MoneyInput
        label="Monto"
        required
        centavos={form.values.monto}
        onCentavos={(cents) => form.setFieldValue('monto', cents)}
        error={form.errors['monto']}
      />
      <DayInput
        label="Vence"
        value={form.values.vence}
        onChange={(day) => form.setFieldValue('vence', day)}
        error={form.errors['vence']}
      />
    </FormDrawer>
  );
}

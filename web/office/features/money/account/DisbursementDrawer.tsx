import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { moneyText } from '#contract/money.ts';
import { addDisbursement } from '#contract/money/account/endpoints.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

interface DisbursementDrawerProps {
  saleId: number;
  onClose: () => void;
}

/** Money of the mortgage, as the bank says to have sent it; somebody else finds it in the statement. */
export function DisbursementDrawer({ saleId, onClose }: DisbursementDrawerProps) {
  const today = useToday();
  const save = useAction(addDisbursement, {
    success: 'Desembolso registrado. Otra persona debe confirmarlo.',
    inline: true,
  });
  const form = useForm({
    initialValues: { monto: null as number | null, referencia: '', fecha: today },
    validate: { monto: (cents: number | null) => (cents ? null : 'Escribe el monto.') },
  });
  return (
    <FormDrawer
      title="Desembolso de la hipoteca"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Registrar"
      loading={save.isPending}
      submitError={save.error}
      onSubmit={({ monto, referencia, fecha }) =>
        save.mutate(
          { params: { id: saleId }, body: { monto: moneyText(monto ?? 0), referencia, fecha } },
          { onSuccess: onClose },
        )
      }
    >
      <Text size="sm" c="dimmed">
        Queda por confirmar con la línea del banco, por otra persona de contabilidad.
      </Text>
      <MoneyInput
        label="Monto"
        required
        centavos={form.values.monto}
        onCentavos={(cents) => form.setFieldValue('monto', cents)}
        error={form.errors['monto']}
      />
      <TextInput label="Número de la transferencia" maxLength={60} {...form.getInputProps('referencia')} />
      <DayInput
        label="Fecha"
        required
        maxDate={today}
        value={form.values.fecha}
        onChange={(day) => form.setFieldValue('fecha', day)}
        error={form.errors['fecha']}
      />
    </FormDrawer>
  );
}

import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { formatMoney } from '#contract/money.ts';
import { changeRefundStatus } from '#contract/refunds/endpoints.ts';
import type { Refund } from '#contract/refunds/model.ts';
import { REFUND } from '#contract/refunds/rules.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { TOUCHED } from './touched.ts';

/** The transfer that paid it. */
export function PayRefund({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const today = useToday();
  const save = useAction(changeRefundStatus, {
    invalidates: TOUCHED,
    success: 'Devolución pagada.',
    inline: true,
  });
  const form = useForm({
    initialValues: { params: { referencia: '', fecha: today } },
    validate: {
      params: {
        referencia: (text: string) =>
          text.trim().length < 3 ? 'Escribe el número de la transferencia.' : null,
      },
    },
  });
  return (
    <FormDrawer
      title={`Pagar ${formatMoney(refund.amount_centavos)}`}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Registrar pago"
      loading={save.isPending}
      submitError={save.error}
      onSubmit={({ params }) =>
        save.mutate(
          {
            params: { id: refund.id },
            body: { params: { ...params, estado_id: REFUND.paid, version: refund.version } },
          },
          { onSuccess: onClose },
        )
      }
    >
      <Text size="sm">
        A {refund.payee.name}, {refund.payee.bank.name}, cuenta {refund.payee.account}.
      </Text>
      <TextInput
        label="Número de la transferencia"
        required
        maxLength={60}
        {...form.getInputProps('params.referencia')}
      />
      <DayInput
        label="Día de la transferencia"
        required
        maxDate={today}
        value={form.values.params.fecha}
        onChange={(day) => form.setFieldValue('params.fecha', day)}
        error={form.errors['params.fecha']}
      />
    </FormDrawer>
  );
}

import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { bankPaymentTypes, banks } from '#contract/company/catalogs/moneyLists.ts';
import { formatMoney } from '#contract/money.ts';
import { changePaymentStatus } from '#contract/money/verification/endpoints.ts';
import type { Payment } from '#contract/money/payments/model.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { applyServerErrors } from '#web/office/lib/formErrors.ts';
import { moneyText } from '#web/office/lib/format.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

interface ConfirmPaymentProps {
  payment: Payment;
  onDone: () => void;
}

/** The bank's line, typed by hand where no statement has brought it yet; the receipt gets its number when it is saved. */
export function ConfirmPayment({ payment, onDone }: ConfirmPaymentProps) {
  const today = useToday();
  const kinds = useOptions(queryOf(bankPaymentTypes.list, {}));
  const bankList = useOptions(queryOf(banks.list, {}));
  const save = useAction(changePaymentStatus, { success: 'Pago confirmado.' });
  const form = useForm({
    initialValues: {
      tipo: '',
      banco_id: '',
      referencia: payment.reference ?? '',
      fecha: today,
      monto: payment.reported_centavos,
    },
    validate: {
      tipo: (id: string) => (id ? null : 'Elige cómo llegó el dinero.'),
      banco_id: (id: string) => (id ? null : 'Elige el banco.'),
      referencia: (text: string) => (text.trim() ? null : 'Escribe la referencia de la línea del banco.'),
      monto: (cents: number | null) => (cents ? null : 'Escribe el monto que recibió el banco.'),
    },
  });
  const place = useEffectEvent((error: Error) => applyServerErrors(form as never, error));
  useEffect(() => {
    if (save.error) place(save.error);
  }, [save.error]);

  const off = (form.values.monto ?? payment.due_centavos) - payment.due_centavos;
  const submit = form.onSubmit(({ tipo, banco_id, referencia, fecha, monto }) =>
    save.mutate(
      {
        params: { id: payment.id },
        body: {
          params: {
            estado_id: off < 0 ? PAYMENT.partial : PAYMENT.confirmed,
            version: payment.version,
            banco_id: Number(banco_id),
            referencia,
            fecha,
            monto: moneyText(monto ?? 0),
            tipo: Number(tipo),
          },
        },
      },
      { onSuccess: onDone },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <NativeSelect
          label="Forma"
          required
          data={[
            { value: '', label: 'Elige la forma' },
            ...kinds.map(({ id, name, disabled }) => ({ value: String(id), label: name, disabled })),
          ]}
          {...form.getInputProps('tipo')}
        />
        <NativeSelect
          label="Banco"
          required
          data={[
            { value: '', label: 'Elige el banco' },
            ...bankList.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
          ]}
          {...form.getInputProps('banco_id')}
        />
        <TextInput label="Referencia" required maxLength={60} {...form.getInputProps('referencia')} />
        <Group grow align="flex-start">
          <DayInput
            label="Fecha del banco"
            required
            maxDate={today}
            value={form.values.fecha}
            onChange={(day) => form.setFieldValue('fecha', day)}
            error={form.errors['fecha']}
          />
          <MoneyInput
            label="Monto recibido"
            required
            centavos={form.values.monto}
            onCentavos={(cents) => form.setFieldValue('monto', cents)}
            error={form.errors['monto']}
          />
        </Group>
        <Difference cents={off} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancelar
          </Button>
          <Button type="submit" loading={save.isPending}>
            {off < 0 ? 'Registrar pago parcial' : 'Confirmar pago'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What becomes of money that is not what was due. */
export const Difference = ({ cents }: { cents: number }) =>
  cents === 0 ? null : (
    <Text size="sm" component="output">
      {cents < 0
        ? `Faltan ${formatMoney(-cents)}: queda un pago por esa diferencia.`
        : `Sobran ${formatMoney(cents)}: se aplican a los próximos pagos de la venta.`}
    </Text>
  );

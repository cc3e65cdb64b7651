import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { bankPaymentTypes, banks } from '#contract/catalogs/moneyLists.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { changePaymentStatus } from '#contract/payments/endpoints.ts';
import type { Payment } from '#contract/payments/model.ts';
import { PAYMENT } from '#contract/payments/rules.ts';
import { applyServerErrors } from '#web/office/lib/formErrors.ts';
import { moneyText } from '#web/office/lib/format.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

interface ConfirmPaymentProps {
  payment: Payment;
  invalidates: readonly EndpointSpec[];
  onDone: () => void;
}

/** The bank's line, as it stands in the statement; the receipt gets its number when it is saved. */
export function ConfirmPayment({ payment, invalidates, onDone }: ConfirmPaymentProps) {
  const today = useToday();
  const kinds = useOptions(queryOf(bankPaymentTypes.list, {}));
  const bankList = useOptions(queryOf(banks.list, {}));
  const save = useAction(changePaymentStatus, { invalidates, success: 'Pago confirmado.' });
  const form = useForm({
    initialValues: {
      tipo: '',
      banco_id: '',
      referencia: '',
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

  const submit = form.onSubmit(({ tipo, banco_id, referencia, fecha, monto }) =>
    save.mutate(
      {
        params: { id: payment.id },
        body: {
          params: {
            estado_id: PAYMENT.confirmed,
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
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancelar
          </Button>
          <Button type="submit" loading={save.isPending}>
            Confirmar pago
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { bankPaymentTypes, banks } from '#contract/company/catalogs/moneyLists.ts';
import { formatMoney, moneyText, parseMoney } from '#contract/money.ts';
import { changePaymentStatus, getPayment } from '#contract/money/verification/endpoints.ts';
import { PaymentStatusChange, type Payment } from '#contract/money/payments/model.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, MoneyTextField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

/** The bank's line, with all its fields required. */
const BankLine = z.object({
  params: PaymentStatusChange.shape.params
    .pick({ tipo: true, banco_id: true, referencia: true, fecha: true, monto: true })
    .required(),
});

const valuesOf = (payment: Payment, today: string) => ({
  params: {
    referencia: payment.reference ?? '',
    fecha: today,
    monto: payment.reported_centavos === null ? null : moneyText(payment.reported_centavos),
  } as z.input<typeof BankLine>['params'],
  version: payment.version,
});

interface ConfirmPaymentProps {
  payment: Payment;
  onDone: () => void;
  onCancel: () => void;
}

/**
 * Confirms a payment with a bank line typed by hand, before its statement is imported. Saving assigns the receipt
 * number.
 */
export function ConfirmPayment({ payment, onDone, onCancel }: ConfirmPaymentProps) {
  const today = useToday();
  const kinds = useOptions(queryOf(bankPaymentTypes.list, {}));
  const bankList = useOptions(queryOf(banks.list, {}));
  const [due, setDue] = useState(payment.due_centavos);
  const params = { id: payment.id };
  const form = useRecordForm({
    schema: BankLine,
    initial: valuesOf(payment, today),
    check: ({ params: line }) => ({
      'params.tipo': line?.tipo ? null : 'Elige cómo llegó el dinero.',
      'params.banco_id': line?.banco_id ? null : 'Elige el banco.',
      'params.referencia': line?.referencia?.trim() ? null : 'Escribe la referencia de la línea del banco.',
      'params.monto': line?.monto ? null : 'Escribe el monto que recibió el banco.',
    }),
    reread: async () => {
      const { data } = await call(getPayment, { params });
      setDue(data.due_centavos);
      return valuesOf(data, today);
    },
    send: ({ params: line }, as, version) => {
      const estado_id = off < 0 ? PAYMENT.partial : PAYMENT.confirmed;
      return call(changePaymentStatus, { params, body: { params: { ...line, estado_id, version } } }, as);
    },
    success: 'Pago confirmado.',
    onDone,
  });
  const line = within(form, 'params');
  const typed = parseMoney(line.values.monto ?? '');
  const off = 'cents' in typed ? typed.cents - due : 0;
  return (
    <RecordForm
      {...form.frame}
      submitLabel={off < 0 ? 'Registrar pago parcial' : 'Confirmar pago'}
      onCancel={onCancel}
    >
      <OptionField
        of={line}
        name="tipo"
        label="Forma"
        nothing="Elige la forma"
        options={kinds.map(({ id, name, disabled }) => ({ value: id, label: name, disabled }))}
      />
      <OptionField
        of={line}
        name="banco_id"
        label="Banco"
        nothing="Elige el banco"
        options={bankList.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      />
      <TextField of={line} name="referencia" label="Referencia" required maxLength={60} />
      <Group grow align="flex-start">
        <DayField of={line} name="fecha" label="Fecha del banco" maxDate={today} />
        <MoneyTextField of={line} name="monto" label="Monto recibido" />
      </Group>
      <Difference cents={off} />
    </RecordForm>
  );
}

/** What happens with the difference between the amount received and the amount due. */
export const Difference = ({ cents }: { cents: number }) =>
  cents === 0 ? null : (
    <Text size="sm" component="output">
      {cents < 0
        ? `Faltan ${formatMoney(-cents)}: queda un pago por esa diferencia.`
        : `Sobran ${formatMoney(cents)}: se aplican a los próximos pagos de la venta.`}
    </Text>
  );

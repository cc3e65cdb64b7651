import { Text } from '@mantine/core';
import { addDisbursement } from '#contract/money/account/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, MoneyTextField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface DisbursementDrawerProps {
  saleId: number;
  onClose: () => void;
}

/** Records a mortgage disbursement that the bank announced. Another user confirms it with the bank statement. */
export function DisbursementDrawer({ saleId, onClose }: DisbursementDrawerProps) {
  const today = useToday();
  const form = useRecordForm({
    schema: addDisbursement.body,
    initial: { fecha: today },
    check: ({ monto }) => ({ monto: monto === null ? 'Escribe el monto.' : null }),
    send: (body, as) => call(addDisbursement, { params: { id: saleId }, body }, as),
    success: 'Desembolso registrado. Otra persona debe confirmarlo.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Desembolso de la hipoteca"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar"
    >
      <Text size="sm" c="dimmed">
        Queda por confirmar con la línea del banco, por otra persona de contabilidad.
      </Text>
      <MoneyTextField of={form} name="monto" label="Monto" />
      <TextField of={form} name="referencia" label="Número de la transferencia" maxLength={60} />
      <DayField of={form} name="fecha" label="Fecha" maxDate={today} />
    </FormDrawer>
  );
}

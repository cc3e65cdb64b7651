import { Text } from '@mantine/core';
import { z } from 'zod';
import { formatMoney } from '#contract/money.ts';
import { CHARGE } from '#contract/care/warranty/charges.ts';
import { changeChargeStatus } from '#contract/care/warranty/endpoints.ts';
import { ChargeStatusChange, type Charge } from '#contract/care/warranty/model.ts';
import { usePayFrom } from '#web/office/features/projects/bankAccounts/usePayFrom.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Collected = z.object({
  params: ChargeStatusChange.shape.params.pick({
    fecha: true,
    banco: true,
    referencia: true,
    cuenta_id: true,
  }),
});

interface CollectDrawerProps {
  charge: Pick<Charge, 'id' | 'version' | 'receivable_centavos'>;
  onClose: () => void;
}

/** What the contractor paid of a charge that the retention did not cover. */
export function CollectDrawer({ charge, onClose }: CollectDrawerProps) {
  const today = useToday();
  const form = useRecordForm({
    schema: Collected,
    initial: { version: charge.version, params: { fecha: today } },
    send: ({ params }, as, version) =>
      call(
        changeChargeStatus,
        {
          params: { id: charge.id },
          body: {
            params: { ...params, estado_id: CHARGE.collected, ...(version !== undefined && { version }) },
          },
        },
        as,
      ),
    success: 'Cobro registrado.',
    onDone: onClose,
  });
  const into = usePayFrom();
  const fields = within(form, 'params');
  return (
    <FormDrawer
      title="Registrar el cobro"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar el cobro"
    >
      <Text size="sm">El contratista debe {formatMoney(charge.receivable_centavos)}.</Text>
      <DayField of={fields} name="fecha" label="Pagó el" maxDate={today} required />
      <TextField of={fields} name="banco" label="Banco" maxLength={80} required />
      <TextField of={fields} name="referencia" label="Referencia" maxLength={80} required />
      <OptionField of={fields} name="cuenta_id" {...into} label="Llegó a" />
    </FormDrawer>
  );
}

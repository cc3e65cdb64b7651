import { paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { CHARGE_TYPES, NewCharge } from '#contract/money/payments/plan.ts';
import { addCharge } from '#contract/money/account/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DayField, MoneyTextField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface ChargeDrawerProps {
  saleId: number;
  onClose: () => void;
}

/** Adds a charge outside the plan. */
export function ChargeDrawer({ saleId, onClose }: ChargeDrawerProps) {
  const types = useOptions(queryOf(paymentTypes.list, {}));
  const form = useRecordForm({
    schema: NewCharge,
    initial: { tipo_id: PAYMENT_TYPE.legal },
    check: ({ monto }) => ({ monto: monto === null ? 'Escribe el monto.' : null }),
    send: (body, as) => call(addCharge, { params: { id: saleId }, body }, as),
    success: 'Cobro agregado.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Agregar un cobro" opened onClose={onClose} {...form.frame} submitLabel="Agregar">
      <OptionField
        of={form}
        name="tipo_id"
        label="Concepto"
        options={types
          .filter(({ id }) => CHARGE_TYPES.some((one) => one === id))
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField of={form} name="concepto" label="Detalle" maxLength={120} />
      <MoneyTextField of={form} name="monto" label="Monto" />
      <DayField of={form} name="vence" label="Vence" />
    </FormDrawer>
  );
}

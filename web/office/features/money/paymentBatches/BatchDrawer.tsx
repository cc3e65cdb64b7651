import { Alert, Text } from '@mantine/core';
import { z } from 'zod';
import { showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { createBatch, listPayables } from '#contract/money/paymentBatches/endpoints.ts';
import { BatchForm, type Payable } from '#contract/money/paymentBatches/model.ts';
import { BATCH_KINDS, type PayableKind } from '#contract/money/paymentBatches/rules.ts';
import { listBankAccountOptions } from '#contract/projects/bankAccounts/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, ManyField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Form = z.object({
  ...BatchForm.pick({ bank_account_id: true, kind: true, pay_on: true, note: true }).shape,
  items: z.array(z.string()).min(1, { error: 'Elige al menos un pago.' }).max(300),
});
const keyOf = ({ kind, id }: Pick<Payable, 'kind' | 'id'>) => `${kind} ${id}`;

interface BatchDrawerProps {
  onClose: () => void;
  onMade: (id: number) => void;
}

/** Chooses what is paid, from which account and how. */
export function BatchDrawer({ onClose, onMade }: BatchDrawerProps) {
  const today = useToday();
  const payables = useOptions(queryOf(listPayables, {}));
  const accounts = useOptions(queryOf(listBankAccountOptions, {}));
  const form = useRecordForm({
    schema: Form,
    initial: { kind: 'ach', pay_on: today, items: [] },
    send: async ({ items, ...body }, as) => {
      const refs = items.map((key) => {
        const [kind, id] = key.split(' ');
        return { kind: kind as PayableKind, id: Number(id) };
      });
      const { data } = await call(createBatch, { body: { ...body, items: refs } }, as);
      onMade(data.id);
      return data;
    },
    success: 'Lote preparado. Lo aprueba otra persona.',
    onDone: onClose,
  });
  const chosen = payables.filter((one) => (form.values.items ?? []).includes(keyOf(one)));
  const blocked = payables.filter(({ stops }) => stops?.length > 0);
  const lacking =
    form.values.kind === 'ach' ? chosen.filter(({ bank_account }) => bank_account === null) : [];
  const label = ({ title, beneficiary, due_on, cents, late }: Payable) =>
    [
      `${title} · ${beneficiary}`,
      formatMoney(cents),
      due_on && `${late ? 'venció' : 'vence'} el ${showDay(due_on)}`,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <FormDrawer
      title="Preparar lote de pago"
      size="lg"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Preparar lote"
    >
      <OptionField
        of={form}
        name="bank_account_id"
        label="Sale de"
        nothing="Elige la cuenta"
        options={accounts.map(({ id, nombre, numero }) => ({ value: id, label: `${nombre} (${numero})` }))}
      />
      <OptionField
        of={form}
        name="kind"
        label="Cómo se paga"
        options={Object.entries(BATCH_KINDS).map(([value, text]) => ({ value, label: text }))}
      />
      <DayField of={form} name="pay_on" label="Se paga el" minDate={today} />
      <ManyField
        of={form}
        name="items"
        label="Qué se paga"
        description="Lo aprobado que no está en otro lote, lo que vence primero arriba."
        options={payables.map((one) => ({
          value: keyOf(one),
          label: label(one),
          disabled: one.stops?.length > 0,
        }))}
        nothingFoundMessage="No hay nada por pagar"
      />
      <Text size="sm" component="output">
        {chosen.length} pagos, {formatMoney(chosen.reduce((sum, { cents }) => sum + cents, 0))}
      </Text>
      {lacking.length > 0 && (
        <Alert color="yellow" variant="light" title="Sin cuenta bancaria confirmada">
          {[...new Set(lacking.map(({ beneficiary }) => beneficiary))].join(', ')}
        </Alert>
      )}
      {blocked.length > 0 && (
        <Alert color="red" variant="light" title="No se pueden pagar ahora">
          {[
            ...new Set(
              blocked.flatMap(({ beneficiary, stops }) => stops.map((why) => `${beneficiary}: ${why}`)),
            ),
          ].join(' ')}
        </Alert>
      )}
      <TextField of={form} name="note" label="Nota" maxLength={500} />
    </FormDrawer>
  );
}

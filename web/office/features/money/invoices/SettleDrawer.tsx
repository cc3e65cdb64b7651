import { Text } from '@mantine/core';
import { z } from 'zod';
import { formatMoney } from '#contract/money.ts';
import { settleInvoice } from '#contract/money/invoices/endpoints.ts';
import { SettlementForm, type Invoice } from '#contract/money/invoices/model.ts';
import { call } from '#web/office/lib/call.ts';
import { MoneyField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Form = z.object({
  source_id: z.string({ error: 'Elige qué se aplica.' }).min(1, { error: 'Elige qué se aplica.' }),
  cents: SettlementForm.shape.cents,
});

interface SettleDrawerProps {
  invoice: Pick<Invoice, 'id' | 'applicable' | 'balance_centavos'>;
  onClose: () => void;
}

/** Applies a credit note or an advance of the supplier to an invoice. */
export function SettleDrawer({ invoice, onClose }: SettleDrawerProps) {
  const keyOf = ({ kind, id }: Invoice['applicable'][number]) => `${kind} ${id}`;
  const [first] = invoice.applicable;
  const form = useRecordForm({
    schema: Form,
    initial: first ? { source_id: keyOf(first), cents: Math.min(first.cents, invoice.balance_centavos) } : {},
    send: ({ source_id, cents }, as) => {
      const [kind, id] = source_id.split(' ');
      return call(
        settleInvoice,
        {
          params: { id: invoice.id },
          body: { kind: kind as 'credito' | 'anticipo', source_id: Number(id), cents },
        },
        as,
      );
    },
    success: 'Aplicado a la factura.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Aplicar crédito o anticipo"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Aplicar"
    >
      <Text size="sm">Por pagar: {formatMoney(invoice.balance_centavos)}.</Text>
      <OptionField
        of={form}
        name="source_id"
        label="Qué se aplica"
        options={invoice.applicable.map((one) => ({
          value: keyOf(one),
          label: `${one.text}, quedan ${formatMoney(one.cents)}`,
        }))}
      />
      <MoneyField of={form} name="cents" label="Monto" />
    </FormDrawer>
  );
}

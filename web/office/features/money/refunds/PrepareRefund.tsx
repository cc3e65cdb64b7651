import { Alert, Radio, Stack, Text } from '@mantine/core';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import { draftRefund, prepareRefund } from '#contract/money/refunds/endpoints.ts';
import type { RefundDraft } from '#contract/money/refunds/model.ts';
import { REFUND_CAUSES } from '#contract/money/refunds/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { bound, LongTextField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { useState } from 'react';

interface PrepareRefundProps {
  saleId: number;
  draft: RefundDraft;
  onClose: () => void;
}

/** Prepares a refund: its cause and the payee's account. The cause determines the amounts, which are then fixed. */
export function PrepareRefund({ saleId, draft: before, onClose }: PrepareRefundProps) {
  const params = { id: saleId };
  const known = useOptions(queryOf(banks.list, {}));
  const [draft, setDraft] = useState(before);
  const amountOf = (cause: unknown) => draft.causes.find((one) => one.cause === cause)?.amount_centavos;
  const form = useRecordForm({
    schema: prepareRefund.body,
    initial: { payee_name: draft.payee_name },
    check: ({ bank_id }) => ({ bank_id: bank_id === null ? 'Elige el banco.' : null }),
    onChange: (now, { cause }) =>
      now.cause === cause ? undefined : { amount_centavos: amountOf(now.cause) ?? null },
    reread: async () => {
      const { data } = await call(draftRefund, { params });
      setDraft(data);
      return { payee_name: data.payee_name };
    },
    // Sends the amount on screen: after a reload, the new draft's.
    send: (body, as) =>
      call(
        prepareRefund,
        { params, body: { ...body, amount_centavos: amountOf(body.cause) ?? body.amount_centavos } },
        as,
      ),
    success: 'Devolución preparada.',
    onDone: onClose,
  });
  const cause = bound(form, 'cause');
  const amount = amountOf(cause.value);
  return (
    <FormDrawer
      title="Preparar devolución"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Preparar devolución"
    >
      <Text size="sm">El cliente tiene {formatMoney(draft.paid_centavos)} confirmados en esta venta.</Text>
      <Radio.Group
        label="Por qué terminó la venta"
        {...cause.input}
        value={cause.value ?? ''}
        onChange={cause.set}
      >
        <Stack gap="xs" mt="xs">
          {draft.causes.map((one) => (
            <Radio
              key={one.cause}
              value={one.cause}
              label={REFUND_CAUSES[one.cause]}
              description={
                one.whyNot ??
                `Se devuelven ${formatMoney(one.amount_centavos)}${one.penalty_centavos > 0 ? `; se retienen ${formatMoney(one.penalty_centavos)} (${formatPercent(one.penalty_percent)})` : ', todo'}.`
              }
              disabled={one.whyNot !== null}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TextField of={form} name="payee_name" label="A nombre de" maxLength={120} />
      <OptionField
        of={form}
        name="bank_id"
        label="Banco"
        nothing="Elige el banco"
        options={known.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      />
      <TextField of={form} name="account" label="Número de cuenta" maxLength={40} />
      <LongTextField of={form} name="notes" label="Notas" maxLength={1000} />
      {amount !== undefined && (
        <Alert variant="light" title={`Se devolverán ${formatMoney(amount)}`}>
          La aprueban dos personas más; el monto ya no cambia.
        </Alert>
      )}
    </FormDrawer>
  );
}

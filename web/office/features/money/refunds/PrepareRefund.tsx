import { Alert, NativeSelect, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import { prepareRefund } from '#contract/money/refunds/endpoints.ts';
import type { RefundDraft } from '#contract/money/refunds/model.ts';
import { REFUND_CAUSES, type RefundCause } from '#contract/money/refunds/rules.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface Values {
  cause: RefundCause | '';
  payee_name: string;
  bank_id: string;
  account: string;
  notes: string;
}

/** Says why and to which account; the sums follow from the cause and are fixed with it. */
export function PrepareRefund({
  saleId,
  draft,
  onClose,
}: {
  saleId: number;
  draft: RefundDraft;
  onClose: () => void;
}) {
  const save = useAction(prepareRefund, {
    success: 'Devolución preparada.',
    inline: true,
  });
  const known = useOptions(queryOf(banks.list, {}));
  const form = useForm<Values>({
    initialValues: { cause: '', payee_name: draft.payee_name, bank_id: '', account: '', notes: '' },
    validate: {
      cause: (cause) => (cause ? null : 'Elige la causa.'),
      bank_id: (bank) => (bank ? null : 'Elige el banco.'),
      account: (account) => (account.trim().length < 4 ? 'Escribe el número de la cuenta.' : null),
    },
  });
  const chosen = draft.causes.find(({ cause }) => cause === form.values.cause);
  const submit = ({ cause, bank_id, ...rest }: Values) => {
    if (!cause || !chosen) return;
    save.mutate(
      {
        params: { id: saleId },
        body: { ...rest, cause, bank_id: Number(bank_id), amount_centavos: chosen.amount_centavos },
      },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDrawer
      title="Preparar devolución"
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Preparar devolución"
    >
      <Text size="sm">El cliente tiene {formatMoney(draft.paid_centavos)} confirmados en esta venta.</Text>
      <Radio.Group label="Por qué terminó la venta" required {...form.getInputProps('cause')}>
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
      <TextInput label="A nombre de" required maxLength={120} {...form.getInputProps('payee_name')} />
      <NativeSelect
        label="Banco"
        required
        data={[
          { value: '', label: 'Elige el banco' },
          ...known.map((one) => ({ value: String(one.id), label: String(one.nombre) })),
        ]}
        {...form.getInputProps('bank_id')}
      />
      <TextInput label="Número de cuenta" required maxLength={40} {...form.getInputProps('account')} />
      <Textarea label="Notas" autosize minRows={2} maxLength={1000} {...form.getInputProps('notes')} />
      {chosen && (
        <Alert variant="light" title={`Se devolverán ${formatMoney(chosen.amount_centavos)}`}>
          La aprueban dos personas más; el monto ya no cambia.
        </Alert>
      )}
    </FormDrawer>
  );
}

import { Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { countFund } from '#contract/money/pettyCash/endpoints.ts';
import type { Fund } from '#contract/money/pettyCash/model.ts';
import { call } from '#web/office/lib/call.ts';
import { LongTextField, MoneyField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface CountFundDrawerProps {
  fund: Pick<Fund, 'id' | 'cash_centavos'>;
  onClose: () => void;
}

/** Counts the cash of a fund; a difference stays written with its reason. */
export function CountFundDrawer({ fund, onClose }: CountFundDrawerProps) {
  const form = useRecordForm({
    schema: countFund.body,
    initial: {},
    send: (body, as) => call(countFund, { params: { id: fund.id }, body }, as),
    success: 'Arqueo registrado.',
    onDone: onClose,
  });
  const counted = form.values.counted_centavos;
  const difference = counted === null ? 0 : counted - fund.cash_centavos;
  return (
    <FormDrawer title="Arqueo" opened onClose={onClose} {...form.frame} submitLabel="Registrar arqueo">
      <MoneyField of={form} name="counted_centavos" label="Efectivo contado" />
      {counted !== null && (
        <Text size="sm" component="output">
          {difference === 0
            ? 'Coincide con lo que debe haber.'
            : `${difference < 0 ? 'Faltan' : 'Sobran'} ${formatMoney(Math.abs(difference))}: escribe por qué.`}
        </Text>
      )}
      <LongTextField of={form} name="reason" label="Por qué hay diferencia" maxLength={500} />
    </FormDrawer>
  );
}

import { Button, Group, Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { evenly } from '#contract/works/contracts/allocation.ts';
import { setHouseAmounts } from '#contract/works/contracts/endpoints.ts';
import type { Contract } from '#contract/works/contracts/model.ts';
import { call } from '#web/office/lib/call.ts';
import { MoneyField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface HouseAmountsDrawerProps {
  contract: Pick<Contract, 'id' | 'version' | 'houses'>;
  onClose: () => void;
}

/** The amount of each house of a draft; the sum is the contract's amount. */
export function HouseAmountsDrawer({ contract, onClose }: HouseAmountsDrawerProps) {
  const { houses } = contract;
  const form = useRecordForm({
    schema: setHouseAmounts.body,
    initial: {
      version: contract.version,
      houses: houses.map(({ id, amount_centavos }) => ({
        house_id: id,
        amount_centavos: amount_centavos ?? 0,
      })),
    },
    send: (body, as, version) =>
      call(setHouseAmounts, { params: { id: contract.id }, body: { ...body, version } }, as),
    success: 'Montos guardados.',
    onDone: onClose,
  });
  const { rows, error } = rowsOf(form, 'houses');
  const total = rows.reduce((sum, { values }) => sum + (values.amount_centavos ?? 0), 0);
  const spread = () => {
    for (const [at, cents] of evenly(total, rows.length).entries())
      form.form.setFieldValue(`houses.${at}.amount_centavos`, cents);
  };
  return (
    <FormDrawer
      title="Monto de cada vivienda"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar montos"
    >
      {rows.map((one, at) => (
        <MoneyField key={one.at} of={one} name="amount_centavos" label={houses[at]?.name ?? ''} />
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group justify="space-between">
        <Text size="sm" component="output">
          Suman {formatMoney(total)}, sin ITBMS.
        </Text>
        <Button variant="default" size="compact-sm" onClick={spread}>
          Repartir por igual
        </Button>
      </Group>
    </FormDrawer>
  );
}

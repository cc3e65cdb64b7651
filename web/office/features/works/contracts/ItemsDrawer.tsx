import { Button, Group, Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { itemCents } from '#contract/works/contracts/allocation.ts';
import { setContractItems } from '#contract/works/contracts/endpoints.ts';
import type { Contract } from '#contract/works/contracts/model.ts';
import { call } from '#web/office/lib/call.ts';
import { NumberField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { ItemFields, type ItemForm } from './ItemFields.tsx';

interface ItemsDrawerProps {
  contract: Pick<Contract, 'id' | 'version' | 'items'>;
  onClose: () => void;
}

/** The items of a draft; the sum is the contract's amount. */
export function ItemsDrawer({ contract, onClose }: ItemsDrawerProps) {
  const form = useRecordForm({
    schema: setContractItems.body,
    initial: {
      version: contract.version,
      items:
        contract.items.length === 0
          ? [{} as never]
          : contract.items.map((one) => ({
              code: one.code,
              description: one.description,
              unit: one.unit,
              quantity: one.quantity,
              price_centavos: one.price_centavos ?? 0,
              cost_code_id: one.cost_code.id,
            })),
    },
    send: (body, as, version) =>
      call(setContractItems, { params: { id: contract.id }, body: { ...body, version } }, as),
    success: 'Partidas guardadas.',
    onDone: onClose,
  });
  const { rows, error, add, remove } = rowsOf(form, 'items');
  const total = rows.reduce(
    (sum, { values }) => sum + itemCents(values.quantity ?? 0, values.price_centavos ?? 0),
    0,
  );
  return (
    <FormDrawer
      title="Partidas"
      size="xl"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar partidas"
    >
      {rows.map((one, at) => (
        <ItemFields
          key={one.at}
          of={one as unknown as ItemForm}
          number={at + 1}
          quantity={<NumberField of={one} name="quantity" label="Cantidad" decimalScale={3} min={0} />}
          onRemove={() => remove(at)}
        />
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
        <Button variant="default" size="compact-sm" onClick={() => add({})}>
          Agregar partida
        </Button>
      </Group>
    </FormDrawer>
  );
}

import { Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { chargeMaterials, listMoves } from '#contract/works/stock/endpoints.ts';
import { ChargeForm } from '#contract/works/stock/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { ManyField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface ChargeDrawerProps {
  account: { id: number; contract: { id: number } };
  onClose: () => void;
}

/** Deducts from an account what was given to its contractor and no account deducts yet. */
export function ChargeDrawer({ account, onClose }: ChargeDrawerProps) {
  const moves = useOptions(
    queryOf(listMoves, { query: { contrato_id: account.contract.id, tipo: 'entrega', per_page: 200 } }),
  ).filter(({ charged }) => charged === null);
  const form = useRecordForm({
    schema: ChargeForm.omit({ account_id: true }),
    initial: {},
    send: (body, as) => call(chargeMaterials, { body: { account_id: account.id, ...body } }, as),
    success: 'Materiales descontados.',
    onDone: onClose,
  });
  const chosen = new Set(form.values.movement_ids ?? []);
  const total = moves
    .filter(({ id }) => chosen.has(id))
    .reduce((sum, { value_centavos }) => sum - (value_centavos ?? 0), 0);
  return (
    <FormDrawer
      title="Descontar materiales entregados"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Descontar materiales"
    >
      <ManyField
        of={form}
        name="movement_ids"
        label="Entregas"
        description="Lo que se entregó a este contratista y ninguna cuenta ha descontado. El vale es su documento."
        options={moves.map(({ id, material, quantity, paper }) => ({
          value: id,
          label: material
            ? `${paper}: ${material.name}, ${quantityText(-quantity, material.unit)}`
            : String(id),
        }))}
      />
      <Text size="sm" component="output">
        Suman {formatMoney(total)}.
      </Text>
    </FormDrawer>
  );
}

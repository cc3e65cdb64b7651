import { Text } from '@mantine/core';
import { z } from 'zod';
import { Cents, formatMoney } from '#contract/money.ts';
import { setBudget, type BudgetFilter, type BudgetRow } from '#contract/works/budgets/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { MoneyField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** An empty amount leaves the code without a line. */
const Lines = z.object({
  lines: z.array(z.object({ cost_code_id: z.number(), amount_centavos: Cents.min(0).nullable() })),
});

interface BudgetDrawerProps {
  filter: BudgetFilter;
  rows: readonly BudgetRow[];
  name: string;
  onClose: () => void;
}

/** The own lines of a project's common works, of a model or of a house. */
export function BudgetDrawer({ filter, rows: codes, name, onClose }: BudgetDrawerProps) {
  const form = useRecordForm({
    schema: Lines,
    initial: { lines: codes.map(({ id, own }) => ({ cost_code_id: id, amount_centavos: own })) },
    send: ({ lines }, as) =>
      call(
        setBudget,
        {
          body: {
            proyecto_id: filter.proyecto_id,
            vivienda_id: filter.vivienda_id ?? null,
            modelo_id: filter.modelo_id ?? null,
            lines: lines.flatMap(({ cost_code_id, amount_centavos }) =>
              amount_centavos === null ? [] : [{ cost_code_id, amount_centavos }],
            ),
          },
        },
        as,
      ),
    success: 'Presupuesto guardado.',
    onDone: onClose,
  });
  const { rows } = rowsOf(form, 'lines');
  const total = rows.reduce((sum, { values }) => sum + (values.amount_centavos ?? 0), 0);
  return (
    <FormDrawer
      title={`Presupuesto: ${name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar presupuesto"
    >
      {filter.vivienda_id !== undefined && (
        <Text size="sm">Lo que dejes vacío sigue al modelo de la vivienda.</Text>
      )}
      {rows.map((one, at) => (
        <MoneyField key={one.at} of={one} name="amount_centavos" label={codes[at]?.name ?? ''} />
      ))}
      <Text size="sm" component="output">
        Suman {formatMoney(total)}, sin ITBMS.
      </Text>
    </FormDrawer>
  );
}

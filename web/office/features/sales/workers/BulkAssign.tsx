import { listSaleStaff, setSaleProcessor } from '#contract/sales/sale/endpoints.ts';
import type { SaleRow } from '#contract/sales/sale/model.ts';
import { eachRow, type BulkOutcome } from '#web/office/lib/bulk.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';

const Words = setSaleProcessor.body.omit({ version: true });

interface BulkAssignProps {
  /** Number of selected sales; `load` fetches them on submit. */
  count: number;
  load: () => Promise<readonly SaleRow[]>;
  /** The result per row; null: cancelled. */
  onDone: (outcomes: readonly BulkOutcome[] | null) => void;
}

/** Assigns several sales to one processor. Each is checked by itself; one refusal does not stop the others. */
export function BulkAssign({ count, load, onDone }: BulkAssignProps) {
  const staff = useOptions(queryOf(listSaleStaff));
  const form = useRecordForm({
    schema: Words,
    initial: {},
    check: ({ procesador_id }) => ({
      procesador_id: procesador_id === null ? 'Elige quién sigue con las ventas.' : null,
    }),
    send: async (body) =>
      eachRow(await load(), saleName, ({ id, version }) =>
        call(setSaleProcessor, { params: { id }, body: { ...body, version } }),
      ),
    onDone,
  });
  return (
    <FormDrawer
      title={`Cambiar de procesador · ${count === 1 ? '1 venta' : `${count} ventas`}`}
      opened
      onClose={() => onDone(null)}
      {...form.frame}
      submitLabel="Pasar ventas"
    >
      <OptionField
        of={form}
        name="procesador_id"
        label="Procesador"
        nothing="Elige una persona"
        options={staff
          .filter((one) => one.processor)
          .map(({ id, name, open, away }) => ({
            value: id,
            label: `${name} · ${open} abiertas${away ? ' · ausente' : ''}`,
            disabled: away,
          }))}
      />
      <LongTextField of={form} name="motivo" label="Motivo" maxLength={1000} />
    </FormDrawer>
  );
}

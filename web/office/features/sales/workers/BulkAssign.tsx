import { NativeSelect, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { listSaleStaff, setSaleProcessor } from '#contract/sales/sale/endpoints.ts';
import type { SaleRow } from '#contract/sales/sale/model.ts';
import { changed } from '#web/office/lib/refresh.ts';
import { eachRow, type BulkOutcome } from '#web/office/lib/bulk.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';

interface BulkAssignProps {
  /** As many as are meant; `load` fetches them when it goes on. */
  count: number;
  load: () => Promise<readonly SaleRow[]>;
  /** What became of each; null: given up. */
  onDone: (outcomes: readonly BulkOutcome[] | null) => void;
}

/** Passes several sales to one processor, each checked by itself: one that cannot be passed stops no other. */
export function BulkAssign({ count, load, onDone }: BulkAssignProps) {
  const staff = useOptions(queryOf(listSaleStaff));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const form = useForm({
    initialValues: { procesador_id: '', motivo: '' },
    validate: {
      procesador_id: (id) => (id ? null : 'Elige quién sigue con las ventas.'),
      motivo: (text) => (text.trim() ? null : 'Escribe el motivo.'),
    },
  });
  const submit = async ({ procesador_id, motivo }: typeof form.values) => {
    setBusy(true);
    try {
      const outcomes = await eachRow(await load(), saleName, (sale) =>
        call(
          setSaleProcessor,
          {
            params: { id: sale.id },
            body: { procesador_id: Number(procesador_id), motivo, version: sale.version },
          },
          { refresh: false },
        ),
      );
      changed(setSaleProcessor);
      onDone(outcomes);
    } catch (refused) {
      setError(refused as Error);
      setBusy(false);
    }
  };
  return (
    <FormDrawer
      title={count === 1 ? 'Pasar 1 venta a otro procesador' : `Pasar ${count} ventas a otro procesador`}
      opened
      onClose={() => onDone(null)}
      form={form}
      onSubmit={(values) => void submit(values)}
      loading={busy}
      submitError={error}
      submitLabel="Pasar ventas"
    >
      <NativeSelect
        label="Procesador"
        required
        data={[
          { value: '', label: 'Elige una persona' },
          ...staff
            .filter((one) => one.processor)
            .map(({ id, name, open, away }) => ({
              value: String(id),
              label: `${name} · ${open} abiertas${away ? ' · ausente' : ''}`,
              disabled: away,
            })),
        ]}
        {...form.getInputProps('procesador_id')}
      />
      <Textarea
        label="Motivo"
        required
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('motivo')}
      />
    </FormDrawer>
  );
}

import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { listLotOptions } from '#contract/projects/lots/endpoints.ts';
import { getSale, setSaleLot } from '#contract/sales/sale/endpoints.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Chooses or changes the lot of a sale, among the free ones of its project. */
export function LotDrawer({ sale, onClose }: { sale: SaleRecord; onClose: () => void }) {
  const lots = useOptions(queryOf(listLotOptions, { query: { proyecto_id: sale.project.id } }));
  const save = useAction(setSaleLot, {
    success: 'Lote guardado.',
    inline: true,
  });
  const form = useForm({
    initialValues: { lote_id: '' },
    validate: { lote_id: (id: string) => (id ? null : 'Elige un lote libre.') },
  });
  const { filled, reload } = useFilled(
    sale,
    queryOf(getSale, { params: { id: sale.id } }),
    ({ data }) => data,
    () => ({ lote_id: '' }),
  );
  return (
    <FormDrawer
      title={sale.lot ? `Cambiar el lote ${sale.lot.lote}` : 'Escoger lote'}
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ lote_id }) =>
        save.mutate(
          { params: { id: sale.id }, body: { lote_id: Number(lote_id), version: filled?.version } },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel="Guardar lote"
    >
      <NativeSelect
        label="Lote"
        required
        description={`Lotes de ${sale.project.name} para su modelo`}
        data={[
          { value: '', label: 'Elige un lote' },
          ...lots.map(({ id, lote, activo }) => ({
            value: String(id),
            label: activo === 1 ? lote : `${lote} (ocupado)`,
            disabled: activo !== 1,
          })),
        ]}
        {...form.getInputProps('lote_id')}
      />
    </FormDrawer>
  );
}

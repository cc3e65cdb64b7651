import { listLotOptions } from '#contract/projects/lots/endpoints.ts';
import { getSale, setSaleLot } from '#contract/sales/sale/endpoints.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Choice = setSaleLot.body.omit({ version: true });

/** Chooses or changes a sale's lot, among its project's free lots. */
export function LotDrawer({ sale, onClose }: { sale: SaleRecord; onClose: () => void }) {
  const lots = useOptions(queryOf(listLotOptions, { query: { proyecto_id: sale.project.id } }));
  const params = { id: sale.id };
  const form = useRecordForm({
    schema: Choice,
    initial: { version: sale.version },
    check: ({ lote_id }) => ({ lote_id: lote_id === null ? 'Elige un lote libre.' : null }),
    reread: async () => ({ version: (await call(getSale, { params })).data.version }),
    send: (body, as, version) => call(setSaleLot, { params, body: { ...body, version } }, as),
    success: 'Lote guardado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={sale.lot ? `Cambiar el lote ${sale.lot.lote}` : 'Elegir lote'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar lote"
    >
      <OptionField
        of={form}
        name="lote_id"
        label="Lote"
        description={`Lotes de ${sale.project.name} para su modelo`}
        nothing="Elige un lote"
        options={lots.map(({ id, lote, activo }) => ({
          value: id,
          label: activo === 1 ? lote : `${lote} (ocupado)`,
          disabled: activo !== 1,
        }))}
      />
    </FormDrawer>
  );
}

import { z } from 'zod';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import { changeLots } from '#contract/projects/lots/endpoints.ts';
import { LotsChange, type Lot } from '#contract/projects/lots/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { MoneyField, NumberField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const { type_id, area_m2, premium_centavos, withheld_reason } = LotsChange.shape;
/** An empty field leaves the value unchanged, including "for sale". */
const Change = z.object({
  type_id,
  area_m2,
  premium_centavos,
  sale: z.enum(['no', 'si']).optional(),
  withheld_reason,
});

/** Changes type, area, premium and availability of several lots. Empty fields stay unchanged. */
export function LotsBulkDrawer({ lots, onClose }: { lots: readonly Lot[]; onClose: () => void }) {
  const types = useOptions(queryOf(lotTypes.list));
  const form = useRecordForm({
    schema: Change,
    initial: {},
    check: ({ withheld_reason: reason, sale, ...rest }) => ({
      type_id:
        sale === null && Object.values(rest).every((one) => one === null) ? 'Elige qué cambiar.' : null,
      withheld_reason: sale === 'no' && !reason?.trim() ? 'Escribe por qué no están a la venta.' : null,
    }),
    send: ({ sale, withheld_reason: reason, ...body }, as) =>
      call(
        changeLots,
        {
          body: {
            ...body,
            ids: lots.map(({ id }) => id),
            ...(sale && { withheld: sale === 'no' }),
            withheld_reason: sale === 'no' ? reason : null,
          },
        },
        as,
      ),
    success: ({ success }) => success,
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={lots.length === 1 ? 'Cambiar 1 lote' : `Cambiar ${lots.length} lotes`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Cambiar lotes"
    >
      <OptionField
        of={form}
        name="type_id"
        label="Tipo"
        description="Lo que se deja vacío queda como está."
        nothing="Como está"
        options={types.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NumberField
        of={form}
        name="area_m2"
        label="Área de cada uno (m²)"
        decimalScale={2}
        min={1}
        max={100_000}
      />
      <MoneyField of={form} name="premium_centavos" label="Recargo sobre el precio del modelo" />
      <OptionField
        of={form}
        name="sale"
        label="Venta"
        nothing="Como está"
        options={[
          { value: 'no', label: 'Fuera de la venta' },
          { value: 'si', label: 'A la venta' },
        ]}
      />
      {form.values.sale === 'no' && (
        <TextField of={form} name="withheld_reason" label="Motivo" required maxLength={200} />
      )}
    </FormDrawer>
  );
}

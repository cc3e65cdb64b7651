import { NativeSelect, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import { changeLots, listLotOptions, listLots } from '#contract/projects/lots/endpoints.ts';
import { LotsChange, type Lot } from '#contract/projects/lots/model.ts';
import { listPrices, priceHistory } from '#contract/projects/prices/endpoints.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

interface Values {
  type_id: string;
  area_m2: number | string;
  premium_centavos: number | null;
  withheld: string;
  withheld_reason: string;
}

const wireOf = (values: Values, ids: number[]) => ({
  ids,
  ...(values.type_id && { type_id: Number(values.type_id) }),
  ...(values.area_m2 !== '' && { area_m2: Number(values.area_m2) }),
  ...(values.premium_centavos !== null && { premium_centavos: values.premium_centavos }),
  ...(values.withheld && { withheld: values.withheld === 'si' }),
  withheld_reason: values.withheld === 'si' ? values.withheld_reason : null,
});

/** Type, area, premium and sale of several lots; what is left empty stays as it is. */
export function LotsBulkDrawer({ lots, onClose }: { lots: readonly Lot[]; onClose: () => void }) {
  const ids = lots.map(({ id }) => id);
  const types = useOptions(queryOf(lotTypes.list));
  const save = useAction(changeLots, {
    invalidates: [listLots, listLotOptions, listPrices, priceHistory],
    success: ({ success }) => success,
    inline: true,
  });
  const form = useForm<Values>({
    initialValues: { type_id: '', area_m2: '', premium_centavos: null, withheld: '', withheld_reason: '' },
    validate: (values) => {
      const errors = zodErrors(LotsChange)(wireOf(values, ids));
      return errors['ids'] ? { ...errors, type_id: errors['ids'] } : errors;
    },
  });
  return (
    <FormDrawer
      title={lots.length === 1 ? 'Cambiar 1 lote' : `Cambiar ${lots.length} lotes`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={(all) => save.mutate({ body: wireOf(all, ids) }, { onSuccess: onClose })}
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Cambiar lotes"
    >
      <NativeSelect
        label="Tipo"
        description="Lo que se deja vacío queda como está."
        data={[
          { value: '', label: 'Como está' },
          ...types.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('type_id')}
      />
      <NumberField
        label="Área de cada uno (m²)"
        decimalScale={2}
        min={1}
        max={100_000}
        {...form.getInputProps('area_m2')}
      />
      <MoneyInput
        label="Recargo sobre el precio del modelo"
        centavos={form.values.premium_centavos}
        onCentavos={(cents) => form.setFieldValue('premium_centavos', cents)}
        error={form.errors['premium_centavos']}
      />
      <NativeSelect
        label="Venta"
        data={[
          { value: '', label: 'Como está' },
          { value: 'si', label: 'Fuera de la venta' },
          { value: 'no', label: 'A la venta' },
        ]}
        {...form.getInputProps('withheld')}
      />
      {form.values.withheld === 'si' && (
        <TextInput label="Motivo" required maxLength={200} {...form.getInputProps('withheld_reason')} />
      )}
    </FormDrawer>
  );
}

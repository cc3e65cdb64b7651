import { NativeSelect, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  getSale,
  listSaleStaff,
  setSaleAdviser,
  setSaleLawyer,
  setSaleProcessor,
} from '#contract/sales/sale/endpoints.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { showDay } from '#web/office/lib/format.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const valuesOf = ({ adviser, lawyer }: SaleRecord) => ({
  procesador_id: '',
  asesor_id: adviser ? String(adviser.id) : '',
  abogado_id: lawyer ? String(lawyer.id) : '',
  motivo: '',
});

const KINDS = {
  processor: { title: 'Pasar a otro procesador', submit: 'Pasar venta', open: 'open' },
  adviser: { title: 'Dar a un asesor', submit: 'Guardar asesor', open: 'open_adviser' },
  lawyer: { title: 'Dar a un abogado', submit: 'Guardar abogado', open: 'open_lawyer' },
} as const;

/** Gives a sale to another processor (with the reason), to an adviser, or to a lawyer. */
export function AssignDrawer({
  kind,
  sale,
  onClose,
}: {
  kind: keyof typeof KINDS;
  sale: SaleRecord;
  onClose: () => void;
}) {
  const staff = useOptions(queryOf(listSaleStaff));
  const processor = useAction(setSaleProcessor, {
    success: 'Procesador cambiado.',
    inline: true,
  });
  const adviser = useAction(setSaleAdviser, {
    success: 'Asesor guardado.',
    inline: true,
  });
  const lawyer = useAction(setSaleLawyer, {
    success: 'Abogado guardado.',
    inline: true,
  });
  const save = { processor, adviser, lawyer }[kind];
  const form = useForm({
    initialValues: valuesOf(sale),
    validate: {
      procesador_id: (id: string) => (kind === 'processor' && !id ? 'Elige quién sigue con la venta.' : null),
      motivo: (text: string) => (kind === 'processor' && !text.trim() ? 'Escribe el motivo.' : null),
    },
  });
  const { filled, reload } = useFilled(
    sale,
    queryOf(getSale, { params: { id: sale.id } }),
    ({ data }) => data,
    valuesOf,
  );
  const submit = ({ procesador_id, asesor_id, abogado_id, motivo }: typeof form.values) => {
    const { id, version } = filled ?? sale;
    if (kind === 'processor')
      processor.mutate(
        { params: { id }, body: { procesador_id: Number(procesador_id), motivo, version } },
        { onSuccess: onClose },
      );
    else if (kind === 'lawyer')
      lawyer.mutate(
        { params: { id }, body: { abogado_id: abogado_id ? Number(abogado_id) : null, version } },
        { onSuccess: onClose },
      );
    else
      adviser.mutate(
        { params: { id }, body: { asesor_id: asesor_id ? Number(asesor_id) : null, version } },
        { onSuccess: onClose },
      );
  };
  const people = staff
    .filter((one) => one[kind] && one.id !== (kind === 'processor' ? sale.processor?.id : undefined))
    .map(({ id, name, away, away_to, ...open }) => ({
      value: String(id),
      label: `${name} · ${open[KINDS[kind].open]} abiertas${away ? ` · ausente${away_to ? ` hasta el ${showDay(away_to)}` : ''}` : ''}`,
      disabled: away,
    }));
  return (
    <FormDrawer
      title={KINDS[kind].title}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel={KINDS[kind].submit}
    >
      {kind === 'processor' ? (
        <>
          <NativeSelect
            label="Procesador"
            required
            data={[{ value: '', label: 'Elige una persona' }, ...people]}
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
        </>
      ) : (
        <NativeSelect
          label={kind === 'lawyer' ? 'Abogado' : 'Asesor'}
          data={[{ value: '', label: kind === 'lawyer' ? 'Sin abogado' : 'Sin asesor' }, ...people]}
          {...form.getInputProps(kind === 'lawyer' ? 'abogado_id' : 'asesor_id')}
        />
      )}
    </FormDrawer>
  );
}

import { useQuery } from '@tanstack/react-query';
import { addPrice, listReleasableLots } from '#contract/money/interimLoans/endpoints.ts';
import { PriceForm, type Loan } from '#contract/money/interimLoans/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { MoneyField, NumberField, OptionField, SearchField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface PriceDrawerProps {
  loan: Pick<Loan, 'id'>;
  onClose: () => void;
}

/** The price of the release of a model's houses, or of one house. */
export function PriceDrawer({ loan, onClose }: PriceDrawerProps) {
  const options = useQuery(queryOf(listReleasableLots, { params: { id: loan.id } })).data?.data;
  const named = (list: readonly { id: number; name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const form = useRecordForm({
    schema: PriceForm,
    initial: {},
    send: (body, as) => call(addPrice, { params: { id: loan.id }, body }, as),
    success: 'Precio agregado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Otro precio de liberación"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Agregar precio"
    >
      <OptionField
        of={form}
        name="model_id"
        label="Modelo"
        nothing="De un lote"
        options={named(options?.models)}
      />
      <SearchField of={form} name="lot_id" label="O un lote" options={named(options?.lots)} />
      <MoneyField of={form} name="release_cents" label="Monto" />
      <NumberField
        of={form}
        name="release_percent"
        label="O % del precio de venta"
        decimalScale={4}
        min={0}
        max={100}
      />
      <MoneyField of={form} name="release_least_cents" label="Como mínimo" />
    </FormDrawer>
  );
}

import { Button, Checkbox, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { listLotOptions } from '#contract/projects/lots/endpoints.ts';
import {
  listIncreases,
  listPrices,
  prepareIncrease,
  previewIncrease,
} from '#contract/projects/prices/endpoints.ts';
import { IncreaseForm } from '#contract/projects/prices/model.ts';
import { ROUNDINGS } from '#contract/projects/prices/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';
import { IncreaseRows } from './IncreaseRows.tsx';

interface Values {
  motivo: string;
  effective_on: string;
  kind: 'percent' | 'amount';
  percent: number | string;
  amount_centavos: number | null;
  round_to_centavos: string;
  price_until: string;
  project_ids: string[];
  with_lots: boolean;
  model_ids: string[];
  lots_project: string;
  blocks: string[];
  lot_ids: number[];
}

/** A-07 is of the block A. */
const blockOf = (lot: string) => lot.split('-')[0]!;

const wireOf = (values: Values) => ({
  motivo: values.motivo,
  effective_on: values.effective_on,
  kind: values.kind,
  percent: values.kind === 'percent' && values.percent !== '' ? Number(values.percent) : null,
  amount_centavos: values.kind === 'amount' ? values.amount_centavos : null,
  round_to_centavos: Number(values.round_to_centavos),
  price_until: values.price_until || null,
  project_ids: values.project_ids.map(Number),
  with_lots: values.with_lots,
  model_ids: values.model_ids.map(Number),
  lot_ids: values.lot_ids,
});

interface IncreaseDrawerProps {
  projectId: number | undefined;
  onClose: () => void;
  onPrepared: (id: number) => void;
}

/** Prepares an increase: its day, how much, for which prices; shows before → after first. */
export function IncreaseDrawer({ projectId, onClose, onPrepared }: IncreaseDrawerProps) {
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const models = useOptions(queryOf(listPrices, { query: { tipo: 'model', per_page: 200 } }));
  const preview = useAction(previewIncrease, { invalidates: [], inline: true });
  const save = useAction(prepareIncrease, {
    invalidates: [listIncreases, listPrices],
    success: 'Aumento preparado: falta confirmarlo.',
    inline: true,
  });
  const form = useForm<Values>({
    initialValues: {
      motivo: '',
      effective_on: '',
      kind: 'percent',
      percent: '',
      amount_centavos: null,
      round_to_centavos: '10000',
      price_until: '',
      project_ids: projectId === undefined ? [] : [String(projectId)],
      with_lots: false,
      model_ids: [],
      lots_project: projectId === undefined ? '' : String(projectId),
      blocks: [],
      lot_ids: [],
    },
    validate: (values) => zodErrors(IncreaseForm)(wireOf(values)),
    onValuesChange: () => preview.reset(),
  });
  const { values } = form;
  const lots = useOptions({
    ...queryOf(listLotOptions, { query: { proyecto_id: Number(values.lots_project) } }),
    enabled: values.lots_project !== '',
  });
  const perBlock = Map.groupBy(lots, ({ lote }) => blockOf(lote));
  return (
    <FormDrawer
      title="Preparar aumento"
      opened
      onClose={onClose}
      form={form}
      onSubmit={(all) => save.mutate({ body: wireOf(all) }, { onSuccess: ({ data }) => onPrepared(data.id) })}
      loading={save.isPending}
      submitError={save.error ?? preview.error}
      submitLabel="Preparar aumento"
    >
      <TextInput label="Motivo" required maxLength={200} {...form.getInputProps('motivo')} />
      <DayInput
        label="En vigor desde las 00:00 del"
        required
        value={values.effective_on}
        onChange={(day) => form.setFieldValue('effective_on', day)}
        error={form.errors['effective_on']}
      />
      <MultiSelect
        label="Proyectos, con todos sus modelos"
        data={projects.map(({ id, text }) => ({ value: String(id), label: text }))}
        {...form.getInputProps('project_ids')}
      />
      <Checkbox
        label="También los recargos de sus lotes"
        {...form.getInputProps('with_lots', { type: 'checkbox' })}
      />
      <MultiSelect
        label="O solo estos modelos"
        searchable
        data={models.map(({ id, name, project }) => ({
          value: String(id),
          label: `${name} · ${project.name}`,
        }))}
        {...form.getInputProps('model_ids')}
      />
      <NativeSelect
        label="O solo recargos de lotes de"
        data={[
          { value: '', label: 'Ninguno' },
          ...projects.map(({ id, text }) => ({ value: String(id), label: text })),
        ]}
        {...form.getInputProps('lots_project')}
        onChange={(event) =>
          form.setValues({ lots_project: event.currentTarget.value, blocks: [], lot_ids: [] })
        }
      />
      {values.lots_project !== '' && (
        <MultiSelect
          label="Sus manzanas"
          searchable
          data={[...perBlock].map(([block, { length }]) => ({
            value: block,
            label: `Manzana ${block} · ${length === 1 ? '1 lote' : `${length} lotes`}`,
          }))}
          value={values.blocks}
          onChange={(blocks) =>
            form.setValues({
              blocks,
              lot_ids: lots.flatMap(({ id, lote }) => (blocks.includes(blockOf(lote)) ? [id] : [])),
            })
          }
        />
      )}
      <NativeSelect
        label="Por"
        data={[
          { value: 'percent', label: 'Porcentaje' },
          { value: 'amount', label: 'Monto' },
        ]}
        {...form.getInputProps('kind')}
      />
      {values.kind === 'percent' ? (
        <NumberField
          label="Porcentaje"
          required
          suffix=" %"
          decimalScale={4}
          {...form.getInputProps('percent')}
        />
      ) : (
        <MoneyInput
          label="Monto"
          required
          centavos={values.amount_centavos}
          onCentavos={(cents) => form.setFieldValue('amount_centavos', cents)}
          error={form.errors['amount_centavos']}
        />
      )}
      <NativeSelect
        label="Redondeo"
        data={ROUNDINGS.map(({ cents, label }) => ({ value: String(cents), label }))}
        {...form.getInputProps('round_to_centavos')}
      />
      <DayInput
        label="Los precios nuevos valen hasta"
        description="Vacío: queda el día que cada modelo tiene."
        value={values.price_until}
        onChange={(day) => form.setFieldValue('price_until', day)}
        error={form.errors['price_until']}
      />
      <Button
        variant="default"
        loading={preview.isPending}
        onClick={() => {
          if (!form.validate().hasErrors) preview.mutate({ body: wireOf(values) });
        }}
      >
        Ver antes y después
      </Button>
      {preview.data && <IncreaseRows rows={preview.data.data} />}
    </FormDrawer>
  );
}

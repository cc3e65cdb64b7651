import { LOT_TYPE } from '#contract/company/catalogs/states.ts';
import { SimpleGrid, Text } from '@mantine/core';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import { lotsOfBlock } from '#contract/projects/lots/block.ts';
import { createBlock, listLotOptions } from '#contract/projects/lots/endpoints.ts';
import { BlockForm } from '#contract/projects/lots/model.ts';
import { formatMoney } from '#contract/money.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { MoneyField, NumberField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import type { Values } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const NUMBERINGS = [
  { value: 'todos', label: 'Todos los números' },
  { value: 'impares', label: 'Solo impares' },
  { value: 'pares', label: 'Solo pares' },
];

/** The lots that these values create; an empty number counts as 0. */
const plannedOf = (values: Values<typeof BlockForm>) =>
  lotsOfBlock({
    block: values.block ?? '',
    from: values.from ?? 0,
    to: values.to ?? 0,
    numbering: values.numbering ?? 'todos',
    type_id: values.type_id ?? 0,
    area_m2: values.area_m2 ?? 0,
    premium_centavos: values.premium_centavos ?? 0,
    corner_type_id: values.corner_type_id,
    corner_premium_centavos: values.corner_premium_centavos ?? 0,
    premium_step_centavos: values.premium_step_centavos ?? 0,
  });

interface BlockDrawerProps {
  projectId?: number | undefined;
  onClose: () => void;
}

/** Creates a block of similar lots. Existing lots stay unchanged. */
export function BlockDrawer({ projectId, onClose }: BlockDrawerProps) {
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const types = useOptions(queryOf(lotTypes.list));
  const form = useRecordForm({
    schema: BlockForm,
    initial: {
      project_id: projectId ?? null,
      from: 1,
      to: 12,
      type_id: LOT_TYPE.regular,
      premium_centavos: 0,
      numbering: 'todos',
      corner_premium_centavos: 0,
      premium_step_centavos: 0,
    },
    check: ({ project_id, from, to }) => ({
      project_id: project_id === null ? 'Elige el proyecto.' : null,
      to: Number(to) < Number(from) ? 'Escribe el mayor después del menor.' : null,
    }),
    send: (body, as) => call(createBlock, { body }, as),
    success: ({ success }) => success,
    onDone: onClose,
  });
  const { values } = form;
  const planned = values.block?.trim() ? plannedOf(values) : [];
  const dearest = Math.max(0, ...planned.map((lot) => lot.premium_centavos));
  const known = useOptions({
    ...queryOf(listLotOptions, { query: { proyecto_id: values.project_id ?? 0 } }),
    enabled: values.project_id !== null,
  });
  const names = new Set(known.map(({ lote }) => lote));
  const there = planned.map(({ name }) => name).filter((name) => names.has(name));
  const typeOptions = types.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDrawer title="Nueva manzana" opened onClose={onClose} {...form.frame} submitLabel="Crear lotes">
      <OptionField
        of={form}
        name="project_id"
        label="Proyecto"
        nothing="Elige el proyecto"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <SimpleGrid cols={3} spacing="md">
        <TextField of={form} name="block" label="Manzana" maxLength={3} />
        <NumberField of={form} name="from" label="Del" allowDecimal={false} min={1} max={999} />
        <NumberField of={form} name="to" label="Al" allowDecimal={false} min={1} max={999} />
      </SimpleGrid>
      <OptionField of={form} name="numbering" label="Numeración" options={NUMBERINGS} />
      {planned.length > 0 && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {planned.length} lotes: {planned[0]?.name} a {planned.at(-1)?.name}
          {there.length > 0 && `. Ya están, y quedan como están: ${there.join(', ')}`}
          {dearest > 0 && `. Recargos hasta ${formatMoney(dearest)}`}
        </Text>
      )}
      <OptionField of={form} name="type_id" label="Tipo" options={typeOptions} />
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
        name="corner_type_id"
        label="Tipo de las esquinas (el primero y el último)"
        nothing="Como los demás"
        options={typeOptions}
      />
      <MoneyField of={form} name="corner_premium_centavos" label="Recargo adicional de las esquinas" />
      <MoneyField of={form} name="premium_step_centavos" label="Cada lote agrega al anterior" />
    </FormDrawer>
  );
}

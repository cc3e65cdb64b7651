import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import { lotsOfBlock } from '#contract/projects/lots/block.ts';
import { createBlock, listLotOptions, listLots } from '#contract/projects/lots/endpoints.ts';
import { BlockForm } from '#contract/projects/lots/model.ts';
import { formatMoney } from '#contract/money.ts';
import { listProjectOptions, listProjects } from '#contract/projects/projects/endpoints.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

interface Values {
  project_id: string;
  block: string;
  from: number | string;
  to: number | string;
  type_id: string;
  area_m2: number | string;
  premium_centavos: number | null;
  numbering: 'todos' | 'impares' | 'pares';
  corner_type_id: string;
  corner_premium_centavos: number | null;
  premium_step_centavos: number | null;
}

const wireOf = (values: Values) => ({
  project_id: Number(values.project_id),
  block: values.block,
  from: Number(values.from),
  to: Number(values.to),
  type_id: Number(values.type_id),
  area_m2: Number(values.area_m2),
  premium_centavos: values.premium_centavos ?? 0,
  numbering: values.numbering,
  corner_type_id: values.corner_type_id ? Number(values.corner_type_id) : null,
  corner_premium_centavos: values.corner_premium_centavos ?? 0,
  premium_step_centavos: values.premium_step_centavos ?? 0,
});

interface BlockDrawerProps {
  projectId?: number | undefined;
  onClose: () => void;
}

/** A row of lots alike; those that exist already stay as they are. */
export function BlockDrawer({ projectId, onClose }: BlockDrawerProps) {
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const types = useOptions(queryOf(lotTypes.list));
  const save = useAction(createBlock, {
    invalidates: [listLots, listLotOptions, listProjects],
    success: ({ success }) => success,
    inline: true,
  });
  const form = useForm<Values>({
    initialValues: {
      project_id: projectId === undefined ? '' : String(projectId),
      block: '',
      from: 1,
      to: 12,
      type_id: '1',
      area_m2: '',
      premium_centavos: 0,
      numbering: 'todos',
      corner_type_id: '',
      corner_premium_centavos: 0,
      premium_step_centavos: 0,
    },
    validateInputOnBlur: true,
    validate: (values) => ({
      ...zodErrors(BlockForm)(wireOf(values)),
      ...(values.project_id === '' && { project_id: 'Elige el proyecto.' }),
      ...(Number(values.to) < Number(values.from) && { to: 'Escribe el mayor después del menor.' }),
    }),
  });
  const { values } = form;
  const planned = values.block.trim() ? lotsOfBlock(wireOf(values)) : [];
  const dearest = Math.max(0, ...planned.map((lot) => lot.premium_centavos));
  const known = useOptions({
    ...queryOf(listLotOptions, { query: { proyecto_id: Number(values.project_id) } }),
    enabled: values.project_id !== '',
  });
  const names = new Set(known.map(({ lote }) => lote));
  const there = planned.map(({ name }) => name).filter((name) => names.has(name));
  return (
    <FormDrawer
      title="Nueva manzana"
      opened
      onClose={onClose}
      form={form}
      onSubmit={(all) => save.mutate({ body: wireOf(all) }, { onSuccess: onClose })}
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Crear lotes"
    >
      <NativeSelect
        label="Proyecto"
        required
        data={[
          { value: '', label: 'Elige el proyecto' },
          ...projects.map(({ id, text }) => ({ value: String(id), label: text })),
        ]}
        {...form.getInputProps('project_id')}
      />
      <SimpleGrid cols={3} spacing="md">
        <TextInput label="Manzana" required maxLength={3} {...form.getInputProps('block')} />
        <NumberField
          label="Del"
          required
          allowDecimal={false}
          min={1}
          max={999}
          {...form.getInputProps('from')}
        />
        <NumberField
          label="Al"
          required
          allowDecimal={false}
          min={1}
          max={999}
          {...form.getInputProps('to')}
        />
      </SimpleGrid>
      <NativeSelect
        label="Numeración"
        data={[
          { value: 'todos', label: 'Todos los números' },
          { value: 'impares', label: 'Solo impares' },
          { value: 'pares', label: 'Solo pares' },
        ]}
        {...form.getInputProps('numbering')}
      />
      {planned.length > 0 && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {planned.length} lotes: {planned[0]?.name} a {planned.at(-1)?.name}
          {there.length > 0 && `. Ya están, y quedan como están: ${there.join(', ')}`}
          {dearest > 0 && `. Recargos hasta ${formatMoney(dearest)}`}
        </Text>
      )}
      <NativeSelect
        label="Tipo"
        required
        data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('type_id')}
      />
      <NumberField
        label="Área de cada uno (m²)"
        required
        decimalScale={2}
        min={1}
        max={100_000}
        {...form.getInputProps('area_m2')}
      />
      <MoneyInput
        label="Recargo sobre el precio del modelo"
        centavos={values.premium_centavos}
        onCentavos={(cents) => form.setFieldValue('premium_centavos', cents)}
        error={form.errors['premium_centavos']}
      />
      <NativeSelect
        label="Tipo de las esquinas (el primero y el último)"
        data={[
          { value: '', label: 'Como los demás' },
          ...types.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('corner_type_id')}
      />
      <MoneyInput
        label="Recargo adicional de las esquinas"
        centavos={values.corner_premium_centavos}
        onCentavos={(cents) => form.setFieldValue('corner_premium_centavos', cents)}
        error={form.errors['corner_premium_centavos']}
      />
      <MoneyInput
        label="Cada lote agrega al anterior"
        centavos={values.premium_step_centavos}
        onCentavos={(cents) => form.setFieldValue('premium_step_centavos', cents)}
        error={form.errors['premium_step_centavos']}
      />
    </FormDrawer>
  );
}

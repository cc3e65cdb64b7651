import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { listPaperTypes } from '#contract/sales/documents/endpoints.ts';
import {
  addRequirement,
  changeRequirement,
  NATIONALITIES,
  type Requirement,
} from '#contract/banking/requirements/requirements.ts';
import { SECTORS } from '#contract/sales/sale/values.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface RequirementDrawerProps {
  requirement: Requirement | null;
  bankId: number | undefined;
  onClose: () => void;
}

/** A paper that a bank asks for: of whom, how old at most, and from when to when. */
export function RequirementDrawer({ requirement: one, bankId, onClose }: RequirementDrawerProps) {
  const today = useToday();
  const list = useOptions(queryOf(banks.list, {}));
  const types = useOptions(queryOf(listPaperTypes));
  const touched = {
    success: 'Requisito guardado.',
    inline: true,
  };
  const add = useAction(addRequirement, touched);
  const change = useAction(changeRequirement, touched);
  const form = useForm({
    initialValues: {
      banco_id: one ? String(one.bank?.id ?? '') : bankId ? String(bankId) : '',
      sector: one?.sector ?? '',
      nacionalidad: one?.nationality ?? '',
      tipo_id: one ? String(one.type.id) : '',
      etiqueta: one?.label ?? '',
      obligatorio: one?.required ?? true,
      dias_maximo: (one?.max_age_days ?? '') as number | string,
      orden: (one?.position ?? 100) as number | string,
      desde: one?.valid_from ?? today,
      hasta: one?.valid_to ?? '',
    },
    validate: { tipo_id: (id: string) => (id ? null : 'Elige el papel.') },
  });
  const submit = (values: typeof form.values) => {
    const body = {
      banco_id: values.banco_id ? Number(values.banco_id) : null,
      sector: SECTORS.find((sector) => sector === values.sector) ?? null,
      nacionalidad: values.nacionalidad === '' ? null : (values.nacionalidad as keyof typeof NATIONALITIES),
      tipo_id: Number(values.tipo_id),
      etiqueta: values.etiqueta,
      obligatorio: values.obligatorio,
      dias_maximo: values.dias_maximo === '' ? null : Number(values.dias_maximo),
      orden: Number(values.orden || 0),
      desde: values.desde,
      hasta: values.hasta || null,
    };
    if (one)
      change.mutate(
        { params: { id: one.id }, body: { ...body, version: one.version } },
        { onSuccess: onClose },
      );
    else add.mutate({ body }, { onSuccess: onClose });
  };
  return (
    <FormDrawer
      title={one ? 'Requisito bancario' : 'Nuevo requisito'}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Guardar requisito"
      loading={add.isPending || change.isPending}
      submitError={add.error ?? change.error}
      onSubmit={submit}
    >
      <NativeSelect
        label="Papel"
        required
        data={[
          { value: '', label: 'Elige el papel' },
          ...types.map(({ id, label }) => ({ value: String(id), label })),
        ]}
        {...form.getInputProps('tipo_id')}
      />
      <TextInput
        label="Cómo lo llama el banco"
        description="Vacío: el nombre del papel."
        maxLength={80}
        {...form.getInputProps('etiqueta')}
      />
      <NativeSelect
        label="Banco"
        data={[
          { value: '', label: 'Todos los bancos' },
          ...list.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
        ]}
        {...form.getInputProps('banco_id')}
      />
      <NativeSelect
        label="Sector"
        data={[{ value: '', label: 'Todos' }, ...SECTORS.map((sector) => ({ value: sector, label: sector }))]}
        {...form.getInputProps('sector')}
      />
      <NativeSelect
        label="Nacionalidad"
        data={[
          { value: '', label: 'Todas' },
          ...Object.entries(NATIONALITIES).map(([value, label]) => ({ value, label })),
        ]}
        {...form.getInputProps('nacionalidad')}
      />
      <Checkbox
        label="Obligatorio para enviar"
        {...form.getInputProps('obligatorio', { type: 'checkbox' })}
      />
      <NumberField
        label="Antigüedad máxima (días)"
        description="Desde su emisión. Vacío: la vigencia propia del papel."
        min={1}
        max={3650}
        hideControls
        {...form.getInputProps('dias_maximo')}
      />
      <NumberField
        label="Orden en el expediente"
        min={0}
        max={999}
        hideControls
        {...form.getInputProps('orden')}
      />
      <DayInput
        label="Vale desde"
        required
        value={form.values.desde}
        onChange={(day) => form.setFieldValue('desde', day)}
        error={form.errors['desde']}
      />
      <DayInput
        label="Último día"
        value={form.values.hasta}
        onChange={(day) => form.setFieldValue('hasta', day)}
        error={form.errors['hasta']}
      />
    </FormDrawer>
  );
}

import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { incomeRanges, origins } from '#contract/company/catalogs/salesLists.ts';
import { listProjectModels, listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';

/** What a colleague types of a prospect, apart from who it is; empty texts are sent as null. */
export interface InterestValues {
  proyecto_id: string;
  modelo_id: string;
  interes: string;
  origen: string;
  numero_camp: string;
  ingreso_id: string;
  proximo_seguimiento: string;
  consentimiento_datos: boolean;
}

export const EMPTY_INTEREST: InterestValues = {
  proyecto_id: '',
  modelo_id: '',
  interes: '',
  origen: '',
  numero_camp: '',
  ingreso_id: '',
  proximo_seguimiento: '',
  consentimiento_datos: false,
};

/** As the call takes them. `incomeHidden`: an income that was not shown stays unless another is chosen. */
export const interestOf = (values: InterestValues, incomeHidden = false) => ({
  proyecto_id: Number(values.proyecto_id),
  modelo_id: values.modelo_id ? Number(values.modelo_id) : null,
  interes: values.interes || null,
  origen: values.origen || null,
  numero_camp: values.numero_camp || null,
  ...(values.consentimiento_datos &&
    !(incomeHidden && values.ingreso_id === '') && {
      ingreso_id: values.ingreso_id ? Number(values.ingreso_id) : null,
    }),
  ...(values.proximo_seguimiento && { proximo_seguimiento: values.proximo_seguimiento }),
  ...(values.consentimiento_datos && { consentimiento_datos: true }),
});

type Form = Pick<ReturnType<typeof useForm<InterestValues>>, 'getInputProps' | 'values' | 'setFieldValue'>;
const choose = (rows: readonly { value: string; label: string }[], empty: string) => [
  { value: '', label: empty },
  ...rows,
];

/** Project and model of interest, where the person comes from, and when to call. */
export function InterestFields({ form, incomeHidden = false }: { form: Form; incomeHidden?: boolean }) {
  const { values } = form;
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const models = useOptions({
    ...queryOf(listProjectModels, { query: { proyecto_id: Number(values.proyecto_id) } }),
    enabled: values.proyecto_id !== '',
  });
  return (
    <>
      <NativeSelect
        label="Proyecto"
        required
        data={[
          { value: '', label: 'Elige un proyecto' },
          ...projects.map(({ id, text, disabled }) => ({ value: String(id), label: text, disabled })),
        ]}
        {...form.getInputProps('proyecto_id')}
        onChange={(event) => {
          form.setFieldValue('proyecto_id', event.currentTarget.value);
          form.setFieldValue('modelo_id', '');
        }}
      />
      <NativeSelect
        label="Modelo de interés"
        disabled={models.length === 0}
        data={choose(
          models.map(({ id, name }) => ({ value: String(id), label: name })),
          'Todavía no sabe',
        )}
        {...form.getInputProps('modelo_id')}
      />
      <TextInput label="Qué busca" maxLength={300} {...form.getInputProps('interes')} />
      <Group grow align="flex-start">
        <NativeSelect
          label="Origen"
          data={choose(
            origins.rows.map(([, label, { name_id }]) => ({ value: name_id, label })),
            'Sin indicar',
          )}
          {...form.getInputProps('origen')}
        />
        <TextInput label="N.º de campaña" maxLength={40} {...form.getInputProps('numero_camp')} />
      </Group>
      <DayInput
        label="Próximo seguimiento"
        value={values.proximo_seguimiento}
        onChange={(day) => form.setFieldValue('proximo_seguimiento', day)}
        error={form.getInputProps('proximo_seguimiento').error}
      />
      <Checkbox
        label="La persona autoriza el uso de sus datos personales (Ley 81 de 2019)"
        description="Sin esto solo se guardan nombre, celular y correo."
        {...form.getInputProps('consentimiento_datos', { type: 'checkbox' })}
      />
      {values.consentimiento_datos && (
        <NativeSelect
          label="Ingreso familiar al mes"
          data={choose(
            incomeRanges.rows.map(([id, label]) => ({ value: String(id), label })),
            incomeHidden ? 'Reservado: no cambia' : 'Sin indicar',
          )}
          {...form.getInputProps('ingreso_id')}
        />
      )}
    </>
  );
}

import { Alert, NativeSelect, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { addCost, interestToday, listCosts, reviseCost } from '#contract/projects/interest/endpoints.ts';
import { COST_BASES, CostForm, PAYERS, type CostRow } from '#contract/projects/interest/model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';
import { SourceFields, ValidityFields } from './VersionFields.tsx';
import { REPLACED, versionOf, versionValues, type VersionValues } from './versionForm.ts';

interface Values extends VersionValues {
  code: string;
  label: string;
  project_id: string;
  basis: CostRow['basis'];
  amount_centavos: number | null;
  percent: number | string;
  payer: CostRow['payer'];
}

const wireOf = (values: Values) => ({
  code: values.code,
  label: values.label,
  project_id: values.project_id === '' ? null : Number(values.project_id),
  basis: values.basis,
  amount_centavos: values.basis === 'fijo' ? values.amount_centavos : null,
  percent: values.basis === 'fijo' || values.percent === '' ? null : Number(values.percent),
  payer: values.payer,
  ...versionOf(values),
});
const choices = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).map(([value, label]) => ({ value, label }));

/** A new closing cost, or another version of one from a day on. */
export function CostDrawer({ cost, onClose }: { cost: CostRow | null; onClose: () => void }) {
  const today = useToday();
  const touched = { invalidates: [listCosts, interestToday], inline: true } as const;
  const add = useAction(addCost, { ...touched, success: 'Gasto agregado.' });
  const revise = useAction(reviseCost, {
    ...touched,
    success: 'Gasto cambiado: el anterior queda guardado.',
  });
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const kept = cost?.standing === 'reemplazada';
  const form = useForm<Values>({
    initialValues: {
      code: cost?.code ?? '',
      label: cost?.label ?? '',
      project_id: cost?.project_id ? String(cost.project_id) : '',
      basis: cost?.basis ?? 'fijo',
      amount_centavos: cost?.amount_centavos ?? null,
      percent: cost?.percent ?? '',
      payer: cost?.payer ?? 'comprador',
      ...versionValues(cost, today),
    },
    validate: (values) => zodErrors(CostForm)(wireOf(values)),
  });
  const { values } = form;
  return (
    <FormDrawer
      title={cost ? `Cambiar ${cost.label}` : 'Agregar gasto de cierre'}
      opened
      onClose={onClose}
      form={form}
      onSubmit={(all) =>
        cost
          ? revise.mutate({ params: { id: cost.id }, body: wireOf(all) }, { onSuccess: onClose })
          : add.mutate({ body: wireOf(all) }, { onSuccess: onClose })
      }
      loading={add.isPending || revise.isPending}
      submitError={add.error ?? revise.error}
      submitLabel={cost ? 'Guardar desde ese día' : 'Agregar gasto'}
    >
      {kept && <Alert color="gray" variant="light" title={REPLACED} />}
      <ValidityFields form={form} />
      <TextInput label="Nombre" required maxLength={80} {...form.getInputProps('label')} />
      {!cost && (
        <TextInput
          label="Código"
          description="El mismo en todas sus versiones, por ejemplo avaluo."
          required
          maxLength={30}
          {...form.getInputProps('code')}
        />
      )}
      <NativeSelect
        label="Proyecto"
        description="El de un proyecto vale en lugar del general con su código."
        data={[
          { value: '', label: 'Todos' },
          ...projects.map(({ id, text }) => ({ value: String(id), label: text })),
        ]}
        {...form.getInputProps('project_id')}
      />
      <NativeSelect label="Cómo se calcula" data={choices(COST_BASES)} {...form.getInputProps('basis')} />
      {values.basis === 'fijo' ? (
        <MoneyInput
          label="Monto"
          required
          centavos={values.amount_centavos}
          onCentavos={(cents) => form.setFieldValue('amount_centavos', cents)}
          error={form.errors['amount_centavos']}
        />
      ) : (
        <NumberField
          label="Porcentaje"
          required
          suffix=" %"
          decimalScale={3}
          {...form.getInputProps('percent')}
        />
      )}
      <NativeSelect label="Lo paga" data={choices(PAYERS)} {...form.getInputProps('payer')} />
      <SourceFields form={form} sureLabel="Confirmado" />
    </FormDrawer>
  );
}

import { Alert, Checkbox, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import {
  addInterestRule,
  interestToday,
  listInterestRules,
  listRuleChanges,
  reviseInterestRule,
} from '#contract/projects/interest/endpoints.ts';
import {
  CONDITIONS,
  REGION_NAMES,
  RuleForm,
  type Condition,
  type RuleRow,
} from '#contract/projects/interest/model.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';
import { SourceFields, ValidityFields } from './VersionFields.tsx';
import { REPLACED, versionOf, versionValues, type VersionValues } from './versionForm.ts';

interface Values extends VersionValues {
  regime: string;
  region: string;
  min_centavos: number | null;
  max_centavos: number | null;
  whole: boolean;
  points_percent: number | string;
  months: number | string;
  conditions: Condition[];
  income_max_centavos: number | null;
  share_max_percent: number | string;
}

const wireOf = (values: Values) => ({
  regime: values.regime,
  region: values.region === '' ? null : values.region === '1' ? (1 as const) : (2 as const),
  min_centavos: values.min_centavos ?? 0,
  max_centavos: values.max_centavos ?? 0,
  points_percent: values.whole ? null : Number(values.points_percent),
  months: Number(values.months),
  conditions: values.conditions,
  income_max_centavos: values.income_max_centavos,
  share_max_percent: values.share_max_percent === '' ? null : Number(values.share_max_percent),
  ...versionOf(values),
});

const TOUCHED = [listInterestRules, listRuleChanges, interestToday];

/** A new row of the law, or another version of one from a day on. */
export function RuleDrawer({ rule, onClose }: { rule: RuleRow | null; onClose: () => void }) {
  const mayEdit = useCan('administracion.editar');
  const today = useToday();
  const add = useAction(addInterestRule, { invalidates: TOUCHED, success: 'Regla agregada.', inline: true });
  const revise = useAction(reviseInterestRule, {
    invalidates: TOUCHED,
    success: 'Regla cambiada: la anterior queda guardada.',
    inline: true,
  });
  const kept = rule?.standing === 'reemplazada';
  const form = useForm<Values>({
    initialValues: {
      regime: rule?.regime ?? '',
      region: rule?.region ? String(rule.region) : '',
      min_centavos: rule?.min_centavos ?? 0,
      max_centavos: rule?.max_centavos ?? null,
      whole: rule?.points_percent === null,
      points_percent: rule?.points_percent ?? '',
      months: rule?.months ?? '',
      conditions: rule?.conditions ?? ['nueva', 'principal', 'primera', 'residente'],
      income_max_centavos: rule?.income_max_centavos ?? null,
      share_max_percent: rule?.share_max_percent ?? '',
      ...versionValues(rule, today),
    },
    validate: (values) => zodErrors(RuleForm)(wireOf(values)),
  });
  const { values } = form;
  const submit = (all: Values) => {
    const done = { onSuccess: onClose };
    if (rule) revise.mutate({ params: { id: rule.id }, body: wireOf(all) }, done);
    else add.mutate({ body: wireOf(all) }, done);
  };
  const refused = kept ? REPLACED : mayEdit ? null : 'Solo quien edita la administración cambia las reglas.';
  return (
    <FormDrawer
      title={rule ? 'Cambiar la regla' : 'Agregar regla'}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={add.isPending || revise.isPending}
      submitError={add.error ?? revise.error}
      submitLabel={rule ? 'Guardar desde ese día' : 'Agregar regla'}
    >
      {refused && <Alert color="gray" variant="light" title={refused} />}
      {rule && !kept && (
        <Text size="sm">
          Lo que escribas rige desde el día que elijas; hasta el anterior sigue como está. Para corregir la
          fila entera, elige su primer día.
        </Text>
      )}
      <fieldset
        disabled={refused !== null}
        style={{ border: 0, margin: 0, padding: 0, minWidth: 0, display: 'grid', gap: 16 }}
      >
        <ValidityFields form={form} />
        <TextInput label="Ley o régimen" required maxLength={80} {...form.getInputProps('regime')} />
        <NativeSelect
          label="Región"
          data={[
            { value: '', label: 'Todo el país' },
            { value: '1', label: REGION_NAMES[1] },
            { value: '2', label: REGION_NAMES[2] },
          ]}
          {...form.getInputProps('region')}
        />
        <SimpleGrid cols={2}>
          <MoneyInput
            label="Precio desde"
            required
            centavos={values.min_centavos}
            onCentavos={(cents) => form.setFieldValue('min_centavos', cents)}
            error={form.errors['min_centavos']}
          />
          <MoneyInput
            label="Precio hasta"
            required
            centavos={values.max_centavos}
            onCentavos={(cents) => form.setFieldValue('max_centavos', cents)}
            error={form.errors['max_centavos']}
          />
        </SimpleGrid>
        <Checkbox
          label="El Estado paga todo el interés"
          {...form.getInputProps('whole', { type: 'checkbox' })}
        />
        <SimpleGrid cols={2}>
          {!values.whole && (
            <NumberField
              label="Puntos que paga"
              required
              suffix=" %"
              decimalScale={3}
              {...form.getInputProps('points_percent')}
            />
          )}
          <NumberField label="Meses" required {...form.getInputProps('months')} />
        </SimpleGrid>
        <Checkbox.Group label="Condiciones" {...form.getInputProps('conditions')}>
          {Object.entries(CONDITIONS).map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} mt={8} />
          ))}
        </Checkbox.Group>
        <SimpleGrid cols={2}>
          <MoneyInput
            label="Ingreso familiar hasta"
            description="Vacío: sin límite."
            centavos={values.income_max_centavos}
            onCentavos={(cents) => form.setFieldValue('income_max_centavos', cents)}
            error={form.errors['income_max_centavos']}
          />
          <NumberField
            label="Parte de la tasa, máximo"
            description="Vacío: sin límite."
            suffix=" %"
            decimalScale={3}
            {...form.getInputProps('share_max_percent')}
          />
        </SimpleGrid>
        <SourceFields form={form} sureLabel="Confirmada con el texto de la ley o el banco" />
      </fieldset>
    </FormDrawer>
  );
}

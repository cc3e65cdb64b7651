import { NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { addCommissionRule } from '#contract/sales/commissions/endpoints.ts';
import { NewCommissionRule } from '#contract/sales/commissions/model.ts';
import {
  COMMISSION_EVENTS,
  COMMISSION_EVENT_NAMES,
  PAYEES,
  type Payee,
} from '#contract/sales/commissions/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

interface Values {
  proyecto_id: string;
  para: Payee;
  como: 'porcentaje' | 'fijo';
  porcentaje: number | string;
  fijo_centavos: number | null;
  separacion: number | string;
  promesa: number | string;
  desembolso: number | string;
  desde: string;
  hasta: string;
}

const wireOf = ({ como, ...values }: Values) => ({
  ...values,
  proyecto_id: values.proyecto_id === '' ? null : Number(values.proyecto_id),
  porcentaje: como === 'porcentaje' ? Number(values.porcentaje) : null,
  fijo_centavos: como === 'fijo' ? values.fijo_centavos : null,
  separacion: Number(values.separacion),
  promesa: Number(values.promesa),
  desembolso: Number(values.desembolso),
  hasta: values.hasta || null,
});

/** A new rule: how much, and what releases it. */
export function RuleDrawer({ onClose }: { onClose: () => void }) {
  const today = useToday();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const save = useAction(addCommissionRule, {
    success: 'Regla agregada.',
    inline: true,
  });
  const form = useForm<Values>({
    initialValues: {
      proyecto_id: '',
      para: 'asesor',
      como: 'porcentaje',
      porcentaje: '',
      fijo_centavos: null,
      separacion: 30,
      promesa: 40,
      desembolso: 30,
      desde: today,
      hasta: '',
    },
    validate: (values) => zodErrors(NewCommissionRule)(wireOf(values)),
  });
  const { values } = form;
  const sum = Number(values.separacion) + Number(values.promesa) + Number(values.desembolso);
  return (
    <FormDrawer
      title="Agregar regla"
      opened
      onClose={onClose}
      form={form}
      onSubmit={(all) => save.mutate({ body: wireOf(all) }, { onSuccess: onClose })}
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Agregar regla"
    >
      <NativeSelect
        label="Proyecto"
        data={[
          { value: '', label: 'Todos los que no tienen regla propia' },
          ...projects.map(({ id, text }) => ({ value: String(id), label: text })),
        ]}
        {...form.getInputProps('proyecto_id')}
      />
      <NativeSelect
        label="Para"
        data={Object.entries(PAYEES).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('para')}
      />
      <SegmentedControl
        aria-label="Cómo se calcula"
        data={[
          { value: 'porcentaje', label: 'Porcentaje del precio' },
          { value: 'fijo', label: 'Monto fijo' },
        ]}
        {...form.getInputProps('como')}
      />
      {values.como === 'porcentaje' ? (
        <NumberField
          label="Porcentaje del precio"
          required
          suffix=" %"
          decimalScale={3}
          min={0}
          max={20}
          {...form.getInputProps('porcentaje')}
        />
      ) : (
        <MoneyInput
          label="Monto"
          required
          centavos={values.fijo_centavos}
          onCentavos={(cents) => form.setFieldValue('fijo_centavos', cents)}
          error={form.errors['fijo_centavos'] ?? form.errors['porcentaje']}
        />
      )}
      <Stack gap="xs">
        {COMMISSION_EVENT_NAMES.map((event) => (
          <NumberField
            key={event}
            label={`Se libera con: ${COMMISSION_EVENTS[event].toLowerCase()}`}
            required
            suffix=" %"
            decimalScale={2}
            min={0}
            max={100}
            {...form.getInputProps(event)}
          />
        ))}
        <Text size="sm" c="dimmed">
          Suman {Math.round(sum * 100) / 100} % de 100 %.
        </Text>
      </Stack>
      <DayInput
        label="Vale desde el"
        required
        value={values.desde}
        onChange={(day) => form.setFieldValue('desde', day)}
        error={form.errors['desde']}
      />
      <DayInput
        label="Hasta el"
        description="Vacío: sin fin."
        value={values.hasta}
        onChange={(day) => form.setFieldValue('hasta', day)}
        error={form.errors['hasta']}
      />
    </FormDrawer>
  );
}

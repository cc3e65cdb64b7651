import { Checkbox, SegmentedControl, Text, Textarea } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { formatMoney, moneyText } from '#contract/money.ts';
import { downPayment, PARTS_MAX, type Plan, type SaleMoney } from '#contract/money/payments/plan.ts';
import { makePlan } from '#contract/money/account/endpoints.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

interface PlanDrawerProps {
  saleId: number;
  /** In cents. */
  price: number;
  /** The one that would be replaced. */
  plan: Plan | null;
  /** What its proforma offered: where a first plan begins. */
  agreed: SaleMoney['agreed'];
  onClose: () => void;
}

/** The terms of the down payment; the installments are made from them. */
export function PlanDrawer({ saleId, price, plan, agreed, onClose }: PlanDrawerProps) {
  const today = useToday();
  const save = useAction(makePlan, { success: 'Plan de pago guardado.', inline: true });
  const form = useForm({
    initialValues: {
      modo: (plan ? plan.percent === null : agreed) ? 'monto' : 'porcentaje',
      porcentaje: (plan?.percent ?? 2) as number | string,
      monto: plan?.total_centavos ?? agreed?.cents ?? null,
      meses: (plan?.meses ?? agreed?.months ?? 12) as number | string,
      primera_fecha: !plan && agreed && agreed.first_on > today ? agreed.first_on : today,
      incluye_separacion: true,
      motivo: '',
    },
    validate: {
      motivo: (text: string) => (plan && text.trim().length < 3 ? 'Escribe por qué cambia.' : null),
    },
  });
  const { modo, porcentaje, monto } = form.values;
  const total = modo === 'monto' ? monto : downPayment(price, Number(porcentaje) || 0);
  return (
    <FormDrawer
      title={plan ? 'Cambiar el plan de pago' : 'Plan de pago del abono'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={plan ? 'Cambiar el plan' : 'Crear el plan'}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={(values) =>
        save.mutate(
          {
            params: { id: saleId },
            body: {
              ...(values.modo === 'monto'
                ? { monto: moneyText(values.monto ?? 0) }
                : { porcentaje: Number(values.porcentaje) }),
              meses: Number(values.meses),
              primera_fecha: values.primera_fecha,
              incluye_separacion: values.incluye_separacion,
              ...(plan && { motivo: values.motivo, plan_id: plan.id }),
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <SegmentedControl
        aria-label="Cómo se escribe el abono"
        data={[
          { value: 'porcentaje', label: 'Porcentaje del precio' },
          { value: 'monto', label: 'Monto' },
        ]}
        {...form.getInputProps('modo')}
      />
      {modo === 'monto' ? (
        <MoneyInput
          label="Abono total"
          required
          centavos={monto}
          onCentavos={(cents) => form.setFieldValue('monto', cents)}
          error={form.errors['monto']}
        />
      ) : (
        <NumberField
          label="Abono, % del precio"
          required
          min={0.01}
          max={100}
          decimalScale={4}
          {...form.getInputProps('porcentaje')}
          error={form.errors['porcentaje'] ?? form.errors['monto']}
        />
      )}
      <Text size="sm" c="dimmed">
        {total ? `Abono total: ${formatMoney(total)}` : ' '}
      </Text>
      <NumberField
        label="Meses"
        description="0: un solo pago."
        required
        min={0}
        max={PARTS_MAX}
        allowDecimal={false}
        {...form.getInputProps('meses')}
      />
      <DayInput
        label="Primera fecha"
        required
        value={form.values.primera_fecha}
        onChange={(day) => form.setFieldValue('primera_fecha', day)}
        error={form.errors['primera_fecha']}
      />
      <Checkbox
        label="La separación es parte del abono"
        {...form.getInputProps('incluye_separacion', { type: 'checkbox' })}
      />
      {plan && (
        <Textarea
          label="Motivo"
          required
          description="Lo pagado se queda; lo que falta se cambia por las cuotas nuevas."
          {...form.getInputProps('motivo')}
        />
      )}
    </FormDrawer>
  );
}

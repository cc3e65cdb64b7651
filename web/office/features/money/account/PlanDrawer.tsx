import { Alert, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { formatMoney, moneyText, parseMoney } from '#contract/money.ts';
import {
  downPayment,
  NewPlan,
  PARTS_MAX,
  PlanTerms,
  type Plan,
  type SaleMoney,
} from '#contract/money/payments/plan.ts';
import { makePlan, previewPlan } from '#contract/money/account/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import {
  bound,
  CheckField,
  DayField,
  LongTextField,
  MoneyTextField,
  NumberField,
} from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** The form keeps both values, percent and amount; only the chosen one is sent. */
const WithMode = z.object({ ...NewPlan.shape, modo: z.enum(['porcentaje', 'monto']) });

interface PlanDrawerProps {
  saleId: number;
  /** In centavos. */
  price: number;
  /** The current plan, which the new one replaces. */
  plan: Plan | null;
  /** The down payment of the sale's quote: the start of the first plan. */
  agreed: SaleMoney['agreed'];
  onClose: () => void;
}

/** The terms of the down payment; the server makes the installments from them. */
export function PlanDrawer({ saleId, price, plan, agreed, onClose }: PlanDrawerProps) {
  const today = useToday();
  const cents = plan?.total_centavos ?? agreed?.cents;
  const form = useRecordForm({
    schema: WithMode,
    initial: {
      modo: (plan ? plan.percent === null : agreed) ? 'monto' : 'porcentaje',
      porcentaje: plan?.percent ?? 2,
      monto: cents === undefined ? null : moneyText(cents),
      meses: plan?.meses ?? agreed?.months ?? 12,
      primera_fecha: !plan && agreed && agreed.first_on > today ? agreed.first_on : today,
      incluye_separacion: true,
      plan_id: plan?.id ?? null,
    },
    check: ({ modo, monto, porcentaje, motivo }) => ({
      monto: modo === 'monto' && monto === null ? 'Escribe el abono.' : null,
      porcentaje: modo === 'porcentaje' && porcentaje === null ? 'Escribe el abono.' : null,
      motivo: plan && (motivo ?? '').trim().length < 3 ? 'Escribe por qué cambia.' : null,
    }),
    send: ({ modo, monto, porcentaje, ...terms }, as) =>
      call(
        makePlan,
        { params: { id: saleId }, body: { ...terms, ...(modo === 'monto' ? { monto } : { porcentaje }) } },
        as,
      ),
    success: 'Plan de pago guardado.',
    onDone: onClose,
  });
  const { modo, porcentaje, monto } = form.values;
  const mode = bound(form, 'modo');
  const typed = parseMoney(monto ?? '');
  const total = modo === 'monto' ? ('cents' in typed ? typed.cents : 0) : downPayment(price, porcentaje ?? 0);
  // The server reports errors on the amount in both modes.
  const refused = bound(form, 'monto').input.error;
  return (
    <FormDrawer
      title={plan ? 'Cambiar el plan de pago' : 'Plan de pago del abono'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={plan ? 'Cambiar el plan' : 'Crear el plan'}
    >
      <SegmentedControl
        aria-label="Cómo se escribe el abono"
        data={[
          { value: 'porcentaje', label: 'Porcentaje del precio' },
          { value: 'monto', label: 'Monto' },
        ]}
        value={modo ?? 'porcentaje'}
        onChange={mode.set}
      />
      {modo === 'monto' ? (
        <MoneyTextField of={form} name="monto" label="Abono total" required />
      ) : (
        <NumberField
          of={form}
          name="porcentaje"
          label="Abono, % del precio"
          required
          min={0.01}
          max={100}
          decimalScale={4}
          {...(refused && { error: refused })}
        />
      )}
      <Text size="sm" c="dimmed">
        {total ? `Abono total: ${formatMoney(total)}` : ' '}
      </Text>
      <NumberField
        of={form}
        name="meses"
        label="Meses"
        description="0: un solo pago."
        min={0}
        max={PARTS_MAX}
        allowDecimal={false}
      />
      <DayField of={form} name="primera_fecha" label="Primera fecha" />
      <CheckField of={form} name="incluye_separacion" label="La separación es parte del abono" />
      <Installments
        saleId={saleId}
        terms={{
          ...(modo === 'monto' ? { monto: monto ?? '' } : { porcentaje: porcentaje ?? 0 }),
          meses: form.values.meses ?? -1,
          primera_fecha: form.values.primera_fecha ?? '',
          incluye_separacion: form.values.incluye_separacion === false ? '0' : '1',
        }}
      />
      {plan && (
        <LongTextField
          of={form}
          name="motivo"
          label="Motivo"
          required
          description="Lo pagado se queda; lo que falta se cambia por las cuotas nuevas."
        />
      )}
    </FormDrawer>
  );
}

/** The installments that these terms would make; nothing is written. */
function Installments({ saleId, terms }: { saleId: number; terms: z.input<typeof PlanTerms> }) {
  const [query] = useDebouncedValue(terms, 300);
  const whole = PlanTerms.safeParse(query).success && (query.porcentaje !== undefined || query.monto !== '');
  const { data, error } = useQuery({
    ...queryOf(previewPlan, { params: { id: saleId }, query }),
    enabled: whole,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (!whole) return null;
  if (error) return <Alert color="yellow" variant="light" title={sentence(error)} />;
  if (!data) return null;
  const { separacion_centavos: separation, pagado_centavos: paid, cuotas } = data.data;
  return (
    <div>
      {(separation > 0 || paid > 0) && (
        <Text size="sm" c="dimmed">
          {separation > 0 && `La separación cuenta ${formatMoney(separation)}. `}
          {paid > 0 && `Ya hay cuotas pagadas o en verificación por ${formatMoney(paid)}.`}
        </Text>
      )}
      <ShortTable
        label="Cuotas que se van a crear"
        caption="Cuotas que se van a crear"
        rows={cuotas}
        rowId={({ part }) => part}
        columns={[
          { title: 'Cuota', render: ({ part }) => (query.meses === 0 ? 'Abono' : part) },
          { title: 'Vence', render: ({ due_on }) => <DateText day={due_on} /> },
          { title: 'Monto', money: ({ centavos }) => centavos, sum: true },
        ]}
      />
    </div>
  );
}

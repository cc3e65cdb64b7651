import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { panamaDay } from '#contract/dates.ts';
import { formatMoney, moneyText, parseMoney } from '#contract/money.ts';
import { PARTS_MAX, type Due, type Plan } from '#contract/money/payments/plan.ts';
import { addMonths } from '#contract/dates.ts';
import { isOpen } from '#contract/money/payments/rules.ts';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { reprogramPlan } from '#contract/money/account/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, MoneyTextField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface ReprogramDrawerProps {
  saleId: number;
  plan: Plan;
  dues: readonly Due[];
  onClose: () => void;
}

const centsOf = (text: string | null) => {
  const read = parseMoney(text ?? '');
  return 'cents' in read ? read.cents : 0;
};

/**
 * Reschedules the unpaid installments: other days and amounts. The total must stay the same; the form shows any
 * difference.
 */
export function ReprogramDrawer({ saleId, plan, dues, onClose }: ReprogramDrawerProps) {
  const today = useToday();
  const open = dues.filter(
    ({ type, state }) =>
      (type.id === PAYMENT_TYPE.installment || type.id === PAYMENT_TYPE.downPayment) && isOpen(state.id),
  );
  const total = open.reduce((sum, { due_centavos }) => sum + due_centavos, 0);
  const form = useRecordForm({
    schema: reprogramPlan.body,
    initial: {
      plan_id: plan.id,
      cuotas: open.map(({ due_at, due_centavos }) => {
        const day = due_at ? panamaDay(due_at) : today;
        return { fecha: day < today ? today : day, monto: moneyText(due_centavos) };
      }),
    },
    send: (body, as) => call(reprogramPlan, { params: { id: saleId }, body }, as),
    success: 'Plan reprogramado.',
    onDone: onClose,
  });
  const { rows, error, add, remove } = rowsOf(form, 'cuotas');
  const off = total - rows.reduce((sum, { values }) => sum + centsOf(values.monto), 0);
  const last = rows.at(-1)?.values.fecha;
  return (
    <FormDrawer
      title="Reprogramar las cuotas"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Reprogramar"
    >
      <Stack gap="xs">
        {rows.map((one, at) => (
          <Group key={one.at} gap="xs" align="flex-end" wrap="nowrap">
            <DayField of={one} name="fecha" label={`Fecha ${at + 1}`} required={false} minDate={today} />
            <MoneyTextField of={one} name="monto" label={`Monto ${at + 1}`} required={false} />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={`Quitar la cuota ${at + 1}`}
              disabled={rows.length === 1}
              onClick={() => remove(at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group justify="space-between">
        <Text size="sm" component="output" c={off === 0 ? 'dimmed' : 'red'}>
          {off === 0
            ? `Suman ${formatMoney(total)}.`
            : off > 0
              ? `Faltan ${formatMoney(off)} por repartir.`
              : `Sobran ${formatMoney(-off)}.`}
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            add({ fecha: last ? addMonths(last, 1) : today, monto: off > 0 ? moneyText(off) : null })
          }
          disabled={rows.length >= PARTS_MAX}
        >
          Agregar cuota
        </Button>
      </Group>
      <LongTextField of={form} name="motivo" label="Motivo" />
    </FormDrawer>
  );
}

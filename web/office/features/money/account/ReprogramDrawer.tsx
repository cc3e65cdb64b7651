import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { panamaDay } from '#contract/dates.ts';
import { formatMoney, moneyText } from '#contract/money.ts';
import { PARTS_MAX, type Due, type Plan } from '#contract/money/payments/plan.ts';
import { addMonths } from '#contract/dates.ts';
import { isOpen } from '#contract/money/payments/rules.ts';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { reprogramPlan } from '#contract/money/account/endpoints.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

interface ReprogramDrawerProps {
  saleId: number;
  plan: Plan;
  dues: readonly Due[];
  onClose: () => void;
}

/** What is still to be paid on other days and in other parts; the sum stays, and is told while it does not fit. */
export function ReprogramDrawer({ saleId, plan, dues, onClose }: ReprogramDrawerProps) {
  const today = useToday();
  const save = useAction(reprogramPlan, { success: 'Plan reprogramado.', inline: true });
  const open = dues.filter(
    ({ type, state }) =>
      (type.id === PAYMENT_TYPE.installment || type.id === PAYMENT_TYPE.downPayment) && isOpen(state.id),
  );
  const total = open.reduce((sum, { due_centavos }) => sum + due_centavos, 0);
  const start: { fecha: string; monto: number | null }[] = open.map(({ due_at, due_centavos }) => {
    const day = due_at ? panamaDay(due_at) : today;
    return { fecha: day < today ? today : day, monto: due_centavos };
  });
  const form = useForm({
    initialValues: {
      motivo: '',
      cuotas: start,
    },
    validate: {
      motivo: (text: string) => (text.trim().length < 3 ? 'Escribe el motivo.' : null),
    },
  });
  const { cuotas } = form.values;
  const off = total - cuotas.reduce((sum, { monto }) => sum + (monto ?? 0), 0);
  const add = () => {
    const last = cuotas.at(-1);
    form.insertListItem('cuotas', {
      fecha: last ? addMonths(last.fecha, 1) : today,
      monto: off > 0 ? off : null,
    });
  };
  return (
    <FormDrawer
      title="Reprogramar las cuotas"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Reprogramar"
      loading={save.isPending}
      submitError={save.error}
      onSubmit={(values) =>
        save.mutate(
          {
            params: { id: saleId },
            body: {
              plan_id: plan.id,
              motivo: values.motivo,
              cuotas: values.cuotas.map(({ fecha, monto }) => ({ fecha, monto: moneyText(monto ?? 0) })),
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <Stack gap="xs">
        {cuotas.map((one, at) => (
          <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
            <DayInput
              label={`Fecha ${at + 1}`}
              value={one.fecha}
              minDate={today}
              onChange={(day) => form.setFieldValue(`cuotas.${at}.fecha`, day)}
              error={form.errors[`cuotas.${at}.fecha`]}
            />
            <MoneyInput
              label={`Monto ${at + 1}`}
              centavos={one.monto}
              onCentavos={(cents) => form.setFieldValue(`cuotas.${at}.monto`, cents)}
              error={form.errors[`cuotas.${at}.monto`]}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={`Quitar la cuota ${at + 1}`}
              disabled={cuotas.length === 1}
              onClick={() => form.removeListItem('cuotas', at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      <Group justify="space-between">
        <Text size="sm" component="output" c={off === 0 ? 'dimmed' : 'red'}>
          {off === 0
            ? `Suman ${formatMoney(total)}.`
            : off > 0
              ? `Faltan ${formatMoney(off)} por repartir.`
              : `Sobran ${formatMoney(-off)}.`}
        </Text>
        <Button variant="default" size="compact-sm" onClick={add} disabled={cuotas.length >= PARTS_MAX}>
          Agregar cuota
        </Button>
      </Group>
      <Textarea label="Motivo" required {...form.getInputProps('motivo')} />
    </FormDrawer>
  );
}

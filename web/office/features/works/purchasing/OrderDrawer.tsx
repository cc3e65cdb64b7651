import { Text } from '@mantine/core';
import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { createOrder } from '#contract/works/purchasing/endpoints.ts';
import type { MaterialRequest, Quotation } from '#contract/works/purchasing/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, ManyField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Body = z.object({
  line_ids: z.array(z.number().int()).min(1, { error: 'Elige al menos un material.' }),
  expected_on: IsoDate.nullable(),
  reason: z.string().trim().max(1000).default(''),
});

interface OrderDrawerProps {
  request: Pick<MaterialRequest, 'id' | 'lines'>;
  quotation: Quotation;
  onClose: () => void;
  onMade: (id: number) => void;
}

/** Issues the order of a quotation: all its lines that are free, or some of them. */
export function OrderDrawer({ request, quotation, onClose, onMade }: OrderDrawerProps) {
  const today = useToday();
  const free = request.lines.filter(
    ({ id, order }) => order === null && quotation.lines.some(({ line_id }) => line_id === id),
  );
  const priceOf = (id: number) => quotation.lines.find(({ line_id }) => line_id === id);
  const form = useRecordForm({
    schema: Body,
    initial: { line_ids: free.map(({ id }) => id) },
    check: ({ line_ids, reason }) => ({
      reason:
        (line_ids ?? []).some((id) => priceOf(id)?.lowest === false) && (reason ?? '').trim().length < 3
          ? 'Hay un precio más bajo: escribe por qué eliges esta.'
          : null,
    }),
    send: async (body, as) => {
      const { data } = await call(
        createOrder,
        { params: { id: request.id }, body: { quotation_id: quotation.id, ...body } },
        as,
      );
      onMade(data.id);
      return data;
    },
    success: 'Orden de compra emitida.',
    onDone: onClose,
  });
  const total = (form.values.line_ids ?? []).reduce((sum, id) => sum + (priceOf(id)?.cents ?? 0), 0);
  return (
    <FormDrawer
      title={`Ordenar a ${quotation.supplier.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Emitir orden de compra"
    >
      <ManyField
        of={form}
        name="line_ids"
        label="Materiales"
        options={free.map(({ id, material, quantity }) => ({
          value: id,
          label: `${material.name}, ${quantityText(quantity, material.unit)}`,
        }))}
      />
      <DayField of={form} name="expected_on" label="Se espera el" minDate={today} />
      <LongTextField of={form} name="reason" label="Por qué este proveedor" maxLength={1000} />
      <Text size="sm" component="output">
        Suma {formatMoney(total)}, sin ITBMS.
      </Text>
    </FormDrawer>
  );
}

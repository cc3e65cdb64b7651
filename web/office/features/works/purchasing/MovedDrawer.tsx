import { useState } from 'react';
import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { dispatchOrder, returnToSupplier } from '#contract/works/purchasing/endpoints.ts';
import type { OrderLine, PurchaseOrder } from '#contract/works/purchasing/model.ts';
import { call, newKey } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, NumberField, TextField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const quantities = {
  lines: z.array(z.object({ line_id: z.number().int(), quantity: z.number().min(0).nullable() })),
};
const Dispatch = z.object({
  ...quantities,
  dispatched_on: IsoDate,
  guide: z.string().trim().min(1, { error: 'Escribe el número de la guía de despacho.' }).max(60),
  note: z.string().trim().max(1000).default(''),
});
const Return = z.object({
  ...quantities,
  returned_on: IsoDate,
  paper: z.string().trim().min(1, { error: 'Escribe el número del documento de la devolución.' }).max(60),
  reason: z.string().trim().min(3, { error: 'Escribe por qué se devuelve.' }).max(1000),
});
const some = (lines: readonly { line_id: number; quantity: number | null }[]) =>
  lines.flatMap(({ line_id, quantity }) => (quantity ? [{ line_id, quantity }] : []));
const missing = (lines: Parameters<typeof some>[0] | null) =>
  some(lines ?? []).length === 0 ? 'Escribe la cantidad de al menos un material.' : null;

const left = ({ outstanding, in_transit }: OrderLine) => Math.max(0, outstanding - in_transit);

interface DrawerProps {
  order: PurchaseOrder;
  onClose: () => void;
}

/** What left for the site. Proposes all that has not left. */
export function DispatchDrawer({ order, onClose }: DrawerProps) {
  const today = useToday();
  const [clave] = useState(newKey);
  const lines = order.lines.filter((line) => left(line) > 0);
  const form = useRecordForm({
    schema: Dispatch,
    initial: {
      dispatched_on: today,
      lines: lines.map((line) => ({ line_id: line.id, quantity: left(line) })),
    },
    check: (values) => ({ 'lines.0.quantity': missing(values.lines) }),
    send: (body, as) =>
      call(
        dispatchOrder,
        { params: { id: order.id }, body: { clave, ...body, lines: some(body.lines) } },
        as,
      ),
    success: 'Despacho registrado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Despacho de ${order.code}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar despacho"
    >
      {rowsOf(form, 'lines').rows.map((one, at) => (
        <NumberField
          key={one.at}
          of={one}
          name="quantity"
          label={lines[at]!.material.name}
          description={`Faltan ${quantityText(left(lines[at]!), lines[at]!.material.unit)}`}
          decimalScale={3}
          min={0}
        />
      ))}
      <TextField of={form} name="guide" label="Guía de despacho" maxLength={60} />
      <DayField of={form} name="dispatched_on" label="Salió el" maxDate={today} required />
      <LongTextField of={form} name="note" label="Nota" maxLength={1000} />
    </FormDrawer>
  );
}

/** What goes back to the supplier. */
export function ReturnDrawer({ order, onClose }: DrawerProps) {
  const today = useToday();
  const [clave] = useState(newKey);
  const lines = order.lines.filter(({ received, returned }) => received > returned);
  const form = useRecordForm({
    schema: Return,
    initial: { returned_on: today, lines: lines.map(({ id }) => ({ line_id: id, quantity: null })) },
    check: (values) => ({ 'lines.0.quantity': missing(values.lines) }),
    send: (body, as) =>
      call(
        returnToSupplier,
        { params: { id: order.id }, body: { clave, ...body, lines: some(body.lines) } },
        as,
      ),
    success: 'Devolución registrada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Devolver a ${order.supplier.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar devolución"
    >
      {rowsOf(form, 'lines').rows.map((one, at) => (
        <NumberField
          key={one.at}
          of={one}
          name="quantity"
          label={lines[at]!.material.name}
          description={`Se recibieron ${quantityText(lines[at]!.received - lines[at]!.returned, lines[at]!.material.unit)}`}
          decimalScale={3}
          min={0}
        />
      ))}
      <LongTextField of={form} name="reason" label="Por qué se devuelve" maxLength={1000} />
      <TextField of={form} name="paper" label="Número del documento" maxLength={60} />
      <DayField of={form} name="returned_on" label="Se devuelve el" maxDate={today} required />
    </FormDrawer>
  );
}

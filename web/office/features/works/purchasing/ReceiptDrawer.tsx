import { Alert, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { receiveOrder } from '#contract/works/purchasing/endpoints.ts';
import { differenceText } from '#contract/works/purchasing/rules.ts';
import type { PurchaseOrder } from '#contract/works/purchasing/model.ts';
import { Photos } from '#web/office/features/works/jobs/Photos.tsx';
import { call, newKey } from '#web/office/lib/call.ts';
import { useDrafted } from '#web/office/lib/outbox/draftContext.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, NumberField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm, type SendAs } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { arriving, receiptForm, type TypedReceipt } from './receiptBody.ts';

const Count = z.object({
  received_on: IsoDate,
  guide: z.string().trim().min(1, { error: 'Escribe el número de la nota de entrega.' }).max(60),
  lines: z.array(
    z.object({
      line_id: z.number().int(),
      quantity: z.number({ error: 'Cuenta y escribe la cantidad.' }).min(0).nullable(),
    }),
  ),
  excess_reason: z.string().trim().max(1000).default(''),
  note: z.string().trim().max(1000).default(''),
});

interface ReceiptProps {
  order: PurchaseOrder;
  /** A refused count that is corrected. */
  first?: { typed: TypedReceipt; photos: File[] };
  /** Sends it now, or keeps it on the phone. */
  send: (typed: TypedReceipt, photos: readonly File[], as: SendAs) => Promise<unknown>;
  success: string;
  onDone: () => void;
}

/** The count of what arrived of an order, with photographs. A line left empty was not counted. */
function useReceipt({ order, first, send, success, onDone }: ReceiptProps) {
  const today = useToday();
  const [photos, setPhotos] = useDrafted<File[]>('fotos', first?.photos ?? []);
  const [clave] = useState(first?.typed.clave ?? newKey);
  const lines = arriving(order);
  const missing = photos.length === 0 ? 'Adjunta al menos una fotografía.' : null;
  const exceeds = (counted: readonly { quantity: number | null }[]) =>
    counted.some(({ quantity }, at) => (quantity ?? 0) > (lines[at]?.outstanding ?? 0));
  const form = useRecordForm({
    schema: Count,
    initial: {
      received_on: today,
      ...first?.typed,
      lines: lines.map(({ id }) => ({
        line_id: id,
        quantity: first?.typed.lines.find(({ line_id }) => line_id === id)?.quantity ?? null,
      })),
    },
    check: (values) => ({
      fotos: missing,
      'lines.0.quantity': values.lines?.every(({ quantity }) => quantity === null)
        ? 'Cuenta al menos un material.'
        : null,
      excess_reason:
        exceeds(values.lines ?? []) && (values.excess_reason ?? '').trim().length < 3
          ? 'Llegó más de lo que falta: escribe por qué se recibe.'
          : null,
    }),
    send: (typed, as) =>
      send(
        {
          clave,
          received_on: typed.received_on,
          guide: typed.guide,
          note: typed.note ?? '',
          excess_reason: typed.excess_reason ?? '',
          lines: typed.lines.flatMap(({ line_id, quantity }) =>
            quantity === null ? [] : [{ line_id, quantity }],
          ),
        },
        photos,
        as,
      ),
    success,
    onDone,
  });
  const { rows } = rowsOf(form, 'lines');
  const differences = rows.flatMap(({ values }, at) => {
    const line = lines[at]!;
    if (values.quantity === null) return [];
    const text = differenceText(line.expected, values.quantity, line.material.unit);
    return text ? [`${line.material.name}: ${text}`] : [];
  });
  const fault = form.form.errors['fotos'];
  const fields = (
    <>
      {rows.map((one, at) => {
        const { material, expected } = lines[at]!;
        return (
          <NumberField
            key={one.at}
            of={one}
            name="quantity"
            label={material.name}
            description={`Se esperan ${quantityText(expected, material.unit)}. Vacío: no se contó.`}
            decimalScale={3}
            min={0}
            size="md"
          />
        );
      })}
      {differences.length > 0 && (
        <Alert color="yellow" variant="light" title="La diferencia queda escrita">
          <Stack gap={2}>
            {differences.map((text) => (
              <Text key={text} size="sm">
                {text}
              </Text>
            ))}
          </Stack>
        </Alert>
      )}
      {exceeds(form.values.lines ?? []) && (
        <LongTextField of={form} name="excess_reason" label="Por qué se recibe de más" maxLength={1000} />
      )}
      <Photos
        files={photos}
        required
        error={fault && missing ? String(fault) : null}
        onChange={(files) => {
          setPhotos(files);
          form.form.clearFieldError('fotos');
        }}
      />
      <TextField of={form} name="guide" label="Nota de entrega" maxLength={60} />
      <DayField of={form} name="received_on" label="Llegó el" maxDate={today} required />
      <LongTextField of={form} name="note" label="Nota" maxLength={1000} />
    </>
  );
  return { frame: form.frame, fields };
}

/** On the phone's page. */
export function ReceiptForm(props: ReceiptProps) {
  const { frame, fields } = useReceipt(props);
  return (
    <RecordForm {...frame} submitLabel="Guardar lo contado" onCancel={props.onDone}>
      {fields}
    </RecordForm>
  );
}

/** With a line to the server. */
export function ReceiptDrawer({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) {
  const { frame, fields } = useReceipt({
    order,
    success: 'Lo contado quedó guardado.',
    send: (typed, photos, as) =>
      call(receiveOrder, { params: { id: order.id }, body: receiptForm(typed, photos) }, as),
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Recibir ${order.code}`}
      opened
      onClose={onClose}
      {...frame}
      submitLabel="Guardar lo contado"
    >
      {fields}
    </FormDrawer>
  );
}
